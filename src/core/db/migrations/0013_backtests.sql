-- Backtests of the web application. Times are UTC. Gone with their user.

create table backtests (
  id text primary key,
  number integer generated always as identity unique,
  owner text not null references users (id) on delete cascade,
  -- 'elsewhere': a result.json that was brought, read and not checked.
  source text not null check (source in ('here', 'elsewhere')),
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  asked jsonb not null,
  -- Decisions. Null until the worker has counted them.
  done integer not null default 0,
  total integer,
  -- The headline of the result, for lists.
  summary jsonb,
  error text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check ((state = 'succeeded') = (summary is not null)),
  check ((state = 'failed') = (error is not null)),
  check ((state in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null)),
  check (done >= 0 and done <= coalesce(total, done))
);
create index backtests_by_owner on backtests (owner, number desc);
create index backtests_open on backtests (state) where state in ('queued', 'running');

-- What is large stands apart, so that lists never read it: some 300 bytes a decision before Postgres compresses it.
create table backtest_results (
  backtest text primary key references backtests (id) on delete cascade,
  -- json and not jsonb: the keys keep their order, so that the file is the command line's to the byte.
  result json not null,
  -- trades.csv; null where it was not brought along.
  trades text
);

create function guard_backtest() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not (
    (old.state = 'queued' and new.state in ('running', 'failed', 'cancelled')) or
    (old.state = 'running' and new.state in ('succeeded', 'failed', 'cancelled'))
  ) then
    raise exception 'a backtest does not go from % to %', old.state, new.state using errcode = '55000';
  end if;
  return new;
end $$;
create trigger backtest_is_guarded before update on backtests for each row execute function guard_backtest();
