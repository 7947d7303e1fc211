-- What keeps an owner of very many analyses from waiting: sums by day, and an index for each way to look for one.
-- In parts, each by itself and repeatable, since the service goes on meanwhile: analyses are locked only while their
-- table learns of a column and a trigger.

-- How many of an owner's analyses ended, by the day (UTC) on which they were asked for and by what they came to.
-- Of those that have not ended there are few, and they are counted where they stand.
create table if not exists usage_days (
  owner text not null references accounts (id),
  day date not null,
  status text not null check (status in ('succeeded', 'failed', 'cancelled')),
  jobs bigint not null,
  primary key (owner, day, status)
);

-- What the lines of their bills add up to, by model. Numeric, so that no sum is too large and fails the end of a job.
create table if not exists usage_day_models (
  owner text not null references accounts (id),
  day date not null,
  status text not null check (status in ('succeeded', 'failed', 'cancelled')),
  model text not null,
  lines bigint not null,
  calls numeric not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cost_usd numeric not null,
  primary key (owner, day, status, model)
);

-- Whether an analysis is in the sums, once it has ended. Those from before this migration are not yet.
alter table analyses add column if not exists usage_counted boolean not null default false;
alter table analyses alter column usage_counted set default true;

/*
 * Takes out of the sums what an analysis was and adds what it is, whichever statement changed it. Deferred: ends of one
 * owner's analyses on one day wait for each other at the commit alone, and in one order, so never in a circle.
 */
create or replace function count_usage() returns trigger language plpgsql as $$
begin
  insert into usage_days as kept (owner, day, status, jobs)
  select owner, (created_at at time zone 'UTC')::date, status, sum(sign)
  from (values (-1, old.usage_counted, old.owner, old.created_at, old.status),
      (1, new.usage_counted, new.owner, new.created_at, new.status))
    as side (sign, counted, owner, created_at, status)
  where counted and status in ('succeeded', 'failed', 'cancelled')
  group by 1, 2, 3 having sum(sign) <> 0 order by 1, 2, 3
  on conflict (owner, day, status) do update set jobs = kept.jobs + excluded.jobs;

  insert into usage_day_models as kept (owner, day, status, model, lines, calls, input_tokens, output_tokens, cost_usd)
  select owner, (created_at at time zone 'UTC')::date, status, line ->> 'model', sum(sign),
    sum(sign * (line ->> 'calls')::numeric), sum(sign * (line ->> 'input_tokens')::numeric),
    sum(sign * (line ->> 'output_tokens')::numeric), coalesce(sum(sign * (line ->> 'cost_usd')::numeric), 0)
  from (values (-1, old.usage_counted, old.owner, old.created_at, old.status, old.usage),
      (1, new.usage_counted, new.owner, new.created_at, new.status, new.usage))
    as side (sign, counted, owner, created_at, status, usage), jsonb_array_elements(usage -> 'agents') as line
  where counted and status in ('succeeded', 'failed', 'cancelled')
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (owner, day, status, model) do update set lines = kept.lines + excluded.lines,
    calls = kept.calls + excluded.calls, input_tokens = kept.input_tokens + excluded.input_tokens,
    output_tokens = kept.output_tokens + excluded.output_tokens, cost_usd = kept.cost_usd + excluded.cost_usd;
  return null;
end $$;

drop trigger if exists count_usage_of_new on analyses;
create constraint trigger count_usage_of_new after insert on analyses deferrable initially deferred
  for each row when (new.status in ('succeeded', 'failed', 'cancelled')) execute function count_usage();
drop trigger if exists count_usage_of_changed on analyses;
create constraint trigger count_usage_of_changed after update of status, usage, owner, created_at on analyses
  deferrable initially deferred for each row when (
    (old.status in ('succeeded', 'failed', 'cancelled') or new.status in ('succeeded', 'failed', 'cancelled'))
    and (old.status, old.owner, old.created_at) is distinct from (new.status, new.owner, new.created_at)
    or old.usage is distinct from new.usage)
  execute function count_usage();
drop trigger if exists count_usage_of_gone on analyses;
create constraint trigger count_usage_of_gone after delete on analyses deferrable initially deferred
  for each row when (old.status in ('succeeded', 'failed', 'cancelled')) execute function count_usage();

