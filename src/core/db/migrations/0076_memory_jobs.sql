-- How much of a model's opinion is memory, measured on an owner's key. What comes of it stands in memory_measurements
-- too, which nobody owns. Times are UTC.

create table memory_jobs (
  id text primary key,
  owner text not null references accounts (id),
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  -- The instrument, the date, the models and the number of repetitions, as they were asked for.
  asked jsonb not null,
  -- Debates that were rated, and that are to be.
  done int not null default 0,
  total int not null,
  budget_usd numeric not null check (budget_usd >= 0),
  held_usd numeric not null default 0 check (held_usd >= 0),
  spent_usd numeric not null default 0 check (spent_usd >= 0),
  result jsonb,
  error text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index memory_jobs_by_owner on memory_jobs (owner, created_at desc);
-- One of an owner's is under way.
create unique index memory_jobs_open on memory_jobs (owner) where state in ('queued', 'running');

-- What models said: after a stop it is not paid for twice.
create table memory_answers (
  job text not null references memory_jobs (id) on delete cascade,
  repetition int not null,
  -- SHA-256 of the prompt.
  prompt text not null,
  spoken json not null,
  primary key (job, repetition, prompt)
);
