-- The lines of a run's bill, with those of a holder's part.
create or replace function billed_lines(usage jsonb, holdings_usage jsonb) returns jsonb language sql immutable as $$
  select coalesce(usage -> 'agents', '[]') || coalesce(holdings_usage -> 'agents', '[]')
$$;

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
  from (values (-1, old.usage_counted, old.owner, old.created_at, old.status, billed_lines(old.usage, old.holdings_usage)),
      (1, new.usage_counted, new.owner, new.created_at, new.status, billed_lines(new.usage, new.holdings_usage)))
    as side (sign, counted, owner, created_at, status, lines), jsonb_array_elements(side.lines) as line
  where counted and status in ('succeeded', 'failed', 'cancelled')
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (owner, day, status, model) do update set lines = kept.lines + excluded.lines,
    calls = kept.calls + excluded.calls, input_tokens = kept.input_tokens + excluded.input_tokens,
    output_tokens = kept.output_tokens + excluded.output_tokens, cost_usd = kept.cost_usd + excluded.cost_usd;
  return null;
end $$;
