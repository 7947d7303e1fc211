-- Where people are told of what happens besides by mail, what they were told, and their calendar. Times are UTC.

create table channels (
  id text primary key,
  -- An account of keys alone has no user, and may have webhooks.
  owner text not null,
  -- endpoint: a webhook of the account, which tells programs by the same delivery.
  kind text not null check (kind in ('telegram', 'discord', 'slack', 'ntfy', 'webhook', 'endpoint')),
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
  -- What an endpoint is told of; a channel's choices stand in `choices`.
  events text[],
  -- Since when every attempt at an endpoint has failed; null: the last one did not.
  failing_since timestamptz,
  -- The app that made a webhook, or gave it the address it has: it goes with the app's connection unless its owner keeps
  -- it. Null: the owner's own, or a key's.
  made_by_client text references oauth_clients (client_id) on delete set null,
  check ((state = 'connecting') = (sealed_target is null)),
  check ((sealed_target is null) = (destination is null)),
  constraint channels_events_check check ((kind = 'endpoint') = (events is not null))
);
create index channels_by_owner on channels (owner, created_at);
create index channels_active on channels (id) where state = 'active';
create index channels_digest on channels (next_digest_at) where next_digest_at is not null;
create index channels_by_client on channels (made_by_client) where made_by_client is not null;

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
