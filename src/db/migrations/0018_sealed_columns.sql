-- Secrets that must be read again are sealed (src/platform/vault.ts): webhook_url and webhook_secret of analyses and
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
