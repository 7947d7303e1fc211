import type { Database } from "#src/core/db/database.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { systemClock } from "#src/core/clock.ts";
import { grantBalance } from "#src/product/plans/plans.ts";
import { systemContext } from "./contexts.ts";
import type { TestApp } from "./front-door.ts";
import { signalEntry } from "./signals.ts";

/** A row or more of `ann` in every table. `ben` administers, and has a referral of hers. */
export async function fillTables({ db }: Pick<TestApp, "db">, ann: string, ben: string): Promise<void> {
  const run = (text: string, ...values: readonly unknown[]) => db.pool.query(text, [...values]);
  for (const [id, email] of [
    [ann, "ann@example.com"],
    [ben, "ben@example.com"],
  ] as const)
    await run(
      "insert into users (id, name, email, email_verified, created_at, updated_at) values ($1, 'Name', $2, true, now(), now())",
      id,
      email,
    );
  await signInRows(run, ann);
  await run(
    `insert into admin_requests (id, asked_by, account, work, what, reason, amount, created_at, expires_at)
     values ('req_1', $2, $1, '{}', 'gave $600.00', 'thanks', 60000, now(), now() + interval '1 day')`,
    ann,
    ben,
  );
  await run(
    `insert into admin_actions values ('act_1', $1, $2, 'set_role', 'made an admin', 'she runs it', now()),
      ('act_2', $2, $1, 'grant_balance', '1.00', 'thanks', now())`,
    ben,
    ann,
  );
  await run(
    `insert into api_keys (id, owner, label, prefix, hash, scopes, created_at)
     values ('key_1', $1, 'of Ann', 'cnc_1', 'secret hash', '{}', now())`,
    ann,
  );
  await run(
    `insert into api_requests (id, owner, key_id, at, method, path, route, status, duration_ms, request_id, api_version, body)
     values ('log_1', $1, 'key_1', now(), 'POST', '/v1/analyses', '/v1/analyses', 202, 12, 'req_1', '2026-11-01', '{}')`,
    ann,
  );
  await run("insert into model_keys values ('mdk_1', $1, 'openai', 'secret sealed', 'ab12', now())", ann);
  await run("insert into model_key_spending values ($1, 'openai', '2026-11-01', 1.5)", ann);
  await run(
    "insert into model_key_events (owner, provider, action, last_four, at) values ($1, 'openai', 'added', 'ab12', now())",
    ann,
  );
  await analysisRows(run, ann);
  await grantBalance(systemContext({ db, clock: systemClock }), {
    owner: ann,
    amountMinor: 500,
    reason: "of Ann",
    actor: "operator",
  });
  await run(
    `insert into plan_periods (id, owner, plan, starts_at, ends_at, price, credit, how, created_at)
     values ('per_1', $1, 'elite', now(), now() + interval '30 days', 0, 0, 'grant', now())`,
    ann,
  );
  await depositRows(run, ann);
  await run("insert into referral_codes values ($1, 'abcd2345', now()), ($2, 'abcd2346', now())", ann, ben);
  await run("insert into accounts (id, plan, created_at) values ('usr_third', 'free', now())");
  await run(
    "insert into referrals (referred, referrer, created_at) values ('usr_third', $1, now()), ($1, $2, now())",
    ann,
    ben,
  );
  await signalRows(db, run, ann);
}

type Run = (text: string, ...values: readonly unknown[]) => Promise<unknown>;

async function signInRows(run: Run, ann: string): Promise<void> {
  await run(
    `insert into identities (id, user_id, provider_id, account_id, password, created_at, updated_at)
     values ('idn_1', $1, 'credential', $1, 'secret hash', now(), now())`,
    ann,
  );
  await run(
    `insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
     values ('ses_1', $1, 'secret token', now() + interval '1 day', now(), now())`,
    ann,
  );
  await run(
    `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
     values ('pky_1', $1, 'of Ann', 'secret key', 'secret id', 0, 'singleDevice', false)`,
    ann,
  );
  await run("insert into two_factors values ('tfa_1', $1, 'secret', 'secret codes')", ann);
  await run(
    `insert into verifications values ('ver_1', 'secret hash', $1, now() + interval '1 day', now(), now()),
      ('chg_1', 'change-email ' || $1, 'next-of-ann@example.com', now() + interval '1 day', now(), now())`,
    ann,
  );
  await run("insert into oauth_clients (id, client_id, name, redirect_uris) values ('oc', 'app', 'App of Ann', '[]')");
  await run("insert into oauth_resources (id, identifier, name) values ('or', 'https://a.example/mcp', 'mcp')");
  await run(
    "insert into oauth_client_resources (id, client_id, resource_id) values ('ocr', 'app', 'https://a.example/mcp')",
  );
  await run("insert into oauth_consents (id, client_id, user_id, scopes) values ('con', 'app', $1, '[]')", ann);
  for (const table of ["oauth_access_tokens", "oauth_refresh_tokens"])
    await run(
      `insert into ${table} (id, token, client_id, user_id, scopes) values ('t', 'secret', 'app', $1, '[]')`,
      ann,
    );
  await run("insert into dashboard_visits values ($1, now(), now())", ann);
  await run("insert into avatars values ($1, 'webp', 'etag', now())", ann);
  await run("insert into rendered_documents values ('hash', $1, 'pdf', 3, now())", ann);
  await run("insert into assistant_conversations values ($1, 'chat', 'of Ann', now(), now())", ann);
  await run(
    `insert into assistant_turns (id, owner, conversation, seq, question, answer, vote, asked_at)
     values ('trn_1', $1, 'chat', 1, 'a question of Ann', '{}', 'up', now())`,
    ann,
  );
}

