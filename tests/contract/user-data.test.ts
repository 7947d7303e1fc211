import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Scope } from "#src/contract/plans.ts";
import { appendEntry } from "#src/db/queries/signals.ts";
import { systemClock } from "#src/platform/clock.ts";
import { deleteAccount } from "#src/services/accounts/delete-account.ts";
import { exportData } from "#src/services/accounts/export-data.ts";
import { grantBalance } from "#src/services/plans/grant-balance.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import { signalEntry } from "#tests/support/signals.ts";
import { systemContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
}, 60_000);
afterAll(() => testApp.drop());

/** What is kept of a user in a table, `of` says by the user's id, $1. */
interface Kept {
  readonly of: string;
  /** Under which names the export has it; or why it has not. */
  readonly exported: readonly string[] | { readonly not: string };
  readonly afterwards: "gone" | "stays";
}

const ownAnalyses = "analysis_id in (select id from analyses where owner = $1)";
const ownDeposits = "deposit_id in (select id from deposits where owner = $1)";
const ownLists = "list in (select id from signal_lists where owner = $1)";

const tables: Readonly<Record<string, Kept>> = {
  users: { of: "id = $1", exported: ["user"], afterwards: "gone" },
  dashboard_visits: { of: "user_id = $1", exported: ["dashboard_visits"], afterwards: "gone" },
  accounts: { of: "id = $1", exported: ["account"], afterwards: "stays" },
  identities: { of: "user_id = $1", exported: ["sign_in_methods"], afterwards: "gone" },
  sessions: { of: "user_id = $1", exported: ["sessions"], afterwards: "gone" },
  passkeys: { of: "user_id = $1", exported: ["passkeys"], afterwards: "gone" },
  two_factors: { of: "user_id = $1", exported: ["second_factor"], afterwards: "gone" },
  verifications: {
    of: "value = $1 or identifier = 'change-email ' || $1",
    exported: ["awaited_address"],
    afterwards: "gone",
  },
  avatars: { of: "user_id = $1", exported: ["avatar"], afterwards: "gone" },
  rendered_documents: {
    of: "owner = $1",
    exported: { not: "PDFs of what is exported, which can be made again" },
    afterwards: "gone",
  },
  admin_requests: {
    of: "asked_by = $1 or account = $1 or decided_by = $1",
    exported: ["requests_of_administrators"],
    afterwards: "stays",
  },
  admin_actions: {
    of: "actor = $1 or account = $1 or approved_by = $1",
    exported: ["done_by_administrators", "done_as_administrator"],
    afterwards: "stays",
  },
  api_keys: { of: "owner = $1", exported: ["api_keys"], afterwards: "stays" },
  model_keys: { of: "owner = $1", exported: ["model_keys"], afterwards: "gone" },
  model_key_spending: { of: "owner = $1", exported: ["model_key_spending"], afterwards: "gone" },
  model_key_events: { of: "owner = $1", exported: ["model_key_changes"], afterwards: "gone" },
  analyses: { of: "owner = $1", exported: ["analyses"], afterwards: "stays" },
  analysis_events: {
    of: ownAnalyses,
    exported: { not: "how a run went; its result and reports stand with the analysis" },
    afterwards: "stays",
  },
  analysis_shares: { of: ownAnalyses, exported: ["shared_reports"], afterwards: "stays" },
  monthly_analyses: { of: "owner = $1", exported: ["analyses_by_month"], afterwards: "stays" },
  webhook_deliveries: { of: ownAnalyses, exported: ["webhook_deliveries"], afterwards: "gone" },
  assistant_conversations: { of: "owner = $1", exported: ["conversations"], afterwards: "gone" },
  assistant_turns: { of: "owner = $1", exported: ["assistant"], afterwards: "gone" },
  backtests: { of: "owner = $1", exported: ["backtests"], afterwards: "gone" },
  backtest_results: {
    of: "backtest in (select id from backtests where owner = $1)",
    exported: ["backtests"],
    afterwards: "gone",
  },
  backtest_answers: {
    of: "owner = $1",
    exported: { not: "what models said to a backtest; its result stands with it" },
    afterwards: "gone",
  },
  batches: { of: "owner = $1", exported: ["batches"], afterwards: "gone" },
  batch_lines: {
    of: "batch in (select id from batches where owner = $1)",
    exported: ["batches"],
    afterwards: "gone",
  },
  idempotency_keys: {
    of: "owner = $1",
    exported: { not: "names that programs gave their requests; what these made is exported" },
    afterwards: "gone",
  },
  plan_periods: { of: "owner = $1", exported: ["plan_periods"], afterwards: "stays" },
  ledger_accounts: { of: "owner = $1", exported: ["balances"], afterwards: "stays" },
  ledger_entries: {
    of: "account in (select id from ledger_accounts where owner = $1)",
    exported: ["ledger"],
    afterwards: "stays",
  },
  ledger_transfers: {
    of: "id in (select transfer from ledger_entries join ledger_accounts a on a.id = account where a.owner = $1)",
    exported: ["ledger"],
    afterwards: "stays",
  },
  deposits: { of: "owner = $1", exported: ["deposits"], afterwards: "stays" },
  deposit_events: { of: "owner = $1", exported: ["deposit_events"], afterwards: "stays" },
  deposit_reviews: { of: ownDeposits, exported: ["deposit_reviews"], afterwards: "stays" },
  deposit_audit: { of: "actor = $1", exported: ["decided_on_deposits"], afterwards: "stays" },
  deposit_streams: { of: "owner = $1", exported: { not: "the number of the last event" }, afterwards: "stays" },
  deposit_callbacks: {
    of: ownDeposits,
    exported: { not: "what a processor said to us; the deposit says what came of it" },
    afterwards: "stays",
  },
  deposit_differences: {
    of: ownDeposits,
    exported: { not: "where our books and a processor's do not agree" },
    afterwards: "stays",
  },
  referral_codes: { of: "owner = $1", exported: ["referral_code"], afterwards: "gone" },
  referrals: {
    of: "referrer = $1 or referred = $1",
    exported: ["referrals", "came_by_referral"],
    afterwards: "stays",
  },
  signal_lists: { of: "owner = $1", exported: ["watchlists"], afterwards: "stays" },
  signal_entries: { of: ownLists, exported: ["signals"], afterwards: "stays" },
  signal_runs: { of: ownLists, exported: ["watchlist_runs"], afterwards: "stays" },
  signal_heads: { of: ownLists, exported: { not: "hashes of the entries" }, afterwards: "stays" },
  signal_alerts: { of: "owner = $1", exported: ["alerts"], afterwards: "gone" },
  signal_deliveries: { of: "owner = $1", exported: ["alert_deliveries"], afterwards: "gone" },
};

