-- Adds a run's events in one call, whose plans a connection keeps. Of an event that must stand once, the first stays;
-- what a run that has ended still says is not told. The job's row is locked, so numbers and commits have one order.
create or replace function append_events(job text, told jsonb, at timestamptz) returns void language plpgsql as $$
declare
  held record;
  added integer;
begin
  select last_event, status in ('queued', 'running') as open into held from analyses where id = job for update;
  if not found then return; end if;
  insert into analysis_events (analysis_id, seq, type, data, once, created_at)
  select job, held.last_event + row_number() over (order by place), type, data, once, at
  from jsonb_array_elements(told) with ordinality as listed (event, place),
    lateral (select event ->> 'type' as type, event -> 'data' as data, event ->> 'once' as once) as fields
  where (held.open or type like 'job.%') and (once is null
    or not exists (select from analysis_events as old where old.analysis_id = job and old.once = fields.once));
  get diagnostics added = row_count;
  if added = 0 then return; end if;
  update analyses set last_event = held.last_event + added where id = job;
  perform pg_notify('analysis_events', job);
end
$$;
