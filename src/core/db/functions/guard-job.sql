-- The moves between a job's states: those of nextJobState in src/contract/jobs/jobs.ts.
create or replace function guard_job() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not (
    (old.state = 'queued' and new.state in ('running', 'paused', 'failed', 'cancelled')) or
    (old.state = 'running' and new.state in ('paused', 'succeeded', 'failed', 'cancelled')) or
    (old.state = 'paused' and new.state in ('queued', 'succeeded', 'failed', 'cancelled'))
  ) then
    raise exception 'a job does not go from % to %', old.state, new.state using errcode = '55000';
  end if;
  return new;
end $$;
create or replace trigger job_is_guarded before update on jobs for each row execute function guard_job();
