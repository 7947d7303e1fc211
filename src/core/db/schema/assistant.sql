-- The assistant: what it may answer from, and what was asked of it. Times are UTC.

-- For words that are spelled another way. A trusted extension: the database's owner may create it.
create extension if not exists pg_trgm;

create table passages (
  -- Of the page and the heading.
  id text primary key,
  source text not null check (source in ('help', 'blog', 'api')),
  url text not null,
  title text not null,
  heading text,
  body text not null,
  -- SHA-256 of all of the above: what has not changed is not written again.
  digest text not null,
  label text not null generated always as (lower(title || ' ' || coalesce(heading, ''))) stored,
  updated_at timestamptz not null,
  -- Other words in which people ask for a passage, a line each. Found by them, and never quoted from them.
  asks text not null default '',
  document tsvector not null generated always as (
    setweight(to_tsvector('english', title || ' ' || coalesce(heading, '')), 'A') ||
    setweight(to_tsvector('english', asks), 'B') ||
    setweight(to_tsvector('english', body), 'C')) stored
);
create index passages_by_word on passages using gin (document);
create index passages_by_spelling on passages using gin (label gin_trgm_ops);

-- One row: counts the changes, so that whoever holds the passages in memory knows when to read them again.
create table passage_index (
  only_row boolean primary key default true check (only_row),
  revision bigint not null,
  updated_at timestamptz not null
);

insert into passage_index (revision, updated_at) values (0, now());

-- Gone with their user.
create table assistant_conversations (
  owner text not null references users (id) on delete cascade,
  -- The client's choice; another owner may have the same.
  id text not null,
  title text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner, id)
);
create index assistant_conversations_by_time on assistant_conversations (owner, updated_at desc);

create table assistant_turns (
  id text primary key,
  owner text not null,
  conversation text not null,
  seq integer not null,
  question text not null,
  -- Null while it is being written, and when that was broken off.
  answer jsonb,
  vote text check (vote in ('up', 'down')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  unique (owner, conversation, seq),
  foreign key (owner, conversation) references assistant_conversations (owner, id) on delete cascade,
  constraint assistant_vote_has_an_answer check (vote is null or answer is not null)
);

-- Questions asked lately, over all front doors; written by rate-limiter-flexible.
create table assistant_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index assistant_limits_by_end on assistant_limits (expire);
