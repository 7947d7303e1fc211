-- Links under which anybody reads one report. The token is what opens it, so it is as good as the report itself and
-- stands in the same database; it is kept in the open because its owner may want to copy the link again.
create table analysis_shares (
  token text primary key check (length(token) >= 32),
  analysis_id text not null references analyses (id),
  created_at timestamptz not null,
  revoked_at timestamptz
);
-- One link for an analysis at a time: revoking it revokes all there is.
create unique index analysis_shares_open on analysis_shares (analysis_id) where revoked_at is null;

-- Whoever deletes the account takes back what it showed.
create function retire_shares() returns trigger language plpgsql as $$
begin
  update analysis_shares set revoked_at = now()
  where revoked_at is null and analysis_id in (select id from analyses where owner = old.id);
  return old;
end $$;
create trigger retire_shares before delete on users for each row execute function retire_shares();