-- The models of a run, read in one look at its manifest.
create or replace function run_models(manifest jsonb) returns text[] language plpgsql immutable as $$
declare
  config jsonb := manifest -> 'config';
begin
  return array[config ->> 'llm_provider', config ->> 'deep_think_llm', config ->> 'quick_think_llm'];
end $$;

-- By itself: a thousand analyses at a time, each thousand committed. Whoever ends one of them meanwhile comes before,
-- and is counted here, or after, and then the trigger changes what was counted here.
do $$
declare
  last text := '';
begin
  loop
    with chosen as (
      select id from analyses where id > last order by id limit 1000
    ),
    taken as (
      update analyses set usage_counted = true
      where id in (select id from chosen) and not usage_counted
      returning owner, (created_at at time zone 'UTC')::date as day, status, usage
    ),
    ended as (
      select * from taken where status in ('succeeded', 'failed', 'cancelled')
    ),
    counted as (
      insert into usage_days as kept (owner, day, status, jobs)
      select owner, day, status, count(*) from ended group by 1, 2, 3 order by 1, 2, 3
      on conflict (owner, day, status) do update set jobs = kept.jobs + excluded.jobs
      returning 1
    ),
    summed as (
      insert into usage_day_models as kept
        (owner, day, status, model, lines, calls, input_tokens, output_tokens, cost_usd)
      select owner, day, status, line ->> 'model', count(*), sum((line ->> 'calls')::numeric),
        sum((line ->> 'input_tokens')::numeric), sum((line ->> 'output_tokens')::numeric),
        coalesce(sum((line ->> 'cost_usd')::numeric), 0)
      from ended, jsonb_array_elements(usage -> 'agents') as line
      -- After the days, as the trigger does: in another order the two would wait for each other.
      where (select count(*) from counted) > 0
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (owner, day, status, model) do update set lines = kept.lines + excluded.lines,
        calls = kept.calls + excluded.calls, input_tokens = kept.input_tokens + excluded.input_tokens,
        output_tokens = kept.output_tokens + excluded.output_tokens, cost_usd = kept.cost_usd + excluded.cost_usd
    )
    select max(id) into last from chosen;
    commit;
    exit when last is null;
  end loop;
end $$;

-- By itself: one that was broken off is there and of no use.
drop index concurrently if exists analyses_by_time;
-- By itself
create index concurrently analyses_by_time on analyses (owner, created_at);
-- By itself
drop index concurrently if exists analyses_open_by_owner;
-- By itself
create index concurrently analyses_open_by_owner on analyses (owner) where status in ('queued', 'running');
-- By itself
drop index concurrently if exists analyses_by_status;
-- By itself
create index concurrently analyses_by_status on analyses (owner, status, number desc);
-- By itself
drop index concurrently if exists analyses_by_symbol;
-- By itself
create index concurrently analyses_by_symbol on analyses (owner, upper(request ->> 'ticker'), number desc);
-- By itself
drop index concurrently if exists analyses_by_trade_date;
-- By itself
create index concurrently analyses_by_trade_date on analyses (owner, (request ->> 'trade_date'));
-- By itself
drop index concurrently if exists analyses_by_rating;
-- By itself
create index concurrently analyses_by_rating on analyses (owner, (result ->> 'rating'), number desc)
  where status = 'succeeded';
-- By itself
drop index concurrently if exists analyses_by_session;
-- By itself
create index concurrently analyses_by_session
  on analyses (owner, upper(request ->> 'ticker'), (request ->> 'trade_date') desc, number desc)
  where status = 'succeeded';
-- By itself
drop index concurrently if exists analyses_by_models;
-- By itself
create index concurrently analyses_by_models on analyses (run_models(manifest), number desc)
  where status = 'succeeded' and (usage ->> 'calls')::int > 0;
-- By itself
drop index concurrently if exists analyses_by_number;
-- By itself
create index concurrently analyses_by_number on analyses (number desc);
-- By itself
drop index concurrently if exists analyses_by_end;
-- By itself
create index concurrently analyses_by_end on analyses (finished_at) where finished_at is not null;
-- By itself: of what an index computes the planner knows nothing until now.
analyze analyses;
