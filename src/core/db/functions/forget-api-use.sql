-- What a user's keys and pages have made goes with the account: jobs with what models said in them.
create or replace function forget_api_use() returns trigger language plpgsql as $$
declare
  owners text[] := array[old.id, 'test ' || old.id];
begin
  delete from attribution_answers where analysis_id in (select id from analyses where owner = any(owners));
  delete from attribution_bills where owner = any(owners);
  delete from jobs where owner = any(owners);
  delete from idempotency_keys where owner = old.id;
  return old;
end $$;
create or replace trigger forget_api_use before delete on users for each row execute function forget_api_use();
