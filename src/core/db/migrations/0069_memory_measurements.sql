-- How much of a model's opinion on a date is memory. Of models and instruments alone: nobody owns a measurement. The
-- newest of a model, an instrument and a session stays.
create table memory_measurements (
  provider text not null,
  deep text not null,
  quick text not null,
  symbol text not null,
  session date not null,
  -- The year of the session, by which measurements of a model are put together.
  period text not null check (period ~ '^\d{4}$'),
  measurement jsonb not null,
  measured_at timestamptz not null,
  primary key (provider, deep, quick, symbol, session)
);
create index memory_measurements_by_period on memory_measurements (provider, deep, quick, period);
