import { betterAuth } from "better-auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Scope } from "#src/contract/accounts/plans.ts";
import type { SubmitAnalysis } from "#src/contract/jobs/jobs.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { systemClock } from "#src/core/clock.ts";
import { createLog } from "#src/core/operation/log.ts";
import { openVault } from "#src/core/vault.ts";
import { signInLifetime } from "#src/product/accounts/public/auth-settings.ts";
import { authOptions } from "#src/product/accounts/public/auth-options.ts";
import { renewSecrets } from "#src/product/accounts/identity.ts";
import { findShare, shareAnalysis } from "#src/product/analyses/reading.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import type { Context } from "#src/product/context.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { getAlerts, saveAlerts } from "#src/product/signals/alerts.ts";
import { outside, newWebhookSecret } from "#src/product/webhooks/public/post.ts";
import { readMadeSecret } from "#src/product/webhooks/webhooks.ts";
import { testSecret } from "#tests/support/database.ts";
import { dumpOf, linesWith } from "#tests/support/dump.ts";
import { succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { tellNow } from "#tests/support/outbox.ts";
import { linkIn, mailTo, startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";
import { jobBesideQueue } from "#tests/support/job-beside-queue.ts";
import { newUser, password, userIdOf } from "#tests/support/sign-in.ts";
import { systemContext } from "#tests/support/contexts.ts";

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

function contextOf(owner: string, db: TestApp["db"] = testApp.db): Context {
  return {
    db,
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

const demo: SubmitAnalysis = {
  ticker: "DEMO",
  trade_date: "2019-06-03",
  asset_type: "stock",
  analysts: ["market"],
  max_debate_rounds: 1,
};
const hook = (name: string): string =>
  `https://planted:passw0rd-${name}@hooks.example/${name}-path?token=t0ken-${name}`;

/** A finished job beside the queue. */
async function endedJob(owner: string, id: string, webhook: string | null = null): Promise<void> {
  await jobBesideQueue(testApp.db, {
    id,
    owner,
    request: { ...demo, max_debate_rounds: 1 },
    webhook: webhook === null ? null : { url: webhook, secret: newWebhookSecret(), made: true },
    createdAt: systemClock.now(),
  });
  await succeed(testApp, id);
}

/** Everything of a job and its account that opens something. */
async function plantedOf(ctx: Context): Promise<string[]> {
  const { job: made } = await submitAnalysis(ctx, {
    body: { ...demo, webhook_url: hook("made") },
    idempotencyKey: "key-made",
  });
  const own = `whsec_${Buffer.from("a secret of the caller's, 32 byte").toString("base64")}`;
  await submitAnalysis(ctx, {
    body: { ...demo, webhook_url: hook("own"), webhook_secret: own },
    idempotencyKey: "key-own",
  });
  const alerts = await saveAlerts(ctx, { email: true, webhook_url: hook("alerts"), symbols: null });
  await endedJob(ctx.actor.owner, "ana_shared");
  const { token } = await shareAnalysis(ctx, "ana_shared");
  expect(await findShare(ctx, "ana_shared")).toMatchObject({ token });
  const { key } = await createKey(ctx, { owner: ctx.actor.owner, plan: null, label: "bot", scopes: Scope.options });
  const secret = (await readMadeSecret(ctx, made.id)) ?? "";
  expect(secret).toMatch(/^whsec_/);
  const hooks = ["made", "own", "alerts"].flatMap((name) => [`passw0rd-${name}`, `t0ken-${name}`, `${name}-path`]);
  return [secret, own, alerts.webhook_secret ?? "", token, key, ...hooks];
}

test("a copy of the whole database opens nothing: no secret of any flow stands in it", async () => {
  const email = "ann@example.com";
  const browser = await newUser(testApp, door, email);
  const owner = await userIdOf(browser);
  const planted = [password, ...(await plantedOf(contextOf(owner)))];

  for (const [path, subject] of [
    ["/api/auth/sign-in/magic-link", "Your sign-in link"],
    ["/api/auth/request-password-reset", "Choose a new password"],
  ] as const) {
    expect((await browser.post(path, { email })).status).toBe(200);
    const link = linkIn(await mailTo(testApp, email, subject));
    const token = link.searchParams.get("token") ?? link.pathname.split("/").at(-1) ?? "";
    expect(token.length, subject).toBeGreaterThan(20);
    planted.push(token);
  }
  await browser.post("/api/auth/change-email", { newEmail: "next@example.com" });
  const change = linkIn(await mailTo(testApp, email, "Confirm your email address change"));
  planted.push(change.searchParams.get("token") ?? "");

  const { body } = await browser.post("/api/auth/two-factor/enable", { password });
  const { totpURI, backupCodes } = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }).parse(body);
  planted.push(new URL(totpURI).searchParams.get("secret") ?? "", ...backupCodes);

  for (const secret of planted) expect(secret.length, secret).toBeGreaterThan(7);
  const dump = await dumpOf(testApp.db);
  // Else the rest would prove nothing.
  for (const there of ["analyses {", email, "dbos.workflow_status {", "key-own"]) expect(dump, there).toContain(there);
  expect(linesWith(dump, planted)).toEqual([]);
});

test("of a sign-in with a provider no token is kept", async () => {
  const nothing = async (): Promise<void> => {};
  const log = createLog("silent", "http");
  const settings = { publicUrl: null, secret: testSecret, previousSecrets: [], mail: "dev" as const };
  const auth = betterAuth(
    authOptions("http://localhost", {
      db: testApp.db,
      log,
      settings: { ...settings, session: signInLifetime(720), github: null, google: null },
      link: () => {},
      joined: nothing,
      passwordReset: nothing,
      linked: nothing,
    }),
  );
  const { internalAdapter } = await auth.$context;
  await testApp.db.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ('usr_bo', 'Bo', 'bo@example.com', now(), now())",
  );
  const tokens = { accessToken: "gho_planted", refreshToken: "ghr_planted", idToken: "eyJ_planted" };
  const account = await internalAdapter.createAccount({
    userId: "usr_bo",
    providerId: "github",
    accountId: "1",
    scope: "user:email",
    ...tokens,
  });
  await internalAdapter.updateAccount(account.id, tokens);
  expect(linesWith(await dumpOf(testApp.db), ["_planted"])).toEqual([]);
});

test("what was stored in the clear, or under an earlier secret, is sealed by the next worker that starts", async () => {
  const ctx = contextOf("old");
  await testApp.db.pool.query("insert into accounts (id, plan, created_at) values ('old', 'elite', now())");
  await testApp.db.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ('old', 'Old', 'old@example.com', now(), now())",
  );
  const { job } = await submitAnalysis(ctx, { body: { ...demo, webhook_url: hook("old") }, idempotencyKey: null });
  await testApp.db.pool.query(
    "update analyses set webhook_url = 'https://clear.example/hook', webhook_secret = 'whsec_clear' where id = $1",
    [job.id],
  );
  const earlier = "the secret of last year with 32 characters";
  const before = { ...testApp.db, vault: openVault({ secret: earlier, previousSecrets: [] }) };
  const kept = await saveAlerts({ ...ctx, db: before }, { email: false, webhook_url: hook("rotated"), symbols: null });

  const second = startMailWorker(testApp, { AUTH_SECRET: `${testSecret},${earlier}` });
  try {
    await until("the stored secrets to be sealed", async () =>
      linesWith(await dumpOf(testApp.db), ["clear.example", "whsec_clear"]).length === 0 ? true : null,
    );
    await until("those of the earlier secret", async () => {
      const { rows } = await testApp.db.pool.query("select from signal_alerts where starts_with(webhook_secret, $1)", [
        testApp.db.vault.mark,
      ]);
      return rows.length === 2 ? true : null;
    });
  } finally {
    second.stop();
  }
  expect(await getAlerts(ctx)).toEqual(kept);
});

test("under a wrong AUTH_SECRET nothing is lost: deliveries wait, the log says what to do, the right one opens all", async () => {
  const owner = "wrong";
  const [ctx, job] = [contextOf(owner), { id: "ana_wrong" }];
  await endedJob(owner, job.id, hook("wrong"));
  const wrong = { secret: "another secret than the one in force (32)", previousSecrets: [] };
  const db = { ...openDatabase(testApp.url, 2), vault: openVault(wrong) };
  const lines: string[] = [];
  try {
    await renewSecrets(systemContext({ db }), {
      log: createLog("info", "worker", { write: (line) => void lines.push(line) }),
      secrets: wrong,
    });
    expect(lines.join("")).toContain("to AUTH_SECRET after a comma");
    await expect(readMadeSecret(contextOf(owner, db), job.id)).rejects.toThrow("to AUTH_SECRET after a comma");
    const attempt = { network: outside(false), analysis: job.id, event: "analysis.succeeded" as const };
    expect(await tellNow(db, attempt)).toEqual({ done: false });
  } finally {
    await db.close();
  }
  expect(await readMadeSecret(ctx, job.id)).toMatch(/^whsec_/);
});
