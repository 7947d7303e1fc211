-- What programs do over the API besides analyses. Times are UTC.

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

-- Whoever has a key may run backtests, also where nobody signs in with that account.
alter table backtests drop constraint backtests_owner_fkey;
alter table backtests add constraint backtests_owner_fkey foreign key (owner) references accounts (id);

alter table backtest_answers drop constraint backtest_answers_owner_fkey;
alter table backtest_answers add constraint backtest_answers_owner_fkey foreign key (owner) references accounts (id);

-- Many analyses that are asked for at once and run behind those that are asked for one by one.
create table batches (
  id text primary key,
  number integer generated always as identity unique,
  owner text not null references accounts (id),
  -- `succeeded`: each of its lines has ended, whatever it came to.
  state text not null check (state in ('queued', 'running', 'succeeded', 'cancelled')),
  -- The most that all of its runs together may cost; null: what each may cost by itself is the only limit.
  budget_usd numeric check (budget_usd > 0),
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check ((state in ('succeeded', 'cancelled')) = (finished_at is not null))
);
create index batches_by_owner on batches (owner, number desc);
create index batches_open on batches (number) where finished_at is null;

create table batch_lines (
  batch text not null references batches (id) on delete cascade,
  -- Of the body, from 1.
  line integer not null check (line > 0),
  custom_id text,
  -- What is asked for; null for a line that cannot be read.
  asked jsonb,
  state text not null check (state in ('waiting', 'started', 'refused', 'cancelled')),
  analysis_id text references analyses (id),
  -- The most that its run may cost.
  budget_usd numeric,
  -- Why it was not started, as the API's errors are: {detail}.
  refusal jsonb,
  primary key (batch, line),
  check ((state = 'started') = (analysis_id is not null)),
  check ((state = 'refused') = (refusal is not null)),
  check (asked is not null or state = 'refused')
);
create index batch_lines_waiting on batch_lines (batch, line) where state = 'waiting';

-- They still go with their user.
create function forget_api_use() returns trigger language plpgsql as $$
begin
  delete from backtests where owner = old.id;
  delete from idempotency_keys where owner = old.id;
  delete from batches where owner = old.id;
  return old;
end $$;
create trigger forget_api_use before delete on users for each row execute function forget_api_use();
