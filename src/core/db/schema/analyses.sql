-- Analyses with their events and links. Times are UTC; money stands in the run's JSON as decimal strings.

create table analyses (
  id text primary key,
  -- Orders lists and cursors.
  number integer generated always as identity,
  owner text not null references accounts (id),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  request jsonb not null,
  -- What the run is made with when the request does not say: rounds, budget, models.
  setting jsonb not null,
  -- The queue partition that carries its owner's share of the slots.
  partition text not null,
  idempotency_key text,
  -- Follows the job through all logs.
  request_id text not null,
  webhook_url text,
  webhook_secret text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  result jsonb,
  usage jsonb,
  manifest jsonb,
  error text,
  -- The number of the last event; adding one locks the row, so events of a run commit in their order.
  last_event integer not null default 0,
  -- Whether the server made webhook_secret. Only then it is told, with the answer to the submission.
  webhook_secret_made boolean not null default false,
  -- Whether it is in the sums of usage.sql, once it has ended.
  usage_counted boolean not null default true,
  -- What the as-of door kept back from an analysis, by source and reason: counts and hashes. Null: no record was kept.
  refused jsonb,
  -- The number of the last event that was removed; null: all are kept. Events behind it came later, such as a cancel.
  events_removed integer,
  -- When all of its result but the rating was removed; null: it is kept, or there never was one.
  result_removed_at timestamptz,
  unique (owner, idempotency_key)
);

-- The models of a run, read in one look at its manifest.
create function run_models(manifest jsonb) returns text[] language plpgsql immutable as $$
declare
  config jsonb := manifest -> 'config';
begin
  return array[config ->> 'llm_provider', config ->> 'deep_think_llm', config ->> 'quick_think_llm'];
end $$;

create index analyses_by_owner on analyses (owner, number desc);
create index analyses_open on analyses (partition, status) where status in ('queued', 'running');
-- `usage` is kept of every run that has ended, also of a failed or cancelled one: what its finished calls have cost.
create index analyses_uncounted on analyses (finished_at)
  where usage is null and started_at is not null and status in ('failed', 'cancelled');
-- For the worker that looks for what is not sealed yet.
create index analyses_with_webhook on analyses (id) where webhook_url is not null;
create index analyses_by_time on analyses (owner, created_at);
create index analyses_open_by_owner on analyses (owner) where status in ('queued', 'running');
create index analyses_by_status on analyses (owner, status, number desc);
create index analyses_by_symbol on analyses (owner, upper(request ->> 'ticker'), number desc);
create index analyses_by_trade_date on analyses (owner, (request ->> 'trade_date'));
create index analyses_by_rating on analyses (owner, (result ->> 'rating'), number desc)
  where status = 'succeeded';
create index analyses_by_session
  on analyses (owner, upper(request ->> 'ticker'), (request ->> 'trade_date') desc, number desc)
  where status = 'succeeded';
create index analyses_by_models on analyses (run_models(manifest), number desc)
  where status = 'succeeded' and (usage ->> 'calls')::int > 0;
create index analyses_by_number on analyses (number desc);
create index analyses_by_end on analyses (finished_at) where finished_at is not null;
create index analyses_with_events on analyses (finished_at)
  where finished_at is not null and events_removed is null;
create index analyses_with_result on analyses (finished_at)
  where result is not null and result_removed_at is null;

create table analysis_events (
  analysis_id text not null references analyses (id),
  seq integer not null,
  type text not null,
  data jsonb not null,
  -- Set where an event must stand once, also when a resumed run tells it again.
  once text,
  created_at timestamptz not null,
  primary key (analysis_id, seq),
  unique (analysis_id, once)
);

create table decisions (
  run_id text primary key,
  symbol text not null,
  session date not null,
  rating text not null,
  reasoner text not null
);
create index decisions_by_symbol on decisions (symbol);

-- Submissions of a calendar month (UTC), counted where they are accepted.
create table monthly_analyses (
  owner text not null references accounts (id),
  month date not null check (extract(day from month) = 1),
  submitted integer not null check (submitted >= 0),
  primary key (owner, month)
);

-- Links under which anybody reads one report, found by the SHA-256 of their token; the token is for its owner to copy.
create table analysis_shares (
  -- Sealed (src/core/vault.ts), as all secrets that must be read again.
  sealed_token text not null,
  analysis_id text not null references analyses (id),
  created_at timestamptz not null,
  revoked_at timestamptz,
  digest text primary key
);
-- One link for an analysis at a time: revoking it revokes all there is.
create unique index analysis_shares_open on analysis_shares (analysis_id) where revoked_at is null;

-- PDFs by what they were made from, so that the same one is made once. All of them can be made again: a crash may
-- empty the table, and the oldest give way to new ones.
create unlogged table rendered_documents (
  -- SHA-256 of the renderer's own sources and of everything that stands in the document.
  hash text primary key,
  owner text not null,
  -- Not compressed again.
  bytes bytea storage external not null,
  size integer not null,
  -- To the hour.
  used_at timestamptz not null
);
create index rendered_documents_by_use on rendered_documents (used_at);
create index rendered_documents_by_owner on rendered_documents (owner);

create function forget_documents() returns trigger language plpgsql as $$
begin
  delete from rendered_documents where owner = old.id;
  return old;
end $$;
create trigger forget_documents before delete on users for each row execute function forget_documents();

create function forget_own_models() returns trigger language plpgsql as $$
begin
  update signal_lists set own_model = null where owner = old.id and own_model is not null;
  update analyses set setting = setting - 'own_model' - 'own_defaults' where owner = old.id and setting ? 'own_model';
  return old;
end $$;
create trigger forget_own_models before delete on users for each row execute function forget_own_models();

-- Symbols that an online data source knew when a list with them was saved, so that it is not asked again.
create table found_symbols (
  symbol text primary key,
  -- As the source has it.
  name text not null,
  found_at timestamptz not null
);
create index found_symbols_by_age on found_symbols (found_at);

-- What a batch started between the last look at what is open and the end of its owner's account ran on, and its result
-- was kept. It is cancelled with the account, and a late finish never overwrites that.
-- Behind forget_test_data by its name, which waits for whoever starts the analyses of a batch.
create function end_open_analyses() returns trigger language plpgsql as $$
begin
  update analyses set status = 'cancelled', finished_at = now()
    where owner in (old.id, 'test ' || old.id) and status in ('queued', 'running');
  return old;
end $$;
create trigger open_analyses_end before delete on users for each row execute function end_open_analyses();

-- What the owner of an analysis holds, and what its opinion means for it. Sealed, in no other table, and gone with the
-- account. What the second part cost is billed with the run.
create table analysis_holdings (
  analysis_id text primary key references analyses (id) on delete cascade,
  sealed_holdings text not null,
  sealed_advice text,
  cost_usd numeric
);
