-- Webhooks of accounts are channels of a kind of their own: what happens is told to programs, by the same delivery.

-- An account of keys alone has no user, and may have webhooks.
alter table channels drop constraint channels_owner_fkey;
alter table channel_messages drop constraint channel_messages_owner_fkey;
alter table channel_attempts drop constraint channel_attempts_owner_fkey;
create function forget_channels() returns trigger language plpgsql as $$
begin
  delete from channels where owner = old.id;
  return old;
end $$;
create trigger forget_channels before delete on users for each row execute function forget_channels();

alter table channels drop constraint channels_kind_check;
alter table channels add constraint channels_kind_check
  check (kind in ('telegram', 'discord', 'slack', 'ntfy', 'webhook', 'endpoint')) not valid;
-- What an endpoint is told of; a channel's choices stand in `choices`.
alter table channels add column events text[];
alter table channels add constraint channels_events_check check ((kind = 'endpoint') = (events is not null)) not valid;
-- Since when every attempt at an endpoint has failed; null: the last one did not.
alter table channels add column failing_since timestamptz;
-- The beginning of what an endpoint answered.
alter table channel_attempts add column answer text;

-- By itself
alter table channels validate constraint channels_kind_check;

-- By itself
alter table channels validate constraint channels_events_check;
