-- What the as-of door kept back from an analysis, by source and reason: counts and hashes. Null: no record was kept.
alter table analyses add column refused jsonb;