async function analysisRows(run: Run, ann: string): Promise<void> {
  await run(
    `insert into analyses (id, owner, status, request, setting, partition, request_id, webhook_url, webhook_secret, created_at, last_event)
     values ('ana_of Ann', $1, 'queued', '{"ticker":"DEMO","trade_date":"2019-06-03"}', '{"rounds":1,"risk_rounds":1,"budget_usd":"1"}', $1 || '#0', 'req_1',
       'https://hooks.example/of Ann', 'secret', now(), 1)`,
    ann,
  );
  await run("insert into analysis_events values ('ana_of Ann', 1, 'job.queued', '{}', null, now())");
  await run(`insert into analysis_holdings values ('ana_of Ann', '"holdings of Ann"', null)`);
  await run(
    "insert into analysis_shares (digest, sealed_token, analysis_id, created_at) values ('secret digest', 'secret token', 'ana_of Ann', now())",
  );
  await run(
    `insert into jobs (id, kind, analysis_id, owner, state, input, error, created_at, finished_at)
     values ('att_1', 'attribution', 'ana_of Ann', $1, 'failed', '{}', 'of Ann', now(), now())`,
    ann,
  );
  await run(
    `insert into jobs (id, kind, owner, state, input, total, budget_usd, error, created_at, finished_at)
     values ('mem_1', 'memory', $1, 'failed', '{"symbol":"of Ann"}', 40, 1, 'of Ann', now(), now())`,
    ann,
  );
  await run(`insert into memory_answers values ('mem_1', 0, 'hash', '"of Ann"')`);
  await run("insert into attribution_bills values ('att_0', $1, now(), 0.1)", ann);
  await run(`insert into attribution_answers values ('ana_of Ann', 0, 'hash', '"of Ann"')`);
  await run("insert into usage_days values ($1, '2020-01-01', 'failed', 1)", ann);
  await run("insert into usage_day_models values ($1, '2020-01-01', 'failed', 'a model', 1, 1, 2, 3, 0.1)", ann);
  await run("insert into monthly_analyses values ($1, '2026-11-01', 1)", ann);
  await run(
    "insert into jobs (id, kind, owner, state, input, created_at) values ('bat_1', 'batch', $1, 'running', '{}', now())",
    ann,
  );
  await run(
    `insert into batch_lines (batch, line, custom_id, state, refusal) values ('bat_1', 1, 'of Ann', 'refused', '{"detail":"no line"}')`,
  );
  await run("insert into batch_holdings values ('bat_1', 'holdings of Ann')");
  await run(`insert into portfolios values ('pf_1', $1, '"portfolio of Ann"', 1, now(), now())`, ann);
  await run("insert into idempotency_keys values ($1, 'submit batch', 'mine', 'hash', 'bat_1', now())", ann);
  await run(
    `insert into jobs (id, kind, owner, state, input, result, created_at, finished_at)
     values ('bt_1', 'backtest', $1, 'succeeded', '{"symbols":["of Ann"],"source":"elsewhere"}', '{}', now(), now())`,
    ann,
  );
  await run("insert into backtest_results values ('bt_1', '{}', 'of Ann')");
  await run("insert into backtest_answers values ($1, 'hash', 'bt_1', '{}')", ann);
  await run(`insert into backtest_trials values ($1, 'hash', '{"symbols":["of Ann"]}')`, ann);
  await run(
    `insert into jobs (id, kind, owner, backtest_id, state, input, result, created_at, finished_at)
     values ('val_1', 'validity', $1, 'bt_1', 'succeeded', '{"uploaded":true}', '{"of":"of Ann"}', now(), now())`,
    ann,
  );
  await run(
    `insert into outbox (id, destination, analysis_id, owner, event, once, data, state, attempts, created_at)
     values ('msg_2', 'job', 'ana_of Ann', $1, 'analysis.succeeded', 'job', '{}', 'sent', 1, now())`,
    ann,
  );
  await run(
    `insert into outbox_attempts (id, message, owner, number, url, created_at)
     values ('whd_1', 'msg_2', $1, 1, 'https://hooks.example/of Ann', now())`,
    ann,
  );
}

