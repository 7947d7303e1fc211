import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Scope } from "#src/contract/accounts/plans.ts";
import { setPlan } from "#src/product/accounts/queries/users.ts";
import { systemClock } from "#src/core/clock.ts";
import { createOwnKey } from "#src/product/keys/keys.ts";
import { changeAlerts } from "#src/product/signals/alerts.ts";
import { softPasskey } from "#tests/support/authenticator.ts";
import { openBrowser, totp, type Browser } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { linkIn, mailTo, startMailWorker, type MailWorker } from "#tests/support/mail-worker.ts";
import { newUser, password, signIn, userIdOf } from "#tests/support/sign-in.ts";
import { customerContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
let door: FrontDoor;
let worker: MailWorker;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ access: { open: false, loopback: true } });
  worker = startMailWorker(testApp);
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
});
beforeEach(() => testApp.db.pool.query("delete from auth_limits"));

const signedIn = async (browser: Browser): Promise<boolean> => (await browser.get("/api/auth/session")).body !== null;
const newPassword = "a better password";
const apple = { ticker: "AAPL", trade_date: "2025-06-02", asset_type: "stock" };

/** Somebody whose session was stolen, and what the thief made with it. */
async function robbed(email: string) {
  const owner = await newUser(testApp, door, email);
  const userId = await userIdOf(owner);
  await testApp.db.transaction((tx) => setPlan(tx, userId, "elite", systemClock.now()));
  const thief = openBrowser(door.url);
  for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
  const { db, queue } = testApp;
  const ctx = customerContext({
    db,
    queue,
    clock: systemClock,
    actor: { owner: userId, plan: "elite", scopes: Scope.options },
    settings: { webhookAllowPrivate: false },
  });
  const by = { confirmedAt: systemClock.now(), origin: door.url };
  const { key } = await createOwnKey(ctx, {
    by,
    label: "planted",
    scopes: Scope.options,
  });
  await changeAlerts(ctx, {
    by,
    alerts: { email: false, webhook_url: "https://thief.example/hook", symbols: null },
  });
  const soft = softPasskey(door.url);
  const options = await thief.get("/api/auth/passkey/generate-register-options");
  const response = soft.create(options.body);
  expect((await thief.post("/api/auth/passkey/verify-registration", { response })).status).toBe(200);
  const job = await byKey(key, "/v1/analyses", {
    ...apple,
    webhook_url: "https://thief.example/job",
  });
  expect(job.status).toBe(202);
  const { id } = z.object({ id: z.string() }).parse(job.body);
  return { owner, userId, thief, key, soft, id };
}

async function byKey(key: string, path: string, json?: object) {
  return openBrowser(door.url).send(json === undefined ? "GET" : "POST", path, {
    headers: { "x-api-key": key },
    ...(json !== undefined && { json }),
  });
}

/** What of it still opens the account. */
async function open({ thief, key, soft, id, userId }: Awaited<ReturnType<typeof robbed>>) {
  const fresh = openBrowser(door.url);
  const asked = await fresh.get("/api/auth/passkey/generate-authenticate-options");
  const byPasskey = await fresh.post("/api/auth/passkey/verify-authentication", { response: soft.get(asked.body) });
  const { rows: webhooks } = await testApp.db.pool.query(
    "select webhook_url from analyses where id = $1 union select webhook_url from signal_alerts where owner = $2",
    [id, userId],
  );
  return {
    session: await signedIn(thief),
    key: (await byKey(key, "/v1/usage")).status === 200,
    passkey: byPasskey.status === 200,
    webhook: webhooks.some(({ webhook_url: url }: { webhook_url: string | null }) => url !== null),
  };
}

const everything = { session: true, key: true, passkey: true, webhook: true };
const nothing = { session: false, key: false, passkey: false, webhook: false };

async function resetLink(email: string): Promise<string> {
  const browser = openBrowser(door.url);
  await browser.post("/api/auth/request-password-reset", { email });
  const page = await browser.get(linkIn(await mailTo(testApp, email, "Choose a new password")).href);
  return new URL(page.headers.get("location") ?? "", door.url).searchParams.get("token") ?? "";
}

