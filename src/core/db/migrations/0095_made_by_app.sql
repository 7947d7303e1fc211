-- The app that made a webhook, or gave it the address it has: it goes with the app's connection unless its owner keeps
-- it. Null: the owner's own, or a key's.
alter table channels add column if not exists made_by_client text;
alter table channels drop constraint if exists channels_made_by_client_fkey;
alter table channels add constraint channels_made_by_client_fkey
  foreign key (made_by_client) references oauth_clients (client_id) on delete set null not valid;

-- By itself: others go on meanwhile.
alter table channels validate constraint channels_made_by_client_fkey;

-- By itself: one that was broken off is there and of no use.
drop index concurrently if exists channels_by_client;
-- By itself
create index concurrently channels_by_client on channels (made_by_client) where made_by_client is not null;
