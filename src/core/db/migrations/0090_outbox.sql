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

-- What was told before. Deliveries that were queued are queued again.
insert into outbox (id, destination, channel, owner, event, once, data, state, due_at, turn, attempts, failures, slot_at,
    reason, created_at, ended_at)
  select id, 'channel', channel, owner, event, once, data, case state when 'queued' then 'waiting' else state end, due_at,
    turn, attempts, failures, slot_at, reason, created_at, ended_at
  from channel_messages;
insert into outbox_attempts (id, message, owner, number, status, error, answer, next_at, created_at)
  select id, message, owner, number, status, error, answer, next_at, created_at from channel_attempts;

insert into outbox (id, destination, analysis_id, owner, event, once, data, state, due_at, attempts, failures, created_at,
    ended_at)
  select 'msg_' || md5(analysis_id || ' ' || event), 'job', analysis_id, owner, event, analysis_id || ' ' || event,
    jsonb_build_object('event', event), state, case state when 'waiting' then last_at + wait end, attempts,
    case state when 'sent' then attempts - 1 else attempts end, first_at, case when state <> 'waiting' then last_at end
  from (
    select *, case when taken then 'sent' when wait is null then 'failed' else 'waiting' end as state
    from (
      select d.analysis_id, a.owner, d.event, max(d.attempt) as attempts, min(d.created_at) as first_at,
        max(d.created_at) as last_at, coalesce(bool_or(d.status between 200 and 299 or d.status = 410), false) as taken,
        ('{5,30,120,600,1800,3600,10800,21600,43200}'::int[])[max(d.attempt)] * interval '1 second' as wait
      from webhook_deliveries d join analyses a on a.id = d.analysis_id group by 1, 2, 3
    ) as told
  ) as ended;
insert into outbox_attempts (id, message, owner, number, status, error, url, next_at, created_at)
  select d.id, m.id, m.owner, d.attempt, d.status, d.error, d.url, case d.attempt when m.attempts then m.due_at end,
    d.created_at
  from webhook_deliveries d join outbox m on m.id = 'msg_' || md5(d.analysis_id || ' ' || d.event);

-- The address of an attempt was sealed under the name of its table, so it stays behind.
insert into outbox (id, destination, owner, event, once, data, state, due_at, attempts, failures, created_at, ended_at)
  select 'msg_' || md5(once), 'alert', owner, 'signal.changed', once,
    jsonb_build_object('signal', signal_id, 'list', list, 'number', number), state,
    case state when 'waiting' then last_at + wait end, attempts, case state when 'sent' then attempts - 1 else attempts end,
    first_at, case when state <> 'waiting' then last_at end
  from (
    select *, case when taken then 'sent' when wait is null then 'failed' else 'waiting' end as state
    from (
      select d.owner, d.list, d.number, e.signal_id, e.signal_id || ' ' || d.owner || ' webhook' as once,
        max(d.attempt) as attempts, min(d.created_at) as first_at, max(d.created_at) as last_at,
        coalesce(bool_or(d.status between 200 and 299 or d.status = 410), false) as taken,
        ('{5,30,120,600,1800,3600,10800,21600,43200}'::int[])[max(d.attempt)] * interval '1 second' as wait
      from signal_deliveries d join signal_entries e on e.list = d.list and e.number = d.number
      where e.signal_id is not null group by 1, 2, 3, 4, 5
    ) as told
  ) as ended;
insert into outbox_attempts (id, message, owner, number, status, error, next_at, created_at)
  select d.id, m.id, m.owner, d.attempt, d.status, d.error, case d.attempt when m.attempts then m.due_at end, d.created_at
  from signal_deliveries d join signal_entries e on e.list = d.list and e.number = d.number
    join outbox m on m.id = 'msg_' || md5(e.signal_id || ' ' || d.owner || ' webhook');

