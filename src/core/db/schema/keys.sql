-- What programs use the API with: keys, the requests made with them, and what they made once. Times are UTC.

create table api_keys (
  id text primary key,
  owner text not null references accounts (id),
  label text not null,
  -- The first characters, shown in lists; the key itself is kept only as SHA-256.
  prefix text not null,
  hash text not null unique,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Keys for trying the API on test data, and the version of the API that a key's requests get when they name none.
  livemode boolean not null default true,
  -- As requests name it; null for a key from before there were versions.
  api_version text
);

-- What a request with an Idempotency-Key made, so that the same request makes it once. An analysis keeps its key itself.
create table idempotency_keys (
  owner text not null references accounts (id),
  -- The operation: one key may be used for each.
  operation text not null,
  key text not null,
  -- SHA-256 of what was asked for, as canonical JSON.
  asked text not null,
  -- The id of what was made.
  made text not null,
  created_at timestamptz not null,
  primary key (owner, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- What was asked of the API with a key, for the key's owner to read; docs/api.md says what is left out.
create table api_requests (
  id text primary key,
  -- The account of the key; of a test key too.
  owner text not null,
  key_id text not null,
  -- When it arrived.
  at timestamptz not null,
  method text not null,
  -- As it was asked for, with its query.
  path text not null,
  -- As the API document writes it, with parameters in braces.
  route text not null,
  status integer not null,
  duration_ms integer not null,
  -- Of the answer as it was sent, headers among them; null where that is not known.
  sent_bytes bigint,
  request_id text not null,
  user_agent text,
  api_version text not null,
  -- The beginning of the body without secrets; null where there was none.
  body text,
  body_cut boolean not null default false,
  -- What the answer said was wrong.
  error text
);
create index api_requests_by_owner on api_requests (owner, at desc, id desc);
create index api_requests_by_age on api_requests (at);

/* They go with the user. An account of a key without a user is closed by nobody. */
create function forget_api_requests() returns trigger language plpgsql as $$
begin
  delete from api_requests where owner = old.id;
  return old;
end $$;
create trigger forget_api_requests before delete on users for each row execute function forget_api_requests();

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

-- What signs proof files (docs/proof.md). Times are UTC.

create table proof_keys (
  id text primary key,
  -- The 32 bytes of an Ed25519 key, base64url, sealed: src/core/vault.ts.
  sealed_seed text not null,
  created_at timestamptz not null
);
-- Several front doors may come to the first proof at once; one of them makes the key.
create unique index proof_keys_one on proof_keys ((true));

-- Keys that signed proof files before the one in force: only their public half stays.
create table retired_proof_keys (
  -- As files name it: the first 32 digits of the SHA-256 over the key's bytes.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  -- 32 bytes, hexadecimal.
  public_key text not null unique check (public_key ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  retired_at timestamptz not null,
  -- From then on nothing that it signed counts.
  revoked_at timestamptz,
  reason text check (length(reason) <= 300),
  check ((revoked_at is null) = (reason is null))
);