/** Holds addresses and leads to no user: only on a server that nobody else reaches, and only the newest. */
const elsewhere = ["dev_mails"];

test("every table that leads to a user is in the list, so that a new one cannot be forgotten", async () => {
  const { rows } = await testApp.db.pool.query<{ name: string }>(`
    with recursive link as (
      select conrelid, confrelid from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    ), leads as (
      select oid from pg_class where relnamespace = 'public'::regnamespace and relname in ('users', 'accounts')
      union select link.conrelid from link join leads on link.confrelid = leads.oid
    )
    select oid::regclass::text as name from leads
    union
    select c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.attname = any('{owner,owner_id,user_id,user,account_id,actor,referrer,referred,resolved_by,email,recipient}')
  `);
  const found = rows.map(({ name }) => name).filter((name) => !elsewhere.includes(name));
  // Of a mailed link the user's id is the value, and nothing in the catalogue says so.
  expect([...found, "verifications"].toSorted()).toEqual(Object.keys(tables).toSorted());
});

const Exported = z.record(z.string(), z.union([z.string(), z.array(z.record(z.string(), z.unknown()))]));

async function exported(id: string): Promise<{ text: string; sections: Record<string, readonly unknown[]> }> {
  const text = await exportData(systemContext({ db: testApp.db, clock: systemClock }), id);
  const entries = Object.entries(Exported.parse(JSON.parse(text)));
  const sections = entries.flatMap(([name, rows]) => (typeof rows === "string" ? [] : [[name, rows] as const]));
  return { text, sections: Object.fromEntries(sections) };
}

