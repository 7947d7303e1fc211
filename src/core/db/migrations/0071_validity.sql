-- What backtests prove, and how many were tried. Times are UTC.

-- Every configuration that an owner has tried, by its settings and its ratings. Deleting a backtest takes none back;
-- they go with the account alone.
create table backtest_trials (
  owner text not null references accounts (id),
  id text not null,
  -- {id, symbols, from, to, reasoner, sharpe, sessions}.
  trial jsonb not null,
  primary key (owner, id)
);
create function forget_trials() returns trigger language plpgsql as $$
begin
  delete from backtest_trials where owner = old.id;
  return old;
end $$;
create trigger forget_trials before delete on users for each row execute function forget_trials();

-- The trial that a backtest is; null: its result was not counted yet.
alter table backtests add column trial text;

-- The validity report of a backtest: the newest, and how the making of the next goes.
create table backtest_validity (
  backtest text primary key references backtests (id) on delete cascade,
  -- Of the workflow that makes it.
  job text not null unique,
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed')),
  -- The last one that was made; it stays while another is under way. json and not jsonb: the keys keep their order.
  report json,
  error text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check (state <> 'succeeded' or report is not null),
  check ((state = 'failed') = (error is not null)),
  check ((state in ('succeeded', 'failed')) = (finished_at is not null))
);
create index backtest_validity_open on backtest_validity (state) where state in ('queued', 'running');
