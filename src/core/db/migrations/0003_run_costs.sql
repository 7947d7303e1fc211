-- `usage` is kept of every run that has ended, also of a failed or cancelled one: what its finished calls have cost.
create index analyses_uncounted on analyses (finished_at)
  where usage is null and started_at is not null and status in ('failed', 'cancelled');
