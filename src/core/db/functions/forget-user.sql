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

/* What a user held goes with the user, and what their test keys said they hold. */
create or replace function forget_holdings() returns trigger language plpgsql as $$
begin
  delete from analysis_holdings
    where analysis_id in (select id from analyses where owner in (old.id, 'test ' || old.id));
  delete from portfolios where owner in (old.id, 'test ' || old.id);
  return old;
end $$;
create or replace trigger forget_holdings before delete on users for each row execute function forget_holdings();

/*
 * What a user's test keys made stands under an account of its own, and goes with the user: all of it but the rows
 * themselves, whose sums stay.
 */
create or replace function forget_test_data() returns trigger language plpgsql as $$
declare
  tester text := 'test ' || old.id;
begin
  delete from idempotency_keys where owner = tester;
  delete from rendered_documents where owner = tester;
  update analysis_events set data = '{}' where analysis_id in (select id from analyses where owner = tester);
  update analyses set webhook_url = null, webhook_secret = null, idempotency_key = null, request_id = '',
    request = jsonb_set(request, '{ticker}', '"-"'), result = null, manifest = null, error = null
    where owner = tester;
  update accounts set closed_at = now() where id = tester;
  return old;
end $$;
create or replace trigger forget_test_data before delete on users for each row execute function forget_test_data();
