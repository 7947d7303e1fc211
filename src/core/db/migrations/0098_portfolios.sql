-- What an account holds, sealed: name, lots, cash and limits are in no other column and in no other table.
create table portfolios (
  id text primary key,
  owner text not null references accounts (id),
  sealed_portfolio text not null,
  -- Counts up with every change, so that nobody overwrites what they have not seen.
  version int not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index portfolios_by_owner on portfolios (owner, created_at);

-- What the runs of a batch say they hold; each run gets a copy of its own.
create table batch_holdings (
  batch text primary key references jobs (id) on delete cascade,
  sealed_holdings text not null
);
