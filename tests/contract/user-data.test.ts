import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Scope } from "#src/contract/accounts/plans.ts";
import { systemClock } from "#src/core/clock.ts";
import { deleteAccount, exportData } from "#src/product/accounts/account-data.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { fillTables } from "#tests/support/user-rows.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
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
const ownApps = "client_id in (select client_id from oauth_consents where user_id = $1)";
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
  oauth_consents: { of: "user_id = $1", exported: ["connections"], afterwards: "gone" },
  oauth_clients: { of: ownApps, exported: ["connections"], afterwards: "gone" },
  oauth_client_resources: { of: ownApps, exported: { not: "this service's own address" }, afterwards: "gone" },
  oauth_access_tokens: { of: "user_id = $1", exported: { not: "only hashes are kept" }, afterwards: "gone" },
  oauth_refresh_tokens: { of: "user_id = $1", exported: { not: "only hashes are kept" }, afterwards: "gone" },
  api_requests: { of: "owner = $1", exported: ["api_requests"], afterwards: "gone" },
  model_keys: { of: "owner = $1", exported: ["model_keys"], afterwards: "gone" },
  model_key_spending: { of: "owner = $1", exported: ["model_key_spending"], afterwards: "gone" },
  model_key_events: { of: "owner = $1", exported: ["model_key_changes"], afterwards: "gone" },
  analyses: { of: "owner = $1", exported: ["analyses"], afterwards: "stays" },
  analysis_events: {
    of: ownAnalyses,
    exported: { not: "how a run went; its result and reports stand with the analysis" },
    afterwards: "stays",
  },
  analysis_holdings: { of: ownAnalyses, exported: ["holdings"], afterwards: "gone" },
  portfolios: { of: "owner = $1", exported: ["portfolios"], afterwards: "gone" },
  batch_holdings: {
    of: "batch in (select id from jobs where owner = $1)",
    exported: { not: "what its runs are given, which is exported with each of them" },
    afterwards: "gone",
  },
  analysis_shares: { of: ownAnalyses, exported: ["shared_reports"], afterwards: "stays" },
  jobs: {
    of: "owner = $1",
    exported: ["attributions", "memory_measurements", "backtests", "batches"],
    afterwards: "gone",
  },
  memory_answers: {
    of: "job in (select id from jobs where owner = $1)",
    exported: { not: "what models said; what came of it stands with the measurement" },
    afterwards: "gone",
  },
  attribution_bills: { of: "owner = $1", exported: ["attribution_costs"], afterwards: "gone" },
  attribution_answers: {
    of: ownAnalyses,
    exported: { not: "what models said to changed prompts; what came of it stands with the attribution" },
    afterwards: "gone",
  },
  usage_days: {
    of: "owner = $1",
    exported: { not: "sums over the analyses, which are exported" },
    afterwards: "stays",
  },
  usage_day_models: {
    of: "owner = $1",
    exported: { not: "sums over the analyses, which are exported" },
    afterwards: "stays",
  },
  monthly_analyses: { of: "owner = $1", exported: ["analyses_by_month"], afterwards: "stays" },
  assistant_conversations: { of: "owner = $1", exported: ["conversations"], afterwards: "gone" },
  assistant_turns: { of: "owner = $1", exported: ["assistant"], afterwards: "gone" },
  backtest_results: {
    of: "backtest in (select id from jobs where owner = $1)",
    exported: ["backtests"],
    afterwards: "gone",
  },
  backtest_trials: { of: "owner = $1", exported: ["backtest_trials"], afterwards: "gone" },
  backtest_answers: {
    of: "owner = $1",
    exported: { not: "what models said to a backtest; its result stands with it" },
    afterwards: "gone",
  },
  batch_lines: {
    of: "batch in (select id from jobs where owner = $1)",
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
  condition_watches: { of: "owner = $1", exported: ["conditions"], afterwards: "gone" },
  condition_readings: {
    of: "analysis_id in (select analysis_id from condition_watches where owner = $1)",
    exported: { not: "public prices and figures; what they come to is exported" },
    afterwards: "gone",
  },
  channels: { of: "owner = $1", exported: ["channels"], afterwards: "gone" },
  outbox: { of: "owner = $1", exported: ["channel_messages"], afterwards: "gone" },
  outbox_attempts: {
    of: "owner = $1",
    exported: ["channel_attempts", "webhook_deliveries", "alert_deliveries"],
    afterwards: "gone",
  },
  calendar_feeds: { of: "owner = $1", exported: ["calendar"], afterwards: "gone" },
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
  await fillTables(testApp, ann, ben);
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
