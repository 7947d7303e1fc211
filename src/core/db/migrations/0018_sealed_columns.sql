-- Secrets that must be read again are sealed (src/core/vault.ts): webhook_url and webhook_secret of analyses and
-- signal_alerts, url of webhook_deliveries and signal_deliveries, sealed_token of analysis_shares, body_text and
-- body_html of dev_mails. What was stored in the clear before is sealed by the next worker that starts.

-- The link of a shared report is found by the SHA-256 of its token; the token itself is only for its owner to copy.
alter table analysis_shares drop constraint analysis_shares_pkey, drop constraint analysis_shares_token_check;
alter table analysis_shares rename column token to sealed_token;
alter table analysis_shares add column digest text;
update analysis_shares set digest = encode(sha256(convert_to(sealed_token, 'UTF8')), 'hex');
alter table analysis_shares alter column digest set not null, add primary key (digest);

-- For the worker that looks for what is not sealed yet.
create index analyses_with_webhook on analyses (id) where webhook_url is not null;

-- Providers' tokens were kept sealed and never used: nobody needs them after the sign-in.
update identities set access_token = null, refresh_token = null, id_token = null;

-- When somebody deleted it; nobody signs in as it again.
alter table accounts add column closed_at timestamptz;

/*
 * What goes with a user, whatever deletes it. The account stays under the bare id, since its ledger must still add up
 * and its signals stay in the record; what its owner wrote does not stay with it. An analysis that came to no opinion
 * may have anything for a symbol, so of it only the cost is kept.
 */
create or replace function retire_account() returns trigger language plpgsql as $$
begin
  update accounts set closed_at = now() where id = old.id;
  update api_keys set revoked_at = coalesce(revoked_at, now()), label = '' where owner = old.id;
  update analyses set webhook_url = null, webhook_secret = null, idempotency_key = null, request_id = ''
    where owner = old.id;
  update analysis_events set data = '{}'
    where analysis_id in (select id from analyses where owner = old.id
      and (result is null or result ->> 'rating' = 'REVIEW'));
  update analyses set request = jsonb_set(request, '{ticker}', '"-"'), result = null, manifest = null, error = null
    where owner = old.id and (result is null or result ->> 'rating' = 'REVIEW');
  update analysis_shares set revoked_at = coalesce(revoked_at, now()), sealed_token = ''
    where analysis_id in (select id from analyses where owner = old.id);
  delete from webhook_deliveries where analysis_id in (select id from analyses where owner = old.id);
  update plan_periods set idempotency_key = null where owner = old.id and idempotency_key is not null;
  update deposits set idempotency_key = null where owner = old.id and idempotency_key is not null;
  update signal_lists set name = '' where owner = old.id;
  delete from referral_codes where owner = old.id;
  delete from verifications where value = old.id or identifier = 'change-email ' || old.id
    or position(to_json(old.email)::text in value) > 0;
  delete from dev_mails where recipient = old.email;
  return old;
end $$;
-- Its work is done above.
drop trigger retire_shares on users;
drop function retire_shares();

-- Whoever deleted their account before is forgotten as well: accounts that people had, and have no longer.
update accounts set closed_at = now()
  where id like 'usr\_%' and not exists (select from users where users.id = accounts.id);
update api_keys set label = '' where owner in (select id from accounts where closed_at is not null);
update signal_lists set name = '' where owner in (select id from accounts where closed_at is not null);
update analyses set idempotency_key = null, request_id = '' where owner in (select id from accounts where closed_at is not null);
update plan_periods set idempotency_key = null where owner in (select id from accounts where closed_at is not null);
update deposits set idempotency_key = null where owner in (select id from accounts where closed_at is not null);

-- Of many sessions of one user the oldest end (sessionsPerAccount of src/contract/jobs/caps.ts).
create function bound_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.user_id and id in (
    select id from sessions where user_id = new.user_id order by created_at desc, id offset 100);
  return null;
end $$;
create trigger sessions_are_bounded after insert on sessions for each row execute function bound_sessions();
