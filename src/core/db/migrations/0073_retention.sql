-- What an operator no longer keeps of analyses that ended long ago. In parts, each by itself and repeatable, since the
-- service goes on meanwhile.

-- The number of the last event that was removed; null: all are kept. Events behind it came later, such as a cancel.
alter table analyses add column if not exists events_removed integer;
-- When all of its result but the rating was removed; null: it is kept, or there never was one.
alter table analyses add column if not exists result_removed_at timestamptz;

-- By itself: one that was broken off is there and of no use.
drop index concurrently if exists analyses_with_events;
-- By itself
create index concurrently analyses_with_events on analyses (finished_at)
  where finished_at is not null and events_removed is null;
-- By itself
drop index concurrently if exists analyses_with_result;
-- By itself
create index concurrently analyses_with_result on analyses (finished_at)
  where result is not null and result_removed_at is null;
-- By itself
drop index concurrently if exists signal_runs_by_analysis;
-- By itself
create index concurrently signal_runs_by_analysis on signal_runs using gin (analyses);
