-- What its owner was told, sealed as the portfolio is, and when it is looked at again; null: no alert is set. In parts,
-- each by itself and repeatable, since the service goes on meanwhile.
alter table portfolios add column if not exists sealed_alerts text;
alter table portfolios add column if not exists alerts_due_at timestamptz;

-- By itself: one that was broken off is there and of no use.
drop index concurrently if exists portfolios_with_alerts;
-- By itself
create index concurrently portfolios_with_alerts on portfolios (alerts_due_at) where alerts_due_at is not null;
