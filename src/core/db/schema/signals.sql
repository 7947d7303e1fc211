-- The signal engine: lists, their runs, the chain of what was published, and the prices that settle it. Times are UTC.

create table signal_lists (
  id text primary key,
  -- Null: the house's own.
  owner text references accounts (id),
  name text not null,
  -- [{symbol, asset_type}]
  instruments jsonb not null,
  schedule jsonb not null,
  -- How often each debate is repeated.
  runs integer not null check (runs between 1 and 5),
  created_at timestamptz not null,
  -- What was due before is not caught up: set when the list is made, and when its schedule or instruments change.
  starts_at timestamptz not null,
  deleted_at timestamptz,
  -- The newest entry of its chain; moved by entries alone.
  last_entry integer not null default 0,
  head text not null default repeat('0', 64),
  -- The provider and models that a list's runs are made with on its owner's key; null: the service's.
  own_model jsonb,
  -- The language that a list's reports are written in, as a BCP 47 tag.
  language text not null default 'en'
    constraint list_language_is_a_tag check (language ~ '^[A-Za-z0-9-]{2,35}$'),
  -- Whether a list is run again on an instrument when a condition of its signal breaks.
  rerun_on_break boolean not null default false,
  -- Whether a Sell of a list is a short position.
  allow_short boolean not null default false,
  check ((id = 'house') = (owner is null))
);
create index signal_lists_by_owner on signal_lists (owner) where deleted_at is null;

-- One analysis of an instrument for a list as of a session, however many workers there are.
create table signal_runs (
  list text not null references signal_lists (id),
  symbol text not null,
  session date not null,
  asset_type text not null check (asset_type in ('stock', 'crypto')),
  due_at timestamptz not null,
  state text not null default 'due' check (state in ('due', 'started', 'ended')),
  -- The jobs of its repetitions, in their order.
  analyses text[] not null default '{}',
  started_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('signal', 'review', 'failed', 'skipped')),
  reason text,
  -- Of the entry that it became.
  entry integer,
  primary key (list, symbol, session),
  check ((state = 'ended') = (outcome is not null)),
  check ((outcome = 'signal') = (entry is not null))
);
create index signal_runs_open on signal_runs (state, due_at) where state <> 'ended';
create index signal_runs_by_analysis on signal_runs using gin (analyses);

