-- Which jobs were at work when their worker died. One that was there three times is set aside.
create table worker_deaths (
  workflow text not null,
  -- The worker, by the name that it had in the engine for its life.
  executor text not null,
  at timestamptz not null,
  primary key (workflow, executor)
);

-- Workers that were told to stop: what they left is no fault of their jobs.
create table worker_stops (
  executor text primary key,
  at timestamptz not null
);
