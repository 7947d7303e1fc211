-- Attributions, measurements of memory, backtests, validity reports and batches are jobs of one table. Times are UTC.

create table jobs (
  id text primary key,
  -- Orders lists and cursors.
  number integer generated always as identity unique,
  -- Of src/contract/jobs/jobs.ts.
  kind text not null,
  owner text not null references accounts (id),
  -- What it is about: the analysis of an attribution, the backtest of a validity report.
  analysis_id text references analyses (id) on delete cascade,
  backtest_id text references jobs (id) on delete cascade,
  state text not null check (state in ('queued', 'running', 'paused', 'succeeded', 'failed', 'cancelled')),
  -- As it was asked for, with its defaults.
  input jsonb not null,
  done integer not null default 0 check (done >= 0),
  -- Null until it was counted.
  total integer,
  -- What it has come to so far: whoever goes on with it begins behind that.
  progress jsonb,
  -- Of the calls of models; null: none is asked.
  budget_usd numeric check (budget_usd >= 0),
  held_usd numeric not null default 0 check (held_usd >= 0),
  spent_usd numeric not null default 0 check (spent_usd >= 0),
  -- Of a backtest its headline, for lists. json and not jsonb: the keys keep their order.
  result json,
  error text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check ((kind = 'attribution') = (analysis_id is not null)),
  check ((kind = 'validity') = (backtest_id is not null)),
  check (state <> 'paused' or kind = 'backtest'),
  check (kind <> 'backtest' or done <= coalesce(total, done)),
  -- Of a batch its lines are the result.
  check (state <> 'succeeded' or result is not null or kind = 'batch'),
  check ((state = 'failed') = (error is not null)),
  check ((state in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null))
);
create index jobs_by_owner on jobs (owner, kind, number desc);
create index jobs_by_analysis on jobs (analysis_id, number desc) where analysis_id is not null;
create index jobs_by_backtest on jobs (backtest_id, number desc) where backtest_id is not null;
create index jobs_open on jobs (state) where state in ('queued', 'running');
-- One of an owner's is under way; of a backtest one validity report.
create unique index jobs_one_open on jobs (owner, kind)
  where kind in ('attribution', 'memory') and state in ('queued', 'running');
create unique index jobs_one_report on jobs (backtest_id) where kind = 'validity' and state in ('queued', 'running');

-- What is large stands apart, so that lists never read it: some 300 bytes a decision before Postgres compresses it.
create table backtest_results (
  backtest text primary key references jobs (id) on delete cascade,
  -- json and not jsonb: the keys keep their order, so that the file is the command line's to the byte.
  result json not null,
  -- trades.csv; null where it was not brought along.
  trades text,
  -- The trial that a result is; null: it was not counted yet.
  trial text
);

-- Which jobs were at work when their worker died. One that was there three times is set aside.
create table worker_deaths (
  workflow text not null,
  -- The worker, by the name that it had in the engine for its life.
  executor text not null,
  at timestamptz not null,
  -- How many steps a job had behind it when its worker died: one that has come further since has not died of the same.
  steps integer not null default 0,
  primary key (workflow, executor)
);

-- Workers that were told to stop: what they left is no fault of their jobs.
create table worker_stops (
  executor text primary key,
  at timestamptz not null
);

-- The answers that an owner's backtests have paid for, by the hash of the question: none is paid for twice.
create table backtest_answers (
  owner text not null references accounts (id),
  key text not null,
  backtest text not null references jobs (id) on delete cascade,
  -- json and not jsonb: what is read back is what was written.
  answer json not null,
  primary key (owner, key)
);
create index backtest_answers_by_backtest on backtest_answers (backtest);

create table batch_lines (
  batch text not null references jobs (id) on delete cascade,
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

-- What models said to changed prompts: it is not paid for twice.
create table attribution_answers (
  analysis_id text not null references analyses (id) on delete cascade,
  repetition int not null,
  -- SHA-256 of the prompt.
  prompt text not null,
  spoken json not null,
  primary key (analysis_id, repetition, prompt)
);

-- How much of a model's opinion on a date is memory. Of models and instruments alone: nobody owns a measurement. The
-- newest of a model, an instrument and a session stays.
create table memory_measurements (
  provider text not null,
  deep text not null,
  quick text not null,
  symbol text not null,
  session date not null,
  -- The year of the session, by which measurements of a model are put together.
  period text not null check (period ~ '^\d{4}$'),
  measurement jsonb not null,
  measured_at timestamptz not null,
  primary key (provider, deep, quick, symbol, session)
);
create index memory_measurements_by_period on memory_measurements (provider, deep, quick, period);

-- Every configuration that an owner has tried, by its settings and its ratings. Deleting a backtest takes none back;
-- they go with the account alone.
create table backtest_trials (
  owner text not null references accounts (id),
  id text not null,
  -- {id, symbols, from, to, reasoner, sharpe, sessions}.
  trial jsonb not null,
  primary key (owner, id)
);

create function forget_trials() returns trigger language plpgsql as $$
begin
  delete from backtest_trials where owner = old.id;
  return old;
end $$;
create trigger forget_trials before delete on users for each row execute function forget_trials();

-- What models said: after a stop it is not paid for twice.
create table memory_answers (
  job text not null references jobs (id) on delete cascade,
  repetition int not null,
  -- SHA-256 of the prompt.
  prompt text not null,
  spoken json not null,
  primary key (job, repetition, prompt)
);
