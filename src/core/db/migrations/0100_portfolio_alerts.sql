-- What its owner was told, sealed as the portfolio is, and when it is looked at again; null: no alert is set.
alter table portfolios add column sealed_alerts text;
alter table portfolios add column alerts_due_at timestamptz;
create index portfolios_with_alerts on portfolios (alerts_due_at) where alerts_due_at is not null;
