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
