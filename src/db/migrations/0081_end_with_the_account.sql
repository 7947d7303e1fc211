-- What a batch started between the last look at what is open and the end of its owner's account ran on, and its result
-- was kept. It is cancelled with the account, and a late finish never overwrites that.
create or replace function forget_test_data() returns trigger language plpgsql as $$
declare
  tester text := 'test ' || old.id;
begin
  update analyses set status = 'cancelled', finished_at = now()
    where owner in (old.id, tester) and status in ('queued', 'running');
  delete from batches where owner = tester;
  delete from idempotency_keys where owner = tester;
  delete from rendered_documents where owner = tester;
  delete from webhook_deliveries where analysis_id in (select id from analyses where owner = tester);
  update analysis_events set data = '{}' where analysis_id in (select id from analyses where owner = tester);
  update analyses set webhook_url = null, webhook_secret = null, idempotency_key = null, request_id = '',
    request = jsonb_set(request, '{ticker}', '"-"'), result = null, manifest = null, error = null
    where owner = tester;
  update accounts set closed_at = now() where id = tester;
  return old;
end $$;
