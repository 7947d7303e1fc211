-- Where people are told of what happens besides by mail, what they were told, and their calendar. Times are UTC.

create table channels (
  id text primary key,
  owner text not null references users (id) on delete cascade,
  kind text not null check (kind in ('telegram', 'discord', 'slack', 'ntfy', 'webhook')),
  name text not null,
  -- Addresses and tokens as JSON, sealed; null until a chat is connected.
  sealed_target text,
  -- What of the target may be shown: a host, the end of a name. No secret.
  hint text not null,
  -- Of the place that counts messages, such as a chat or a webhook; several channels may lead to one.
  destination text,
  state text not null check (state in ('connecting', 'active', 'paused')),
  -- Why it was paused; null: its owner did it.
  reason text,
  -- SHA-256 of the token that connects a chat, until when.
  connect_digest text unique,
  connect_expires_at timestamptz,
  -- {account: [event], lists: {default: [event], LIST: [event]}}
  choices jsonb not null,
  -- {zone, quiet: {from, to, mode} | null, digest: {every, hour, weekday} | null, language}
  manner jsonb not null,
  next_digest_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((state = 'connecting') = (sealed_target is null)),
  check ((sealed_target is null) = (destination is null))
);
create index channels_by_owner on channels (owner, created_at);
create index channels_active on channels (id) where state = 'active';
create index channels_digest on channels (next_digest_at) where next_digest_at is not null;

create table channel_messages (
  id text primary key,
  channel text not null references channels (id) on delete cascade,
  owner text not null references users (id) on delete cascade,
  event text not null,
  -- Of one happening a channel is told once.
  once text not null,
  data jsonb not null,
  -- `waiting` to be queued at due_at, `held` by quiet hours until due_at, `queued` with a worker, `collected` for the
  -- next digest, `digested` into one, or how it ended.
  state text not null check (state in ('waiting', 'held', 'queued', 'collected', 'digested', 'sent', 'dropped', 'failed')),
  due_at timestamptz,
  -- How often it was queued; a workflow of an earlier turn does nothing.
  turn integer not null default 0,
  attempts integer not null default 0,
  -- Attempts that failed otherwise than by a limit of the service.
  failures integer not null default 0,
  -- Its place in the destination's row, once it has one.
  slot_at timestamptz,
  -- Why it was dropped or failed.
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (channel, once),
  check ((state in ('waiting', 'held', 'queued')) = (due_at is not null))
);
create index channel_messages_due on channel_messages (due_at) where due_at is not null;
create index channel_messages_by_channel on channel_messages (channel, created_at desc);
create index channel_messages_by_owner on channel_messages (owner);

create table channel_attempts (
  id text primary key,
  message text not null references channel_messages (id) on delete cascade,
  owner text not null references users (id) on delete cascade,
  number integer not null,
  -- Null: nothing was answered.
  status integer,
  error text,
  next_at timestamptz,
  created_at timestamptz not null
);
create index channel_attempts_by_message on channel_attempts (message, number);
create index channel_attempts_by_owner on channel_attempts (owner);

-- When a destination may be sent to next: how services' limits are kept over all workers.
create table channel_destinations (
  key text primary key,
  next_at timestamptz not null,
  -- It has said not to come before.
  blocked_until timestamptz
);

-- The bot of this service, as Telegram names it, and how far its updates are read.
create table telegram_bot (
  id integer primary key check (id = 1),
  username text not null,
  next_update bigint not null default 0,
  -- One worker reads at a time: Telegram refuses two.
  leased_by text,
  leased_until timestamptz
);

-- The private calendar of a user, by a token of which only the hash is kept.
create table calendar_feeds (
  owner text primary key references users (id) on delete cascade,
  digest text not null unique,
  created_at timestamptz not null,
  read_at timestamptz
);
