-- Symbols that an online data source knew when a list with them was saved, so that it is not asked again.
create table found_symbols (
  symbol text primary key,
  -- As the source has it.
  name text not null,
  found_at timestamptz not null
);
create index found_symbols_by_age on found_symbols (found_at);
