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

-- What is told and to whom: mails, webhooks of jobs and of changed ratings, and what channels tell. One row a message,
-- one delivery for all. Times are UTC.

create table outbox (
  id text primary key,
  -- What kind of place it goes to. A job's address stands with the analysis, an alert's with its owner.
  destination text not null check (destination in ('channel', 'job', 'alert', 'mail')),
  channel text references channels (id) on delete cascade,
  analysis_id text references analyses (id),
  -- Null: a mail to an address that may be nobody's.
  owner text,
  event text not null,
  -- A destination is told of one happening once.
  once text not null,
  data jsonb not null,
  -- `waiting` to be queued at due_at, `held` by quiet hours until due_at, `queued` with a worker, `collected` for the
  -- next digest, `digested` into one, or how it ended.
  state text not null check (state in ('waiting', 'held', 'queued', 'collected', 'digested', 'sent', 'dropped', 'failed')),
  due_at timestamptz,
  -- How often it was queued; a delivery of an earlier turn does nothing.
  turn integer not null default 0,
  attempts integer not null default 0,
  -- Attempts that failed other than by a limit of the service.
  failures integer not null default 0,
  -- Its place among what is sent to the same destination, once it has one.
  slot_at timestamptz,
  -- Why it was dropped or failed.
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((destination = 'channel') = (channel is not null)),
  check ((destination = 'job') = (analysis_id is not null)),
  check ((state in ('waiting', 'held', 'queued')) = (due_at is not null))
);
create unique index outbox_once_a_channel on outbox (channel, once) where channel is not null;
create unique index outbox_once on outbox (once) where channel is null;
create index outbox_due on outbox (due_at) where due_at is not null;
create index outbox_by_channel on outbox (channel, created_at desc) where channel is not null;
create index outbox_by_analysis on outbox (analysis_id) where analysis_id is not null;
create index outbox_by_owner on outbox (owner);

create table outbox_attempts (
  id text primary key,
  message text not null references outbox (id) on delete cascade,
  owner text,
  number integer not null,
  -- Null: nothing was answered.
  status integer,
  error text,
  -- Where a webhook of a job or of a changed rating was sent, without its secrets; sealed.
  url text,
  -- The beginning of what an endpoint answered.
  answer text,
  next_at timestamptz,
  created_at timestamptz not null
);
create index outbox_attempts_by_message on outbox_attempts (message, number);
create index outbox_attempts_by_owner on outbox_attempts (owner);

-- Where mail goes while no SMTP is set up; shown at /dev/mail.
create table dev_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null
);

-- When a destination may be sent to next: how services' limits are kept over all workers.
create table channel_destinations (
  key text primary key,
  next_at timestamptz not null,
  -- It has said not to come before.
  blocked_until timestamptz
);

-- What was told goes with its user.
create function forget_channels() returns trigger language plpgsql as $$
begin
  delete from channels where owner = old.id;
  delete from outbox where owner in (old.id, 'test ' || old.id);
  delete from outbox where destination = 'mail' and owner is null
    and lower(old.email) in (lower(data ->> 'email'), lower(data ->> 'from'), lower(data ->> 'to'));
  return old;
end $$;
create trigger forget_channels before delete on users for each row execute function forget_channels();
