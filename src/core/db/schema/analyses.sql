-- Analyses with their events and links. Times are UTC; money stands in the run's JSON as decimal strings.

create table analyses (
  id text primary key,
  -- Orders lists and cursors.
  number integer generated always as identity,
  owner text not null references accounts (id),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  request jsonb not null,
  -- What the run is made with when the request does not say: rounds, budget, models.
  setting jsonb not null,
  -- The queue partition that carries its owner's share of the slots.
  partition text not null,
  idempotency_key text,
  -- Follows the job through all logs.
  request_id text not null,
  webhook_url text,
  webhook_secret text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  result jsonb,
  usage jsonb,
  manifest jsonb,
  error text,
  -- The number of the last event; adding one locks the row, so events of a run commit in their order.
  last_event integer not null default 0,
  -- Whether the server made webhook_secret. Only then it is told, with the answer to the submission.
  webhook_secret_made boolean not null default false,
  -- Whether it is in the sums by day below, once it has ended.
  usage_counted boolean not null default true,
  -- What the as-of door kept back from an analysis, by source and reason: counts and hashes. Null: no record was kept.
  refused jsonb,
  -- The number of the last event that was removed; null: all are kept. Events behind it came later, such as a cancel.
  events_removed integer,
  -- When all of its result but the rating was removed; null: it is kept, or there never was one.
  result_removed_at timestamptz,
  unique (owner, idempotency_key)
);

-- The models of a run, read in one look at its manifest.
create function run_models(manifest jsonb) returns text[] language plpgsql immutable as $$
declare
  config jsonb := manifest -> 'config';
begin
  return array[config ->> 'llm_provider', config ->> 'deep_think_llm', config ->> 'quick_think_llm'];
end $$;

create index analyses_by_owner on analyses (owner, number desc);
create index analyses_open on analyses (partition, status) where status in ('queued', 'running');
-- `usage` is kept of every run that has ended, also of a failed or cancelled one: what its finished calls have cost.
create index analyses_uncounted on analyses (finished_at)
  where usage is null and started_at is not null and status in ('failed', 'cancelled');
-- For the worker that looks for what is not sealed yet.
create index analyses_with_webhook on analyses (id) where webhook_url is not null;
create index analyses_by_time on analyses (owner, created_at);
create index analyses_open_by_owner on analyses (owner) where status in ('queued', 'running');
create index analyses_by_status on analyses (owner, status, number desc);
create index analyses_by_symbol on analyses (owner, upper(request ->> 'ticker'), number desc);
create index analyses_by_trade_date on analyses (owner, (request ->> 'trade_date'));
create index analyses_by_rating on analyses (owner, (result ->> 'rating'), number desc)
  where status = 'succeeded';
create index analyses_by_session
  on analyses (owner, upper(request ->> 'ticker'), (request ->> 'trade_date') desc, number desc)
  where status = 'succeeded';
create index analyses_by_models on analyses (run_models(manifest), number desc)
  where status = 'succeeded' and (usage ->> 'calls')::int > 0;
create index analyses_by_number on analyses (number desc);
create index analyses_by_end on analyses (finished_at) where finished_at is not null;
create index analyses_with_events on analyses (finished_at)
  where finished_at is not null and events_removed is null;
create index analyses_with_result on analyses (finished_at)
  where result is not null and result_removed_at is null;

create table analysis_events (
  analysis_id text not null references analyses (id),
  seq integer not null,
  type text not null,
  data jsonb not null,
  -- Set where an event must stand once, also when a resumed run tells it again.
  once text,
  created_at timestamptz not null,
  primary key (analysis_id, seq),
  unique (analysis_id, once)
);

create table decisions (
  run_id text primary key,
  symbol text not null,
  session date not null,
  rating text not null,
  reasoner text not null
);
create index decisions_by_symbol on decisions (symbol);

-- Submissions of a calendar month (UTC), counted where they are accepted.
create table monthly_analyses (
  owner text not null references accounts (id),
  month date not null check (extract(day from month) = 1),
  submitted integer not null check (submitted >= 0),
  primary key (owner, month)
);

-- Links under which anybody reads one report, found by the SHA-256 of their token; the token is for its owner to copy.
create table analysis_shares (
  -- Sealed (src/core/vault.ts), as all secrets that must be read again.
  sealed_token text not null,
  analysis_id text not null references analyses (id),
  created_at timestamptz not null,
  revoked_at timestamptz,
  digest text primary key
);
-- One link for an analysis at a time: revoking it revokes all there is.
create unique index analysis_shares_open on analysis_shares (analysis_id) where revoked_at is null;

-- PDFs by what they were made from, so that the same one is made once. All of them can be made again: a crash may
-- empty the table, and the oldest give way to new ones.
create unlogged table rendered_documents (
  -- SHA-256 of the renderer's own sources and of everything that stands in the document.
  hash text primary key,
  owner text not null,
  -- Not compressed again.
  bytes bytea storage external not null,
  size integer not null,
  -- To the hour.
  used_at timestamptz not null
);
create index rendered_documents_by_use on rendered_documents (used_at);
create index rendered_documents_by_owner on rendered_documents (owner);

create function forget_documents() returns trigger language plpgsql as $$
begin
  delete from rendered_documents where owner = old.id;
  return old;
end $$;
create trigger forget_documents before delete on users for each row execute function forget_documents();

create function forget_own_models() returns trigger language plpgsql as $$
begin
  update signal_lists set own_model = null where owner = old.id and own_model is not null;
  update analyses set setting = setting - 'own_model' - 'own_defaults' where owner = old.id and setting ? 'own_model';
  return old;
