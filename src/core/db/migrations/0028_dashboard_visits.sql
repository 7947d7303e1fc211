-- When a user's dashboard was looked at. A visit ends with half an hour in which it is not; what changed since the one
-- before is told until then. `since` is null during the first visit.
create table dashboard_visits (
  user_id text primary key references users (id) on delete cascade,
  since timestamptz,
  seen_at timestamptz not null,
  check (since <= seen_at)
);
