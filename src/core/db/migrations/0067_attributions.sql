-- What a rating rests on, measured by its run again with one thing changed. Times are UTC.

create table attributions (
  id text primary key,
  analysis_id text not null references analyses (id) on delete cascade,
  owner text not null,
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  -- {changes, skipped, repetitions, estimate}, as it was shown when it was ordered.
  planned jsonb not null,
  -- Of the calls of models; null: the rules engine is asked, which is free.
  budget_usd numeric check (budget_usd >= 0),
  held_usd numeric not null default 0 check (held_usd >= 0),
  spent_usd numeric not null default 0 check (spent_usd >= 0),
  -- What was measured so far, in the order of the changes: whoever goes on with it begins behind that.
  measured jsonb not null default '[]',
  result jsonb,
  error text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index attributions_by_analysis on attributions (analysis_id, created_at desc);
-- One of an owner's is under way.
create unique index attributions_open on attributions (owner) where state in ('queued', 'running');

-- What models said to changed prompts: it is not paid for twice.
create table attribution_answers (
  analysis_id text not null references analyses (id) on delete cascade,
  repetition int not null,
  -- SHA-256 of the prompt.
  prompt text not null,
  spoken json not null,
  primary key (analysis_id, repetition, prompt)
);
