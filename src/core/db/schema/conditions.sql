-- The conditions that would break a rating, watched at each close. Times are UTC.

create table condition_watches (
  analysis_id text primary key references analyses (id) on delete cascade,
  -- Of the analysis; `house` for the house list.
  owner text not null,
  -- The signal that was published of it, and its list; null: an analysis that its owner asked for.
  list text references signal_lists (id),
  signal_id text,
  symbol text not null,
  asset_type text not null check (asset_type in ('stock', 'crypto', 'index')),
  -- The rating's session, and the last one that was read.
  since date not null,
  read_until date not null,
  conditions jsonb not null,
  -- What the readings come to so far, in the order of the conditions.
  states jsonb not null,
  -- When it is looked at next; null: all are decided.
  due_at timestamptz,
  created_at timestamptz not null,
  check ((list is null) = (signal_id is null))
);
create index condition_watches_due on condition_watches (due_at) where due_at is not null;
create index condition_watches_by_owner on condition_watches (owner, created_at);
create index condition_watches_by_list on condition_watches (list) where list is not null;

-- What the measures of a watch were at a close, as known then. A reading stays as it is.
create table condition_readings (
  analysis_id text not null references condition_watches (analysis_id) on delete cascade,
  session date not null,
  -- By key of the measure: {value, at}.
  measured jsonb not null,
  -- New shares for one old since the rating's session; null: prices from then cannot be compared.
  split double precision check (split > 0),
  noted_at timestamptz not null,
  primary key (analysis_id, session)
);
create trigger condition_readings_stay before update on condition_readings
  for each row execute function signal_refuse();
