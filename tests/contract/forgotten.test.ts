import { afterAll, beforeAll, expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import { insertTurn } from "#src/product/assistant/queries/conversations.ts";
import { systemClock } from "#src/core/clock.ts";
import { deleteAccount, forgetWorkflows } from "#src/product/accounts/account-data.ts";
import { shareAnalysis } from "#src/product/analyses/sharing.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import { uploadBacktest } from "#src/product/backtests/backtests.ts";
import type { Context } from "#src/product/context.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { buyPlan, grantBalance } from "#src/product/plans/plans.ts";
import { saveAlerts } from "#src/product/signals/alerts.ts";
import { saveWatchlist } from "#src/product/signals/watchlists.ts";
import { smallResult } from "#tests/support/backtests.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { dumpOf, linesWith } from "#tests/support/dump.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import { mailTo, startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";
import { newUser, password, signIn, userIdOf } from "#tests/support/sign-in.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { anySymbol } from "#tests/support/signals.ts";

let testApp: TestApp;
let door: FrontDoor;
let worker: MailWorker;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
  worker = startMailWorker(testApp);
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
});

/** Stands in everything that the owner of the account writes, in both cases since some of it is folded. */
const mark = "zqmark";
const marks = [mark, mark.toUpperCase(), "Zqmark"];

function contextOf(owner: string): Context {
  return {
    db: testApp.db,
    queue: testApp.queue,
    clock: systemClock,
    settings: {
      rounds: 1,
      riskRounds: 1,
      budgetUsd: null,
      maxConcurrency: 4,
      maxQueued: 100,
      jobTimeoutMs: 60_000,
      webhookAllowPrivate: true,
    },
    actor: { owner, plan: "elite", scopes: Scope.options },
    requestId: `req-${mark}`,
  };
}

/** One of everything, with the mark in each field that takes it. */
async function useEverything(ctx: Context): Promise<void> {
  const { owner } = ctx.actor;
  await createKey(ctx, { owner, plan: null, label: `laptop of ${mark}`, scopes: ["analyses:read"] });
  const hook = `https://${mark}:${mark}@127.0.0.1:9/${mark}?${mark}`;
  const known = { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock" as const, max_debate_rounds: 1 };
  const { job: done } = await submitAnalysis(ctx, {
    body: { ...known, analysts: ["market"], webhook_url: hook },
    idempotencyKey: `key-${mark}`,
  });
  await submitAnalysis(ctx, {
    body: { ...known, ticker: mark.toUpperCase(), analysts: ["market"], webhook_url: hook },
    idempotencyKey: null,
  });
  await saveAlerts(ctx, { email: true, webhook_url: hook, symbols: [mark] });
  const instruments = [{ symbol: "DEMO", asset_type: "stock" as const }];
  await saveWatchlist(ctx, {
    environment: anySymbol,
    watchlist: { id: null, name: `${mark}'s list`, instruments, schedule: { kind: "close" }, runs: 1 },
  });
  await testApp.db.transaction((tx) =>
    insertTurn(tx, { id: "turn_1", owner, conversation: mark, question: `I am ${mark}`, at: systemClock.now() }),
  );
  const result = JSON.stringify(await smallResult()).replaceAll("DEMO", mark.toUpperCase());
  await uploadBacktest(ctx, new TextEncoder().encode(result)).catch(() => uploadSmall(ctx));
  await grantBalance(ctx, { owner, amountMinor: 10_000, reason: "a gift", actor: "operator" });
  await buyPlan(ctx, { plan: "signals", idempotencyKey: `buy-${mark}` });
  await until("the analyses to end", async () => {
    const { rows } = await testApp.db.pool.query("select from analyses where owner = $1 and finished_at is null", [
      owner,
    ]);
    return rows.length === 0 ? true : null;
  });
  await until("their webhooks to be tried", async () => {
    const { rows } = await testApp.db.pool.query("select from outbox_attempts where url is not null");
    return rows.length >= 2 ? true : null;
  });
  await shareAnalysis(ctx, done.id).catch(() => null);
}

async function uploadSmall(ctx: Context): Promise<void> {
  await uploadBacktest(ctx, new TextEncoder().encode(JSON.stringify(await smallResult())));
}

test("of a deleted account nothing is left that its owner wrote, in any table of any schema", async () => {
  const email = `${mark}@example.com`;
  const browser = openBrowser(door.url);
  await newUser(testApp, door, email, browser);
  const owner = await userIdOf(browser);
  await browser.post("/api/auth/update-user", { name: `Ada ${mark}` });
  // A sign-in right after signing up is no news.
  await testApp.db.pool.query("update users set created_at = created_at - interval '1 hour'");
  const another = openBrowser(door.url);
  expect(await signIn(another, email.toUpperCase())).toBe(200);
  await mailTo(testApp, email, /sign-in|signed in/i);
  expect(await signIn(openBrowser(door.url), email, "a wrong password")).toBe(401);
  await browser.post("/api/auth/request-password-reset", { email: `Zqmark@example.com` });
  await mailTo(testApp, email, "Choose a new password");
  await browser.post("/api/auth/sign-in/magic-link", { email });
  await mailTo(testApp, email, "Your sign-in link");
  await browser.post("/api/auth/change-email", { newEmail: `next-${mark}@example.com` });
  await mailTo(testApp, email, "Confirm your email address change");
  await browser.post("/api/auth/two-factor/enable", { password });
  const ctx = contextOf(owner);
  await useEverything(ctx);
  const before = linesWith(await dumpOf(testApp.db), marks);
  const tables = new Set(before.map((line) => line.slice(0, line.indexOf(" "))));
  // Else the rest would prove nothing.
  for (const table of [
    "users",
    "api_keys",
    "analyses",
    "signal_lists",
    "dev_mails",
    "outbox",
    "assistant_turns",
    "plan_periods",
  ])
    expect(tables, table).toContain(table);

  await deleteAccount(ctx);
  // A mail may still be under way; the night deletes its job.
  await until("the last mail to end", async () => {
    await forgetWorkflows(systemContext(testApp));
    return linesWith(await dumpOf(testApp.db), marks).length === 0 ? true : null;
  }).catch(() => null);
  expect(linesWith(await dumpOf(testApp.db), marks)).toEqual([]);
  // What must stay does: the amounts, and that there was an account.
  const { rows } = await testApp.db.pool.query(
    `select balance::float8 as balance, closed_at is not null as closed,
       (select count(*)::int from analyses where owner = $1) as analyses
     from ledger_accounts join accounts on accounts.id = owner where owner = $1 and kind = 'customer'`,
    [owner],
  );
  expect(rows).toEqual([{ balance: 8100, closed: true, analyses: 2 }]);
  await expectLedgerAddsUp(testApp);
});
