-- What an ended run cost on the server's models. One of unknown cost counts as all that it was allowed to cost.
create or replace function bill_analysis() returns trigger language plpgsql as $$
begin
  insert into model_bills as bill (job_id, month, spent_usd)
  select new.id, date_trunc('month', new.created_at, 'UTC') at time zone 'UTC', usd + book
  from coalesce((new.usage ->> 'cost_usd')::numeric,
    (new.setting ->> 'budget_usd')::numeric * coalesce((new.request ->> 'runs')::int, 1)) as usd,
    coalesce((new.holdings_usage ->> 'cost_usd')::numeric, 0) as book
  where usd + book > 0
  on conflict (job_id) do update set spent_usd = excluded.spent_usd;
  return null;
end $$;
create or replace trigger analyses_spending_billed after update of status, usage on analyses
  for each row when (new.status in ('succeeded', 'failed', 'cancelled') and new.started_at is not null
    and not new.setting ? 'own_model') execute function bill_analysis();

-- What an attribution cost outlives it, for the usage report: it goes when a newer one of its analysis has a result.
create or replace function bill_attribution() returns trigger language plpgsql as $$
begin
  insert into attribution_bills (id, owner, created_at, spent_usd)
    values (new.id, new.owner, new.created_at, new.spent_usd)
    on conflict (id) do update set spent_usd = excluded.spent_usd;
  -- And what it cost on the server's models, for its monthly budget.
  insert into model_bills (job_id, month, spent_usd)
  select new.id, date_trunc('month', new.created_at, 'UTC') at time zone 'UTC', new.spent_usd
  from analyses where id = new.analysis_id and not setting ? 'own_model'
  on conflict (job_id) do update set spent_usd = excluded.spent_usd;
  return null;
end $$;
create or replace trigger attributions_billed after insert or update of spent_usd on jobs
  for each row when (new.kind = 'attribution' and new.spent_usd > 0) execute function bill_attribution();
