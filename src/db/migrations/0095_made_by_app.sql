-- The app that made a webhook, or gave it the address it has: it goes with the app's connection unless its owner keeps
-- it. Null: the owner's own, or a key's.
alter table channels add column made_by_client text references oauth_clients (client_id) on delete set null;
create index channels_by_client on channels (made_by_client) where made_by_client is not null;
