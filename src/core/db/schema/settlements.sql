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
