-- What an attribution cost outlives it, for the usage report: it goes when a newer one of its analysis has a result.
create or replace function bill_attribution() returns trigger language plpgsql as $$
begin
  insert into attribution_bills (id, owner, created_at, spent_usd)
    values (new.id, new.owner, new.created_at, new.spent_usd)
    on conflict (id) do update set spent_usd = excluded.spent_usd;
  return null;
end $$;
create or replace trigger attributions_billed after insert or update of spent_usd on jobs
  for each row when (new.kind = 'attribution' and new.spent_usd > 0) execute function bill_attribution();
