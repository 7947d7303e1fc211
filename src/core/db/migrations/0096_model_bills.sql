-- What ended runs have cost on the server's own models, by the month in which they were asked for, UTC: what the
-- server's monthly budget is held against. Only what cost something has a row.
create table model_bills (
  job_id text primary key,
  month date not null,
  spent_usd numeric not null
);
create index model_bills_by_month on model_bills (month) include (spent_usd);
