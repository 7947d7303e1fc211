/*
 * What is spent or promised of a month on the server's models, US dollars: ended runs at their cost, open ones at the
 * most they may cost. Read under the lock of submit_job it holds until the transaction ends.
 */
create or replace function committed_in(first_day date) returns numeric language sql stable as $$
  select coalesce((select sum(spent_usd) from model_bills where month = first_day), 0)
    + coalesce((select sum((setting ->> 'budget_usd')::numeric * coalesce((request ->> 'runs')::int, 1))
      from analyses where status in ('queued', 'running') and not setting ? 'own_model'
        and created_at >= first_day::timestamp at time zone 'UTC'), 0)
    + coalesce((select sum(job.budget_usd) from jobs as job join analyses as run on run.id = job.analysis_id
      where job.kind = 'attribution' and job.state in ('queued', 'running') and not run.setting ? 'own_model'
        and job.created_at >= first_day::timestamp at time zone 'UTC'), 0)
$$;
