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

/*
 * Starts jobs: rows, first events and places in the queue, all or nothing. One call at a time, over all processes,
 * so that what it counts stays true until it commits. Nobody is told of the first event: nobody can know of the jobs.
 * Of each submission, in order: `made`; `known`, the job that its idempotency key stands for; `full`; `unfunded`,
 * when the most it may cost (`most_usd`) does not fit into what is left of the server's budget for the month
 * (`cap_usd`); or `spent`, when `quota` leaves the owner fewer analyses this month than the submission has `runs`.
 * Decided in this order: the idempotency key, the queue's bound, the server's budget, the month's quota, the slot. The figures are the caller's: src/product/analyses/lib/submit-job.ts.
 */
create or replace function submit_job(submissions json, workflow text, queue text, application text)
returns table (place int, outcome text, analysis_id text, waiting int) language plpgsql as $$
declare
  each record;
  load jsonb;
  chosen text;
  chosen_load int;
  partitions text[] := '{}';
  made int[] := '{}';
  keys jsonb := '{}';
  taken jsonb := '{}';
  committed numeric;
begin
  perform pg_advisory_xact_lock(727303);
  -- A statement of its own, which sees what was committed while this call waited.
  select coalesce(sum(n) filter (where status = 'queued'), 0),
    coalesce(jsonb_object_agg(partition, total) filter (where first), '{}')
  into waiting, load
  from (
    select partition, status, count(*)::int as n, sum(count(*)) over same as total, row_number() over same = 1 as first
    from analyses where status in ('queued', 'running')
    group by partition, status window same as (partition by partition)
  ) as open;

  for each in
    select row.*, old.id as known, coalesce(so_far.submitted, 0) as submitted
    from json_to_recordset(submissions)
      as row (place int, id text, owner text, slots int, idempotency_key text, most_queued int, quota int, month date, runs int,
        cap_usd numeric, most_usd numeric)
    left join analyses as old on old.owner = row.owner and old.idempotency_key = row.idempotency_key
    left join monthly_analyses as so_far on so_far.owner = row.owner and so_far.month = row.month
    order by row.place
  loop
    place := each.place;
    -- Idempotency.
    if each.idempotency_key is not null then
      analysis_id := coalesce(each.known, keys ->> (length(each.owner) || each.owner || each.idempotency_key));
      if analysis_id is not null then
        outcome := 'known';
        return next;
        continue;
      end if;
    end if;
    analysis_id := null;
    -- The queue's bound.
    if waiting >= each.most_queued then
      outcome := 'full';
      return next;
      continue;
    end if;
    -- The server's budget for the month.
    if each.cap_usd is not null and each.most_usd > 0 then
      committed := coalesce(committed, committed_in(each.month));
      if committed + each.most_usd > each.cap_usd then
        outcome := 'unfunded';
        return next;
        continue;
      end if;
    end if;
    -- The month's quota.
    if each.quota is not null then
      if each.submitted + coalesce((taken -> each.owner)::int, 0) + coalesce(each.runs, 1) > each.quota then
        outcome := 'spent';
        return next;
        continue;
      end if;
      taken := taken || jsonb_build_object(each.owner, coalesce((taken -> each.owner)::int, 0) + coalesce(each.runs, 1));
    end if;
    committed := committed + coalesce(each.most_usd, 0);
    -- The concurrency slot: the owner's partition with the fewest open jobs; the first of equals.
    chosen := null;
    for slot in 0 .. each.slots - 1 loop
      if chosen is null or coalesce((load -> (each.owner || '#' || slot))::int, 0) < chosen_load then
        chosen := each.owner || '#' || slot;
        chosen_load := coalesce((load -> chosen)::int, 0);
      end if;
      exit when chosen_load = 0;
    end loop;
    load := load || jsonb_build_object(chosen, chosen_load + 1);
    if each.idempotency_key is not null then
      keys := keys || jsonb_build_object(length(each.owner) || each.owner || each.idempotency_key, each.id);
    end if;
    waiting := waiting + 1;
    made := made || each.place;
    partitions := partitions || chosen;
    outcome := 'made';
    analysis_id := each.id;
    return next;
  end loop;
  if cardinality(made) = 0 then return; end if;

  insert into accounts (id, plan, created_at)
  select distinct on (owner) owner, plan, created_at
  from json_to_recordset(submissions) as row (place int, owner text, plan text, created_at timestamptz)
  where row.place = any(made)
  on conflict (id) do nothing;

  insert into monthly_analyses as so_far (owner, month, submitted)
  select owner, month, sum(coalesce(runs, 1))
  from json_to_recordset(submissions) as row (place int, owner text, quota int, month date, runs int)
  where row.place = any(made) and quota is not null
  group by owner, month
  on conflict (owner, month) do update set submitted = so_far.submitted + excluded.submitted;

  insert into analyses (id, owner, status, request, setting, partition, idempotency_key, request_id, webhook_url,
    webhook_secret, webhook_secret_made, created_at, last_event)
  select id, owner, 'queued', request, setting, accepted.partition, idempotency_key, request_id, webhook_url,
    webhook_secret, coalesce(webhook_secret_made, false), created_at, 1
  from unnest(made, partitions) as accepted (place, partition)
  join json_to_recordset(submissions) as row (place int, id text, owner text, request jsonb, setting jsonb,
    idempotency_key text, request_id text, webhook_url text, webhook_secret text, webhook_secret_made boolean,
    created_at timestamptz) using (place);

  insert into analysis_holdings (analysis_id, sealed_holdings)
  select id, holdings from json_to_recordset(submissions) as row (place int, id text, holdings text)
  where row.place = any(made) and holdings is not null;

  insert into analysis_events (analysis_id, seq, type, data, once, created_at)
  select id, 1, 'job.queued', '{}', 'job.queued', created_at
  from json_to_recordset(submissions) as row (place int, id text, created_at timestamptz) where row.place = any(made);

  -- The durable engine's own function for those who enqueue from SQL.
  perform dbos.enqueue_workflow(workflow_name => workflow, queue_name => queue, application_name => application,
    workflow_id => id, positional_args => array[to_json(id)], queue_partition_key => accepted.partition,
    priority => priority, timeout_ms => timeout_ms)
  from unnest(made, partitions) as accepted (place, partition)
  join json_to_recordset(submissions) as row (place int, id text, priority int, timeout_ms bigint) using (place);
end
$$;
