-- Keys of model providers that customers bring along, what was done and spent with them. Times are UTC.

-- One for each provider: sealed (src/core/vault.ts), and never shown again.
create table model_keys (
  id text primary key,
  owner text not null references users (id) on delete cascade,
  provider text not null,
  sealed_key text not null,
  last_four text not null check (length(last_four) = 4),
  saved_at timestamptz not null,
  -- What a customer has set for a stored key: the models and their settings where a run names none, and the most that
  -- all its calls may cost in a month (UTC). A key that is replaced keeps both.
  defaults jsonb not null default '{}',
  monthly_limit_usd numeric
    constraint monthly_limit_is_money check (monthly_limit_usd > 0),
  unique (owner, provider)
);

-- What was done with them, and when.
create table model_key_events (
  id bigint generated always as identity primary key,
  owner text not null references users (id) on delete cascade,
  provider text not null,
  action text not null check (action in ('added', 'replaced', 'deleted', 'refused', 'checked')),
  last_four text not null,
  at timestamptz not null
);
create index model_key_events_by_owner on model_key_events (owner, id);

-- How the answers of language models were read, by day (UTC) and model; a run adds to it when it ends. A few rows a day,
-- so that a month is read by its first column.
create table model_answers (
  day date not null,
  provider text not null,
  model text not null,
  -- CountedOutcome of src/contract/jobs/model-checks.ts.
  outcome text not null,
  count bigint not null check (count > 0),
  primary key (day, provider, model, outcome)
);

-- What calls on a key have cost in a month; a call under way, or one whose worker died, with the most it can cost.
-- Of the provider and not of the key: it does not begin anew when the key is deleted and added again.
create table model_key_spending (
  owner text not null references users (id) on delete cascade,
  provider text not null,
  month date not null,
  used_usd numeric not null check (used_usd >= 0),
  primary key (owner, provider, month)
);
