-- What was used and what it cost, in sums and bills that outlive what they are of. Times are UTC.

-- How many of an owner's analyses ended, by the day (UTC) on which they were asked for and by what they came to.
-- Of those that have not ended there are few, and they are counted where they stand.
create table usage_days (
  owner text not null references accounts (id),
  day date not null,
  status text not null check (status in ('succeeded', 'failed', 'cancelled')),
  jobs bigint not null,
  primary key (owner, day, status)
);

-- What the lines of their bills add up to, by model. Numeric, so that no sum is too large and fails the end of a job.
create table usage_day_models (
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

/*
 * Takes out of the sums what an analysis was and adds what it is, whichever statement changed it. Deferred: ends of one
 * owner's analyses on one day wait for each other at the commit alone, and in one order, so never in a circle.
 */
create function count_usage() returns trigger language plpgsql as $$
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
create constraint trigger count_usage_of_new after insert on analyses deferrable initially deferred
  for each row when (new.status in ('succeeded', 'failed', 'cancelled')) execute function count_usage();

create constraint trigger count_usage_of_changed after update of status, usage, owner, created_at on analyses
  deferrable initially deferred for each row when (
    (old.status in ('succeeded', 'failed', 'cancelled') or new.status in ('succeeded', 'failed', 'cancelled'))
    and (old.status, old.owner, old.created_at) is distinct from (new.status, new.owner, new.created_at)
    or old.usage is distinct from new.usage)
  execute function count_usage();

create constraint trigger count_usage_of_gone after delete on analyses deferrable initially deferred
  for each row when (old.status in ('succeeded', 'failed', 'cancelled')) execute function count_usage();

-- What attributions cost, for the usage report: an attribution itself goes when a newer one of its analysis has a
-- result.
create table attribution_bills (
  id text primary key,
  owner text not null,
  -- When it was ordered.
  created_at timestamptz not null,
  spent_usd numeric not null check (spent_usd > 0)
);
create index attribution_bills_by_owner on attribution_bills (owner, created_at);

-- What ended runs have cost on the server's own models, by the month in which they were asked for, UTC: what the
-- server's monthly budget is held against. Only what cost something has a row.
create table model_bills (
  job_id text primary key,
  month date not null,
  spent_usd numeric not null
);
create index model_bills_by_month on model_bills (month) include (spent_usd);