-- What the durable engine was still to deliver. Its tables are made after ours, so at first they are not there.
do $$
begin
  if to_regclass('dbos.workflow_input') is null then return; end if;
  insert into outbox (id, destination, analysis_id, owner, event, once, data, state, due_at, created_at)
    select 'msg_' || md5(id || ' ' || event), 'job', id, a.owner, event, id || ' ' || event,
      jsonb_build_object('event', event), 'waiting', now(), now()
    from (
      select i.inputs::jsonb -> 'json' ->> 0 as analysis, i.inputs::jsonb -> 'json' ->> 1 as event
      from dbos.workflow_status w join dbos.workflow_input i on i.workflow_uuid = w.workflow_uuid
      where w.name = 'webhook' and w.status in ('ENQUEUED', 'PENDING', 'DELAYED')
    ) as open join analyses a on a.id = open.analysis
    on conflict do nothing;
  insert into outbox (id, destination, owner, event, once, data, state, due_at, created_at)
    select 'msg_' || md5(once), 'alert', owner, 'signal.changed', once,
      jsonb_build_object('signal', e.signal_id, 'list', e.list, 'number', e.number), 'waiting', now(), now()
    from (
      select w.workflow_uuid as once, i.inputs::jsonb -> 'json' ->> 0 as owner, i.inputs::jsonb -> 'json' ->> 1 as signal
      from dbos.workflow_status w join dbos.workflow_input i on i.workflow_uuid = w.workflow_uuid
      where w.name = 'signal webhook' and w.status in ('ENQUEUED', 'PENDING', 'DELAYED')
    ) as open join signal_entries e on e.signal_id = open.signal
    on conflict do nothing;
  -- Those that were sent too: none is sent twice.
  insert into outbox (id, destination, owner, event, once, data, state, due_at, created_at, ended_at)
    select 'msg_' || md5(once), 'mail', job ->> 'userId', job ->> 'kind', once, job,
      case when is_open then 'waiting' else 'sent' end, case when is_open then now() end, at,
      case when not is_open then at end
    from (
      select w.workflow_uuid as once, i.inputs::jsonb -> 'json' -> 0 as job,
        w.status in ('ENQUEUED', 'PENDING', 'DELAYED') as is_open, to_timestamp(w.created_at / 1000.0) as at
      from dbos.workflow_status w join dbos.workflow_input i on i.workflow_uuid = w.workflow_uuid
      where w.name = 'mail' and w.status in ('ENQUEUED', 'PENDING', 'DELAYED', 'SUCCESS')
    ) as mails
    on conflict do nothing;
  delete from dbos.workflow_status where name = 'mail' and status = 'SUCCESS';
  -- Who is told of a changed rating is found by the run that tells of all that happens on a list; it begins anew.
  update dbos.workflow_input i set inputs = jsonb_set(i.inputs::jsonb, '{json}', jsonb_build_array(e.list,
      'signal ' || e.signal_id, jsonb_build_object('event', 'rating_changed', 'signal', e.signal_id)))::text
    from dbos.workflow_status w, signal_entries e
    where w.workflow_uuid = i.workflow_uuid and w.name = 'signal alert' and w.status in ('ENQUEUED', 'PENDING', 'DELAYED')
      and e.list = i.inputs::jsonb -> 'json' ->> 0 and e.number = (i.inputs::jsonb -> 'json' ->> 1)::int;
  delete from dbos.operation_outputs where workflow_uuid in (select workflow_uuid from dbos.workflow_status
    where name = 'signal alert' and status in ('ENQUEUED', 'PENDING', 'DELAYED'));
  update dbos.workflow_status set name = 'channel event', status = 'ENQUEUED', owner_xid = null,
      queue_name = 'signal alerts', started_at_epoch_ms = null
    where name = 'signal alert' and status in ('ENQUEUED', 'PENDING', 'DELAYED');
  update dbos.workflow_status set status = 'CANCELLED', owner_xid = null, queue_name = null, deduplication_id = null,
      started_at_epoch_ms = null, completed_at = (extract(epoch from now()) * 1000)::bigint
    where name in ('webhook', 'signal webhook', 'mail', 'channel message')
      and status in ('ENQUEUED', 'PENDING', 'DELAYED');
end $$;

-- What goes with a user, now that all that was told stands in one table.
create or replace function forget_channels() returns trigger language plpgsql as $$
begin
  delete from channels where owner = old.id;
  delete from outbox where owner in (old.id, 'test ' || old.id);
  delete from outbox where destination = 'mail' and owner is null
    and lower(old.email) in (lower(data ->> 'email'), lower(data ->> 'from'), lower(data ->> 'to'));
  return old;
end $$;
create or replace function retire_account() returns trigger language plpgsql as $$
begin
  update accounts set closed_at = now() where id = old.id;
  update api_keys set revoked_at = coalesce(revoked_at, now()), label = '' where owner = old.id;
  update analyses set webhook_url = null, webhook_secret = null, idempotency_key = null, request_id = ''
    where owner = old.id;
  update analysis_events set data = '{}'
    where analysis_id in (select id from analyses where owner = old.id
      and (result is null or result ->> 'rating' = 'REVIEW'));
  update analyses set request = jsonb_set(request, '{ticker}', '"-"'), result = null, manifest = null, error = null
    where owner = old.id and (result is null or result ->> 'rating' = 'REVIEW');
  update analysis_shares set revoked_at = coalesce(revoked_at, now()), sealed_token = ''
    where analysis_id in (select id from analyses where owner = old.id);
  update plan_periods set idempotency_key = null where owner = old.id and idempotency_key is not null;
  update deposits set idempotency_key = null where owner = old.id and idempotency_key is not null;
  update signal_lists set name = '' where owner = old.id;
  delete from referral_codes where owner = old.id;
  delete from verifications where value = old.id or identifier = 'change-email ' || old.id
    or position(to_json(old.email)::text in value) > 0;
  delete from dev_mails where recipient = old.email;
  return old;
end $$;