describe("what a thief made in a stolen session", () => {
  test("is there until somebody takes it back", async () => {
    expect(await open(await robbed("robbed-none@example.com"))).toEqual(everything);
  });

  test("stays where its owner says so, each by itself", async () => {
    const email = "robbed-keeps@example.com";
    const theft = await robbed(email);
    const keep = ["api_keys", "webhooks", "passkeys", "providers"];
    const token = await resetLink(email);
    const asked = { token, newPassword, keep };
    expect((await openBrowser(door.url).post("/api/auth/reset-password", asked)).status).toBe(200);
    expect(await open(theft)).toEqual({ ...everything, session: false });
    const owner = openBrowser(door.url);
    await signIn(owner, email, newPassword);
    const other = openBrowser(door.url);
    await signIn(other, email, newPassword);
    const change = { currentPassword: newPassword, newPassword: "one better still", keep: ["sessions", "api_keys"] };
    expect((await owner.post("/api/auth/change-password", change)).status).toBe(200);
    expect(await open(theft)).toEqual({ ...nothing, key: true });
    expect(await signedIn(other)).toBe(true);
  });

  test("no client chooses what is kept of a reset in another way than by the body", async () => {
    const email = "robbed-header@example.com";
    const theft = await robbed(email);
    const token = await resetLink(email);
    const headers = { "x-conclave-keep": "sessions,api_keys,webhooks,passkeys,providers" };
    const browser = openBrowser(door.url);
    expect((await browser.post("/api/auth/reset-password", { token, newPassword }, { headers })).status).toBe(200);
    expect(await open(theft)).toEqual(nothing);
  });
});

describe("passkeys and providers", () => {
  test("stay when somebody without a password signs out everywhere: they may be the only way in", async () => {
    const theft = await robbed("only-passkey@example.com");
    await testApp.db.pool.query("delete from identities where user_id = $1", [theft.userId]);
    expect((await theft.owner.post("/api/auth/revoke-other-sessions")).status).toBe(200);
    expect(await open(theft)).toMatchObject({ key: false, webhook: false, passkey: true });
  });

  test("that are linked go with a reset", async () => {
    const email = "linked@example.com";
    const { userId } = await robbed(email);
    await testApp.db.pool.query(
      `insert into identities (id, user_id, provider_id, account_id, created_at, updated_at)
       values ('idn_thief', $1, 'github', '4711', now(), now())`,
      [userId],
    );
    const token = await resetLink(email);
    await openBrowser(door.url).post("/api/auth/reset-password", { token, newPassword });
    const { rows } = await testApp.db.pool.query("select provider_id from identities where user_id = $1", [userId]);
    expect(rows).toEqual([{ provider_id: "credential" }]);
    expect((await mailTo(testApp, email, "Your password was changed")).text).toContain("1 linked account");
  });
});

async function withSecondFactor(email: string) {
  const browser = await newUser(testApp, door, email);
  const enabled = await browser.post("/api/auth/two-factor/enable", { password });
  const { totpURI: uri, backupCodes } = z
    .object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
    .parse(enabled.body);
  return { browser, uri, backupCodes };
}

describe("a second factor", () => {
  test("takes a backup code once, also from two at the same time", async () => {
    const email = "backup-once@example.com";
    const { browser, uri, backupCodes } = await withSecondFactor(email);
    await browser.post("/api/auth/two-factor/verify-totp", { code: totp(uri, systemClock.now()) });
    const [code] = backupCodes;
    const racers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const racer = openBrowser(door.url);
        await signIn(racer, email);
        return racer;
      }),
    );
    await Promise.all(racers.map((racer) => racer.post("/api/auth/two-factor/verify-backup-code", { code })));
    const there = await Promise.all(racers.map(signedIn));
    expect(there.filter(Boolean)).toHaveLength(1);
  });

  test("is asked for again after a reset in a browser that was trusted", async () => {
    const email = "trusted@example.com";
    const { browser, uri } = await withSecondFactor(email);
    await browser.post("/api/auth/two-factor/verify-totp", { code: totp(uri, systemClock.now()) });
    const trusted = openBrowser(door.url);
    await signIn(trusted, email);
    const code = totp(uri, systemClock.now() + 30_000);
    await trusted.post("/api/auth/two-factor/verify-totp", { code, trustDevice: true });
    await trusted.post("/api/auth/sign-out");
    await signIn(trusted, email);
    expect(await signedIn(trusted)).toBe(true);
    const token = await resetLink(email);
    await openBrowser(door.url).post("/api/auth/reset-password", { token, newPassword });
    await signIn(trusted, email, newPassword);
    expect(await signedIn(trusted)).toBe(false);
  });
});

describe("a new password", () => {
  test("that is short or easy still signs in where an account has it, and is the same however it is composed", async () => {
    const email = "old@example.com";
    await newUser(testApp, door, email);
    const { hashPassword } = await import("better-auth/crypto");
    await testApp.db.pool.query(
      "update identities set password = $1 where user_id = (select id from users where email = $2)",
      [await hashPassword("caf\u00e9 ten1"), email],
    );
    expect(await signIn(openBrowser(door.url), email, "caf\u00e9 ten1")).toBe(200);
    expect(await signIn(openBrowser(door.url), email, "cafe\u0301 ten1")).toBe(200);
    expect(await signIn(openBrowser(door.url), email, "cafe ten1")).toBe(401);
  });
});
