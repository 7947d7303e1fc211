-- What the owner of an analysis holds, and what its opinion means for it. Sealed, in no other table, and gone with the
-- account. What the second part cost is billed with the run.
create table analysis_holdings (
  analysis_id text primary key references analyses (id) on delete cascade,
  sealed_holdings text not null,
  sealed_advice text,
  cost_usd numeric
);