-- What was published. `body` is canonical JSON, holds the hash of the entry before, and is what `hash` is of; all
-- other columns follow from it. Nothing is ever changed or removed: a signal is withdrawn by an entry that says so.
create table signal_entries (
  list text not null references signal_lists (id),
  number integer not null check (number > 0),
  body text not null,
  hash text not null check (hash = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
  published_at timestamptz not null,
  kind text not null generated always as (body::jsonb ->> 'kind') stored,
  signal_id text generated always as (case when body::jsonb ->> 'kind' = 'signal' then body::jsonb ->> 'id' end) stored
    unique,
  symbol text generated always as (body::jsonb ->> 'symbol') stored,
  rating text generated always as (body::jsonb ->> 'rating') stored,
  changed boolean generated always as ((body::jsonb ->> 'changed')::boolean) stored,
  -- The signal that it withdraws.
  withdraws integer generated always as ((body::jsonb ->> 'of')::integer) stored,
  primary key (list, number),
  unique (list, withdraws),
  check (body::jsonb ->> 'list' = list and (body::jsonb ->> 'number')::integer = number)
);
create index signal_entries_by_symbol on signal_entries (list, symbol, number desc);

create function signal_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the record of signals is only added to: % on %', tg_op, tg_table_name using errcode = '55000';
end $$;

-- An entry follows the newest one, and is then the newest. The list's row stays locked until the commit, so that
-- numbers and commits have one order.
create function signal_append() returns trigger language plpgsql as $$
declare
  held signal_lists;
begin
  select * into held from signal_lists where id = new.list for update;
  if new.number <> held.last_entry + 1 or new.body::jsonb ->> 'previous' <> held.head then
    raise exception 'an entry follows the newest one: % of %', new.number, new.list using errcode = '55000';
  end if;
  update signal_lists set last_entry = new.number, head = new.hash where id = new.list;
  return new;
end $$;
create trigger signal_entry_follows before insert on signal_entries for each row execute function signal_append();
create trigger signal_entries_stay before update or delete on signal_entries
  for each row execute function signal_refuse();
create trigger signal_entries_are_kept before truncate on signal_entries execute function signal_refuse();

create function signal_guard_list() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.last_entry <> 0 or new.head <> repeat('0', 64) then
      raise exception 'a chain begins empty' using errcode = '55000';
    end if;
  -- Depth 1 is a statement of ours; an entry's own update stands one deeper.
  elsif pg_trigger_depth() < 2 and (new.last_entry <> old.last_entry or new.head <> old.head) then
    raise exception 'the head of a chain is moved by entries alone' using errcode = '55000';
  end if;
  return new;
end $$;
create trigger signal_list_is_guarded before insert or update on signal_lists
  for each row execute function signal_guard_list();
create trigger signal_lists_stay before delete on signal_lists for each row execute function signal_refuse();
create trigger signal_lists_are_kept before truncate on signal_lists execute function signal_refuse();

-- The head at the end of each day, as it was shown.
create table signal_heads (
  list text not null references signal_lists (id),
  day date not null,
  number integer not null,
  hash text not null,
  noted_at timestamptz not null,
  primary key (list, day)
);
create trigger signal_heads_stay before update or delete on signal_heads
  for each row execute function signal_refuse();
create trigger signal_heads_are_kept before truncate on signal_heads execute function signal_refuse();

-- What an instrument is held against in the record, chosen when it is first settled. Null: cash.
create table signal_benchmarks (
  symbol text primary key,
  benchmark text,
  chosen_at timestamptz not null
);
create trigger signal_benchmarks_stay before update or delete on signal_benchmarks
  for each row execute function signal_refuse();
create trigger signal_benchmarks_are_kept before truncate on signal_benchmarks execute function signal_refuse();

-- Each session as it was known at its own close: raw prices, and the corporate actions of the day. Only added to, so
-- that no later record moves what was settled.
create table signal_days (
  symbol text not null,
  session date not null,
  opens_at timestamptz not null,
  -- Null: a session without a price.
  open double precision check (open > 0),
  close double precision check (close > 0),
  -- New shares for one, and cash a share after them, since the session before.
  split double precision not null check (split > 0),
  dividend double precision not null check (dividend >= 0),
  source text,
  noted_at timestamptz not null,
  primary key (symbol, session),
  check ((open is null) = (close is null))
);
create trigger signal_days_stay before update or delete on signal_days for each row execute function signal_refuse();
create trigger signal_days_are_kept before truncate on signal_days execute function signal_refuse();

-- Who is told of changed ratings otherwise than by e-mail, and of which symbols; null: of all.
create table signal_alerts (
  owner text primary key references users (id) on delete cascade,
  webhook_url text,
  webhook_secret text,
  symbols text[],
  changed_at timestamptz not null,
  check ((webhook_url is null) = (webhook_secret is null))
);

-- Whoever deletes the account has no lists any more; their chains stay under the bare id.
create function retire_signal_lists() returns trigger language plpgsql as $$
begin
  update signal_lists set deleted_at = now() where owner = old.id and deleted_at is null;
  return old;
end $$;
create trigger retire_signal_lists before delete on users for each row execute function retire_signal_lists();

-- What settles signals stands under a chain of hashes like the signals themselves: each session of signal_days and each
-- choice of signal_benchmarks is an entry, made by the database when the row is added. `body` is JSON with sorted keys
-- and without spaces, holds the hash of the entry before, and is what `hash` is of.
create table settlement_entries (
  number integer primary key check (number > 0),
  body text not null,
  hash text not null check (hash = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
  noted_at timestamptz not null,
  kind text not null generated always as (body::jsonb ->> 'kind') stored,
  symbol text generated always as (body::jsonb ->> 'symbol') stored,
  session text generated always as (body::jsonb ->> 'session') stored,
  check ((body::jsonb ->> 'number')::integer = number)
);
create unique index settlement_entries_by_row on settlement_entries (kind, symbol, coalesce(session, ''))
  where kind <> 'sealed';

-- The newest entry; moved by entries alone.
create table settlement_head (
  one boolean primary key default true check (one),
  last_entry integer not null default 0,
  head text not null default repeat('0', 64)
);

insert into settlement_head default values;

-- The head at the end of each day, as it was shown.
create table settlement_heads (
  day date primary key,
  number integer not null,
  hash text not null,
  noted_at timestamptz not null
);

-- The head stays locked until the commit, so that numbers and commits have one order.
create function settlement_add(content jsonb, at timestamptz) returns void language plpgsql as $$
declare
  held settlement_head;
  made text;
begin
  select * into held from settlement_head for update;
  select '{' || string_agg(to_json(key)::text || ':' || value::text, ',' order by key collate "C") || '}' into made
    from jsonb_each(content || jsonb_build_object('version', 1, 'number', held.last_entry + 1, 'previous', held.head));
  insert into settlement_entries (number, body, hash, noted_at)
    values (held.last_entry + 1, made, encode(sha256(convert_to(made, 'UTF8')), 'hex'), at);
end $$;

create function settlement_time(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function settlement_of_day(kept signal_days) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', 'session', 'symbol', kept.symbol, 'session', kept.session,
    'opens_at', settlement_time(kept.opens_at), 'open', kept.open, 'close', kept.close, 'split', kept.split,
    'dividend', kept.dividend, 'source', kept.source, 'noted_at', settlement_time(kept.noted_at))
$$;

create function settlement_of_benchmark(kept signal_benchmarks) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', 'benchmark', 'symbol', kept.symbol, 'benchmark', kept.benchmark,
    'chosen_at', settlement_time(kept.chosen_at))
$$;

create function settlement_append() returns trigger language plpgsql as $$
declare
  held settlement_head;
begin
  select * into held from settlement_head for update;
  -- Depth 1 is a statement of ours: an entry is made by the row that it is of.
  if pg_trigger_depth() < 2 or new.number <> held.last_entry + 1 or new.body::jsonb ->> 'previous' <> held.head then
    raise exception 'an entry is made by a row that is added: %', new.number using errcode = '55000';
  end if;
  update settlement_head set last_entry = new.number, head = new.hash;
  return new;
end $$;

create function settlement_guard_head() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'the head of a chain is moved by entries alone' using errcode = '55000';
  end if;
  return new;
end $$;
create trigger settlement_entry_follows before insert on settlement_entries
  for each row execute function settlement_append();
create trigger settlement_entries_stay before update or delete on settlement_entries
  for each row execute function signal_refuse();
create trigger settlement_entries_are_kept before truncate on settlement_entries execute function signal_refuse();
create trigger settlement_head_is_guarded before insert or update on settlement_head
  for each row execute function settlement_guard_head();
create trigger settlement_head_stays before delete on settlement_head for each row execute function signal_refuse();
create trigger settlement_head_is_kept before truncate on settlement_head execute function signal_refuse();
create trigger settlement_heads_stay before update or delete on settlement_heads
  for each row execute function signal_refuse();
create trigger settlement_heads_are_kept before truncate on settlement_heads execute function signal_refuse();

create function settlement_chain_day() returns trigger language plpgsql as $$
begin
  perform settlement_add(settlement_of_day(new), new.noted_at);
  return null;
end $$;

create function settlement_chain_benchmark() returns trigger language plpgsql as $$
begin
  perform settlement_add(settlement_of_benchmark(new), new.chosen_at);
  return null;
end $$;
create trigger signal_day_is_chained after insert on signal_days
  for each row execute function settlement_chain_day();
create trigger signal_benchmark_is_chained after insert on signal_benchmarks
  for each row execute function settlement_chain_benchmark();