async function countsOf(id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, { of }] of Object.entries(tables)) {
    const { rows } = await testApp.db.pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${of}`, [
      id,
    ]);
    counts[table] = rows[0]?.n ?? 0;
  }
  return counts;
}

test("what is kept of a user is handed over whole, to nobody else, and goes with the account or stays as it must", async () => {
  const [ann, ben] = ["usr_ann", "usr_ben"];
  await fill(ann, ben);
  const before = await countsOf(ann);
  // Else the rest would prove nothing.
  for (const table of Object.keys(tables)) expect(before[table], table).toBeGreaterThan(0);

  const { text, sections } = await exported(ann);
  const promised = Object.values(tables).flatMap(({ exported: names }) => ("not" in names ? [] : names));
  expect(Object.keys(sections).toSorted()).toEqual([...new Set(promised)].toSorted());
  for (const [name, rows] of Object.entries(sections)) expect(rows.length, name).toBeGreaterThan(0);
  expect(text).not.toContain("secret");
  expect(text).not.toContain(ben);

  const theirs = await exported(ben);
  for (const mark of [ann, "of Ann", "ann@example.com"]) expect(theirs.text).not.toContain(mark);

  await deleteAccount({
    ...testApp,
    clock: systemClock,
    settings: {
      rounds: 1,
      riskRounds: 1,
      budgetUsd: null,
      maxConcurrency: 1,
      maxQueued: 1,
      jobTimeoutMs: 1000,
      webhookAllowPrivate: false,
    },
    actor: { owner: ann, plan: "elite", scopes: Scope.options },
    requestId: "req_test",
  });
  const after = await countsOf(ann);
  // Cancelling the one that was running told of it.
  for (const [table, { afterwards }] of Object.entries(tables))
    if (afterwards === "gone") expect(after[table], table).toBe(0);
    else expect(after[table], table).toBeGreaterThanOrEqual(before[table] ?? 0);
  const { rows } = await testApp.db.pool.query(
    `select (select status from analyses where id = 'ana_of Ann') as analysis,
       (select revoked_at is not null from api_keys where owner = $1) as key_ended,
       (select revoked_at is not null from analysis_shares where digest = 'secret digest') as share_ended,
       (select deleted_at is not null from signal_lists where owner = $1) as list_ended,
       (select webhook_url from analyses where owner = $1) as webhook`,
    [ann],
  );
  expect(rows).toEqual([
    { analysis: "cancelled", key_ended: true, share_ended: true, list_ended: true, webhook: null },
  ]);
  await expectLedgerAddsUp(testApp);
  expect((await exported(ben)).sections["user"]).toHaveLength(1);
});

/** A row or more of `ann` in every table. `ben` administers, and has a referral of hers. */
async function fill(ann: string, ben: string): Promise<void> {
  const { db } = testApp;
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
  await signalRows(run, ann);
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
  await run(
    "insert into analysis_shares (digest, sealed_token, analysis_id, created_at) values ('secret digest', 'secret token', 'ana_of Ann', now())",
  );
  await run("insert into monthly_analyses values ($1, '2026-11-01', 1)", ann);
  await run("insert into batches (id, owner, state, created_at) values ('bat_1', $1, 'running', now())", ann);
  await run(
    `insert into batch_lines (batch, line, custom_id, state, refusal) values ('bat_1', 1, 'of Ann', 'refused', '{"detail":"no line"}')`,
  );
  await run("insert into idempotency_keys values ($1, 'submit batch', 'mine', 'hash', 'bat_1', now())", ann);
  await run(
    `insert into backtests (id, owner, source, state, asked, summary, created_at, finished_at)
     values ('bt_1', $1, 'elsewhere', 'succeeded', '{"symbols":["of Ann"]}', '{}', now(), now())`,
    ann,
  );
  await run("insert into backtest_results values ('bt_1', '{}', 'of Ann')");
  await run("insert into backtest_answers values ($1, 'hash', 'bt_1', '{}')", ann);
  await run(
    `insert into webhook_deliveries (id, analysis_id, url, event, attempt, created_at)
     values ('whd_1', 'ana_of Ann', 'https://hooks.example/of Ann', 'job.succeeded', 1, now())`,
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

async function signalRows(run: Run, ann: string): Promise<void> {
  await run(
    `insert into signal_lists (id, owner, name, instruments, schedule, runs, created_at, starts_at)
     values ('lst_1', $1, 'of Ann', '[]', '{"kind":"close"}', 1, now(), now())`,
    ann,
  );
  await testApp.db.transaction((tx) => appendEntry(tx, "lst_1", signalEntry("AAPL", "Buy"), systemClock.now()));
  await run(
    `insert into signal_runs (list, symbol, session, asset_type, due_at) values ('lst_1', 'AAPL', '2025-06-02', 'stock', now())`,
  );
  await run("insert into signal_heads values ('lst_1', '2025-06-02', 1, 'hash', now())");
  await run("insert into signal_alerts values ($1, 'https://hooks.example/of Ann', 'secret', '{AAPL}', now())", ann);
  await run(
    `insert into signal_deliveries (id, owner, list, number, url, attempt, created_at)
     values ('whd_2', $1, 'lst_1', 1, 'https://hooks.example/of Ann', 1, now())`,
    ann,
  );
}
