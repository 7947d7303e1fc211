-- Attributions, measurements of memory, backtests, validity reports and batches are jobs of one table. Times are UTC.

create table jobs (
  id text primary key,
  -- Orders lists and cursors.
  number integer generated always as identity unique,
  -- Of src/contract/jobs/job-kinds.ts.
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

insert into jobs (id, kind, owner, state, input, done, total, budget_usd, held_usd, spent_usd, result, error, created_at,
  started_at, finished_at)
select id, 'backtest', owner, state, asked || jsonb_build_object('source', source), done, total,
  (asked #>> '{models,budget_usd}')::numeric, held_usd, spent_usd,
  (summary || jsonb_build_object('stopped', stopped))::json, error, created_at, started_at, finished_at
from backtests order by number;

insert into jobs (id, kind, owner, analysis_id, backtest_id, state, input, done, total, progress, budget_usd, held_usd,
  spent_usd, result, error, created_at, started_at, finished_at)
select * from (
  select id, 'attribution', owner, analysis_id, null, state, planned, jsonb_array_length(measured),
    jsonb_array_length(planned -> 'changes'), measured, budget_usd, held_usd, spent_usd, result::json, error, created_at,
    started_at, finished_at
  from attributions
  union all
  select id, 'memory', owner, null, null, state, asked, done, total, null, budget_usd, held_usd, spent_usd, result::json,
    error, created_at, started_at, finished_at
  from memory_jobs
  union all
  select v.job, 'validity', b.owner, null, v.backtest, v.state, jsonb_build_object('uploaded', b.source = 'elsewhere'), 0,
    null, null, null, 0, 0, v.report, v.error, v.created_at, v.started_at, v.finished_at
  from backtest_validity v join backtests b on b.id = v.backtest
  union all
  select id, 'batch', owner, null, null, state, '{}', 0, null, null, budget_usd, 0, 0, null, null, created_at, started_at,
    finished_at
  from batches
) as old order by created_at;

-- The trial that a result is; null: it was not counted yet.
alter table backtest_results add column trial text;
update backtest_results r set trial = b.trial from backtests b where b.id = r.backtest;

-- The rows are those of before, with the same references.
alter table backtest_results drop constraint backtest_results_backtest_fkey;
alter table backtest_results add constraint backtest_results_backtest_fkey
  foreign key (backtest) references jobs (id) on delete cascade not valid;
alter table backtest_answers drop constraint backtest_answers_backtest_fkey;
alter table backtest_answers add constraint backtest_answers_backtest_fkey
  foreign key (backtest) references jobs (id) on delete cascade not valid;
alter table memory_answers drop constraint memory_answers_job_fkey;
alter table memory_answers add constraint memory_answers_job_fkey
  foreign key (job) references jobs (id) on delete cascade not valid;
alter table batch_lines drop constraint batch_lines_batch_fkey;
alter table batch_lines add constraint batch_lines_batch_fkey
  foreign key (batch) references jobs (id) on delete cascade not valid;
