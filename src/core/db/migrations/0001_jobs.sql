-- Accounts, API keys, analyses and their events. Times are UTC; money stands in the run's JSON as decimal strings.

create table accounts (
  id text primary key,
  plan text not null check (plan in ('free', 'signals', 'elite')),
  created_at timestamptz not null
);

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
  revoked_at timestamptz
);

create table analyses (
  id text primary key,
  -- Orders lists and cursors.
  number integer generated always as identity unique,
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
  unique (owner, idempotency_key)
);
create index analyses_by_owner on analyses (owner, number desc);
create index analyses_open on analyses (status) where status in ('queued', 'running');

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

create table webhook_deliveries (
  id text primary key,
  analysis_id text not null references analyses (id),
  url text not null,
  event text not null,
  attempt integer not null,
  status integer,
  error text,
  created_at timestamptz not null
);
create index webhook_deliveries_by_analysis on webhook_deliveries (analysis_id, created_at);
