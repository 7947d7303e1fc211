-- What the calls of a holder's part took, in one place with the run's own: the bill and the owner's usage count both, also
-- once the holdings are erased.
alter table analyses add column if not exists holdings_usage jsonb;
update analyses set holdings_usage = jsonb_build_object('cost_usd', h.cost_usd::text, 'agents', '[]'::jsonb)
  from analysis_holdings h where h.analysis_id = analyses.id and h.cost_usd is not null;