async function depositRows(run: Run, ann: string): Promise<void> {
  await run(
    `insert into deposits (id, owner, processor, state, price, currency_code, coin, network, currency_name, opening_at, created_at, updated_at)
     values ('dep_1', $1, 'sandbox', 'waiting', 2500, 'btc', 'BTC', 'Bitcoin', 'Bitcoin', now(), now(), now())`,
    ann,
  );
  await run("insert into deposit_streams values ($1, 1)", ann);
  await run("insert into deposit_events values ($1, 1, 'dep_1', 'waiting', null, 2500, 0, now())", ann);
  await run(
    `insert into deposit_reviews (id, deposit_id, kind, detail, seen, opened_at)
     values ('rev_1', 'dep_1', 'partial', 'less came', '1', now())`,
  );
  await run(
    "insert into deposit_audit (at, actor, action, deposit_id, reason) values (now(), $1, 'review.credited', 'dep_1', 'of Ann')",
    ann,
  );
  await run(
    `insert into deposit_callbacks (id, processor, digest, signed, body, verdict, deposit_id, request_id, received_at)
     values ('cbk_1', 'sandbox', '1', true, 'body', 'applied', 'dep_1', 'req_1', now())`,
  );
  await run(
    `insert into deposit_differences (id, deposit_id, kind, detail, first_seen_at, last_seen_at)
     values ('dif_1', 'dep_1', 'state', 'detail', now(), now())`,
  );
}

async function signalRows(db: Database, run: Run, ann: string): Promise<void> {
  await run(
    `insert into signal_lists (id, owner, name, instruments, schedule, runs, created_at, starts_at)
     values ('lst_1', $1, 'of Ann', '[]', '{"kind":"close"}', 1, now(), now())`,
    ann,
  );
  await db.transaction((tx) => appendEntry(tx, "lst_1", signalEntry("AAPL", "Buy"), systemClock.now()));
  await run(
    `insert into signal_runs (list, symbol, session, asset_type, due_at) values ('lst_1', 'AAPL', '2025-06-02', 'stock', now())`,
  );
  await run("insert into signal_heads values ('lst_1', '2025-06-02', 1, 'hash', now())");
  await run(
    `insert into condition_watches values ('ana_of Ann', $1, null, null, 'of Ann', 'stock', '2025-06-02', '2025-06-03', '[]', '[]', null, now())`,
    ann,
  );
  await run("insert into condition_readings values ('ana_of Ann', '2025-06-03', '{}', 1, now())");
  await run(
    `insert into channels (id, owner, kind, name, sealed_target, hint, destination, state, choices, manner, created_at, changed_at)
     values ('chn_1', $1, 'ntfy', 'of Ann', 'secret', 'ntfy.sh', 'ntfy 1', 'active', '{"account":[],"lists":{}}', '{"zone":"UTC","quiet":null,"digest":null,"language":"en"}', now(), now())`,
    ann,
  );
  await run(
    `insert into outbox (id, destination, channel, owner, event, once, data, state, created_at)
     values ('msg_1', 'channel', 'chn_1', $1, 'test', 'once', '{"event":"test"}', 'sent', now())`,
    ann,
  );
  await run(
    `insert into outbox_attempts (id, message, owner, number, status, created_at)
     values ('cha_1', 'msg_1', $1, 1, 200, now())`,
    ann,
  );
  await run("insert into calendar_feeds values ($1, 'secret digest', now(), null)", ann);
  await run("insert into signal_alerts values ($1, 'https://hooks.example/of Ann', 'secret', '{AAPL}', now())", ann);
  await run(
    `insert into outbox (id, destination, owner, event, once, data, state, attempts, created_at)
     values ('msg_3', 'alert', $1, 'signal.changed', 'alert', '{"signal":"sig_1","list":"lst_1","number":1}', 'sent', 1, now())`,
    ann,
  );
  await run(
    `insert into outbox_attempts (id, message, owner, number, url, created_at)
     values ('whd_2', 'msg_3', $1, 1, 'https://hooks.example/of Ann', now())`,
    ann,
  );
}
