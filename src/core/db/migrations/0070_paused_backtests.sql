-- A backtest can be paused: it keeps what it has decided, and asks nothing until it goes on.

alter table backtests drop constraint backtests_state_check;
alter table backtests add constraint backtests_state_check
  check (state in ('queued', 'running', 'paused', 'succeeded', 'failed', 'cancelled')) not valid;

create or replace function guard_backtest() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not (
    (old.state = 'queued' and new.state in ('running', 'paused', 'failed', 'cancelled')) or
    (old.state = 'running' and new.state in ('paused', 'succeeded', 'failed', 'cancelled')) or
    (old.state = 'paused' and new.state in ('queued', 'succeeded', 'failed', 'cancelled'))
  ) then
    raise exception 'a backtest does not go from % to %', old.state, new.state using errcode = '55000';
  end if;
  return new;
end $$;

-- By itself
alter table backtests validate constraint backtests_state_check;
