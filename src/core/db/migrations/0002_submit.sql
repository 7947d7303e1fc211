-- Submissions in one round trip: each is one of a list, and has its own outcome.

-- Whether the server made webhook_secret. Only then it is told, with the answer to the submission.
alter table analyses add column webhook_secret_made boolean not null default false;

-- Each call counts the open jobs by partition and state.
drop index analyses_open;
create index analyses_open on analyses (partition, status) where status in ('queued', 'running');
-- An identity column gives no number twice; nobody looks a job up by it.
alter table analyses drop constraint analyses_number_key;

-- Submissions of a calendar month (UTC), counted where they are accepted.
create table monthly_analyses (
  owner text not null references accounts (id),
  month date not null check (extract(day from month) = 1),
  submitted integer not null check (submitted >= 0),
  primary key (owner, month)
);
