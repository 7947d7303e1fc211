import { afterAll, beforeAll, expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import { assistantLimits } from "#src/contract/jobs/assistant.ts";
import {
  accountsPerNetwork,
  caps,
  signInSessionsPerAccount,
  unconfirmedDays,
  watchlistsEver,
} from "#src/contract/jobs/caps.ts";
import { insertTurn } from "#src/product/assistant/queries/conversations.ts";
import { fixedClock, systemClock } from "#src/core/clock.ts";
import { forgetExpired } from "#src/product/accounts/account-data.ts";
import { shareAnalysis, unshareAnalysis } from "#src/product/analyses/sharing.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import type { Context } from "#src/product/context.ts";
import { saveWatchlist } from "#src/product/signals/watchlists.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { confirmedUser, password, userIdOf } from "#tests/support/sign-in.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { anySymbol } from "#tests/support/signals.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

/** What no customer adds rows to: the service itself and its operators. */
const operators = [
  "admin_actions",
  "admin_requests",
  "deposit_audit",
  "deposit_reconciliations",
  "passage_index",
  "passages",
  "proof_keys",
  "retired_proof_keys",
  "schema_migrations",
  "telegram_bot",
  "settlement_entries",
  "settlement_head",
  "settlement_heads",
  "signal_benchmarks",
  "signal_days",
  "worker_deaths",
  "worker_stops",
];

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
    requestId: "req_test",
  };
}

async function count(text: string, ...values: readonly unknown[]): Promise<number> {
  const { rows } = await testApp.db.pool.query<{ n: number }>(`select count(*)::int as n from ${text}`, [...values]);
  return rows[0]?.n ?? 0;
}

test("every table says what bounds it, so that a new one cannot be forgotten", async () => {
  const { rows } = await testApp.db.pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const found = rows.map(({ name }) => name).filter((name) => !operators.includes(name));
  expect(found).toEqual(Object.keys(caps).toSorted());
  for (const [table, cap] of Object.entries(caps)) expect(cap, table).toMatch(/\w/);
});

test("a network asks for so many accounts in a day, and what it asks for beyond that is no account", async () => {
  const surroundings = { publicUrl: null, trustedProxies: ["127.0.0.1"], development: false };
  const door = await testApp.open({ surroundings });
  const signUp = async (from: string, nth: number): Promise<number> => {
    const answer = await fetch(`${door.url}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", "x-forwarded-for": from },
      body: JSON.stringify({ name: "Bot", email: `bot${nth}@example.com`, password }),
    });
    return answer.status;
  };
  await testApp.db.pool.query("insert into auth_limits (key, points, expire) select $1, $2, $3", [
    `network account:${await sha256("203.0.113.7")}`,
    accountsPerNetwork - 1,
    Date.now() + 3_600_000,
  ]);
  expect(await signUp("203.0.113.7", 1)).toBe(200);
  expect(await signUp("203.0.113.7", 2)).toBe(429);
  expect(await signUp("203.0.113.8", 3)).toBe(200);
  expect(await count("users where email = 'bot2@example.com'")).toBe(0);
});

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("hex");
}

test("an account whose address nobody confirms is gone after a week, and none that was confirmed", async () => {
  const door = await testApp.open();
  const kept = await userIdOf(await confirmedUser(testApp, door, "kept@example.com"));
  await openBrowser(door.url).post("/api/auth/sign-up/email", { name: "No", email: "never@example.com", password });
  const later = (days: number) => fixedClock(systemClock.now() + days * 86_400_000);
  await forgetExpired(systemContext({ db: testApp.db, clock: later(unconfirmedDays - 1) }));
  expect(await count("users where email = 'never@example.com'")).toBe(1);
  await forgetExpired(systemContext({ db: testApp.db, clock: later(unconfirmedDays + 1) }));
  expect(await count("users where email = 'never@example.com'")).toBe(0);
  expect(await count("users where id = $1", kept)).toBe(1);
});

test("of many sessions the oldest end", async () => {
  await testApp.db.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ('usr_many', 'M', 'many@example.com', now(), now())",
  );
  for (let n = 1; n <= signInSessionsPerAccount + 5; n += 1)
    await testApp.db.pool.query(
      `insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
       values ('ses_' || $1, 'usr_many', 'token ' || $1, now() + interval '1 day', to_timestamp($1::int), now())`,
      [n],
    );
  expect(await count("sessions where user_id = 'usr_many'")).toBe(signInSessionsPerAccount);
  expect(await count("sessions where id = 'ses_5'")).toBe(0);
  expect(await count("sessions where id = 'ses_6'")).toBe(1);
});

test("conversations are bounded in number and length", async () => {
  await testApp.db.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ('usr_talk', 'T', 'talk@example.com', now(), now())",
  );
  const ask = (conversation: string, nth: number): Promise<boolean> =>
    testApp.db.transaction((tx) =>
      insertTurn(tx, { id: `${conversation} ${nth}`, owner: "usr_talk", conversation, question: "?", at: nth * 1000 }),
    );
  const { conversations, turnsPerConversation } = assistantLimits;
  for (let n = 1; n <= conversations + 3; n += 1) expect(await ask(`c${n}`, n)).toBe(true);
  expect(await count("assistant_conversations where owner = 'usr_talk'")).toBe(conversations);
  expect(await count("assistant_conversations where owner = 'usr_talk' and id in ('c1', 'c2', 'c3')")).toBe(0);
  for (let n = 1; n <= turnsPerConversation; n += 1) expect(await ask("long", 10_000 + n)).toBe(true);
  expect(await ask("long", 20_000)).toBe(false);
});

test("sharing and taking back again and again leaves two links, and lists are made so many times", async () => {
  const ctx = contextOf("sharer");
  const demo = { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock" as const, max_debate_rounds: 1 };
  const {
    job: { id },
  } = await submitAnalysis(ctx, { body: { ...demo, analysts: ["market"] }, idempotencyKey: null });
  await succeed(testApp, id);
  for (let n = 0; n < 6; n += 1) {
    await shareAnalysis(ctx, id);
    await unshareAnalysis(ctx, id);
  }
  await shareAnalysis(ctx, id);
  expect(await count("analysis_shares where analysis_id = $1", id)).toBe(2);

  await testApp.db.pool.query(
    `insert into signal_lists (id, owner, name, instruments, schedule, runs, created_at, starts_at, deleted_at)
     select 'wl_' || n, 'sharer', '', '[]', '{}', 1, now(), now(), now() from generate_series(1, $1::int) as n`,
    [watchlistsEver],
  );
  const list = { id: null, name: "One more", instruments: [], schedule: { kind: "close" as const }, runs: 1 };
  await expect(saveWatchlist(ctx, { environment: anySymbol, watchlist: list })).rejects.toThrow(
    `at most ${watchlistsEver} watchlists`,
  );
});