end $$;
create trigger forget_own_models before delete on users for each row execute function forget_own_models();

-- Symbols that an online data source knew when a list with them was saved, so that it is not asked again.
create table found_symbols (
  symbol text primary key,
  -- As the source has it.
  name text not null,
  found_at timestamptz not null
);
create index found_symbols_by_age on found_symbols (found_at);

-- What a batch started between the last look at what is open and the end of its owner's account ran on, and its result
-- was kept. It is cancelled with the account, and a late finish never overwrites that.
-- Behind forget_test_data by its name, which waits for whoever starts the analyses of a batch.
create function end_open_analyses() returns trigger language plpgsql as $$
begin
  update analyses set status = 'cancelled', finished_at = now()
    where owner in (old.id, 'test ' || old.id) and status in ('queued', 'running');
  return old;
end $$;
create trigger open_analyses_end before delete on users for each row execute function end_open_analyses();

-- What the owner of an analysis holds, and what its opinion means for it. Sealed, in no other table, and gone with the
-- account. What the second part cost is billed with the run.
create table analysis_holdings (
  analysis_id text primary key references analyses (id) on delete cascade,
  sealed_holdings text not null,
  sealed_advice text,
  cost_usd numeric
);

-- What was used and what it cost, in sums and bills that outlive what they are of. Times are UTC.

-- How many of an owner's analyses ended, by the day (UTC) on which they were asked for and by what they came to.
-- Of those that have not ended there are few, and they are counted where they stand.
create table usage_days (
  owner text not null references accounts (id),
  day date not null,
  status text not null check (status in ('succeeded', 'failed', 'cancelled')),
  jobs bigint not null,
  primary key (owner, day, status)
);

-- What the lines of their bills add up to, by model. Numeric, so that no sum is too large and fails the end of a job.
create table usage_day_models (
  owner text not null references accounts (id),
  day date not null,
  status text not null check (status in ('succeeded', 'failed', 'cancelled')),
  model text not null,
  lines bigint not null,
  calls numeric not null,
  input_tokens numeric not null,
  output_tokens numeric not null,
  cost_usd numeric not null,
  primary key (owner, day, status, model)
);

/*
 * Takes out of the sums what an analysis was and adds what it is, whichever statement changed it. Deferred: ends of one
 * owner's analyses on one day wait for each other at the commit alone, and in one order, so never in a circle.
 */
create function count_usage() returns trigger language plpgsql as $$
begin
  insert into usage_days as kept (owner, day, status, jobs)
  select owner, (created_at at time zone 'UTC')::date, status, sum(sign)
  from (values (-1, old.usage_counted, old.owner, old.created_at, old.status),
      (1, new.usage_counted, new.owner, new.created_at, new.status))
    as side (sign, counted, owner, created_at, status)
  where counted and status in ('succeeded', 'failed', 'cancelled')
  group by 1, 2, 3 having sum(sign) <> 0 order by 1, 2, 3
  on conflict (owner, day, status) do update set jobs = kept.jobs + excluded.jobs;

  insert into usage_day_models as kept (owner, day, status, model, lines, calls, input_tokens, output_tokens, cost_usd)
  select owner, (created_at at time zone 'UTC')::date, status, line ->> 'model', sum(sign),
    sum(sign * (line ->> 'calls')::numeric), sum(sign * (line ->> 'input_tokens')::numeric),
    sum(sign * (line ->> 'output_tokens')::numeric), coalesce(sum(sign * (line ->> 'cost_usd')::numeric), 0)
  from (values (-1, old.usage_counted, old.owner, old.created_at, old.status, old.usage),
      (1, new.usage_counted, new.owner, new.created_at, new.status, new.usage))
    as side (sign, counted, owner, created_at, status, usage), jsonb_array_elements(usage -> 'agents') as line
  where counted and status in ('succeeded', 'failed', 'cancelled')
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (owner, day, status, model) do update set lines = kept.lines + excluded.lines,
    calls = kept.calls + excluded.calls, input_tokens = kept.input_tokens + excluded.input_tokens,
    output_tokens = kept.output_tokens + excluded.output_tokens, cost_usd = kept.cost_usd + excluded.cost_usd;
  return null;
end $$;
create constraint trigger count_usage_of_new after insert on analyses deferrable initially deferred
  for each row when (new.status in ('succeeded', 'failed', 'cancelled')) execute function count_usage();

create constraint trigger count_usage_of_changed after update of status, usage, owner, created_at on analyses
  deferrable initially deferred for each row when (
    (old.status in ('succeeded', 'failed', 'cancelled') or new.status in ('succeeded', 'failed', 'cancelled'))
    and (old.status, old.owner, old.created_at) is distinct from (new.status, new.owner, new.created_at)
    or old.usage is distinct from new.usage)
  execute function count_usage();

create constraint trigger count_usage_of_gone after delete on analyses deferrable initially deferred
  for each row when (old.status in ('succeeded', 'failed', 'cancelled')) execute function count_usage();

-- What attributions cost, for the usage report: an attribution itself goes when a newer one of its analysis has a
-- result.
create table attribution_bills (
  id text primary key,
  owner text not null,
  -- When it was ordered.
  created_at timestamptz not null,
  spent_usd numeric not null check (spent_usd > 0)
);
create index attribution_bills_by_owner on attribution_bills (owner, created_at);

-- What ended runs have cost on the server's own models, by the month in which they were asked for, UTC: what the
-- server's monthly budget is held against. Only what cost something has a row.
create table model_bills (
  job_id text primary key,
  month date not null,
  spent_usd numeric not null
);
create index model_bills_by_month on model_bills (month) include (spent_usd);
