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

const nothing = { session: false, key: false, passkey: false, webhook: false };

async function resetLink(email: string): Promise<string> {
  const browser = openBrowser(door.url);
  await browser.post("/api/auth/request-password-reset", { email });
  const page = await browser.get(linkIn(await mailTo(testApp, email, "Choose a new password")).href);
  return new URL(page.headers.get("location") ?? "", door.url).searchParams.get("token") ?? "";
}

describe("what a thief made in a stolen session", () => {
  test("is gone after a reset; its job goes on, and the mail says all that", async () => {
    const email = "robbed-reset@example.com";
    const theft = await robbed(email);
    const token = await resetLink(email);
    expect((await openBrowser(door.url).post("/api/auth/reset-password", { token, newPassword })).status).toBe(200);
    expect(await open(theft)).toEqual(nothing);
    const { rows } = await testApp.db.pool.query("select status from analyses where id = $1", [theft.id]);
    expect(rows).not.toEqual([{ status: "cancelled" }]);
    const { text } = await mailTo(testApp, email, "Your password was changed");
    // Of a job that has ended meanwhile nothing was left to tell.
    expect(text).toMatch(/All your sessions were ended. Revoked: 1 API key, (1 webhook|2 webhooks), 1 passkey\./);
    expect(text).toContain("Analyses started with it continue");
  });

  test("is gone after a change of the password, the stolen cookie too", async () => {
    const email = "robbed-change@example.com";
    const theft = await robbed(email);
    const change = { currentPassword: password, newPassword };
    expect((await theft.owner.post("/api/auth/change-password", change)).status).toBe(200);
    expect(await open(theft)).toEqual(nothing);
    expect(await signedIn(theft.owner)).toBe(true);
    const { text } = await mailTo(testApp, email, "Your password was changed");
    expect(text).toMatch(/All your other sessions were ended. Revoked: 1 API key, (1 webhook|2 webhooks), 1 passkey\./);
  });

  test("is gone after signing out everywhere, but for the session that asks", async () => {
    const email = "robbed-everywhere@example.com";
    const theft = await robbed(email);
    const owner = openBrowser(door.url);
    await signIn(owner, email);
    expect((await owner.post("/api/auth/revoke-other-sessions")).body).toMatchObject({ status: true });
    expect(await open(theft)).toEqual(nothing);
    expect(await signedIn(owner)).toBe(true);
    await mailTo(testApp, email, "You signed out everywhere");
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
  test("ends the other sessions when it is turned on", async () => {
    const email = "other-sessions@example.com";
    const { browser, uri } = await withSecondFactor(email);
    const other = openBrowser(door.url);
    await signIn(other, email);
    const code = totp(uri, systemClock.now());
    expect((await browser.post("/api/auth/two-factor/verify-totp", { code })).status).toBe(200);
    expect([await signedIn(browser), await signedIn(other)]).toEqual([true, false]);
    expect((await mailTo(testApp, email, "Two-factor authentication is on")).text).toContain(
      "other sessions were ended",
    );
  });

  test("takes a code once: neither at set-up and again at sign-in, nor twice at the same time", async () => {
    const email = "once@example.com";
    const { browser, uri } = await withSecondFactor(email);
    const first = totp(uri, systemClock.now());
    expect((await browser.post("/api/auth/two-factor/verify-totp", { code: first })).status).toBe(200);
    const again = openBrowser(door.url);
    await signIn(again, email);
    expect((await again.post("/api/auth/two-factor/verify-totp", { code: first })).status).toBe(401);

    const racers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const racer = openBrowser(door.url);
        await signIn(racer, email);
        return racer;
      }),
    );
    const code = totp(uri, systemClock.now() + 30_000);
    const answers = await Promise.all(
      racers.map(async (racer) => (await racer.post("/api/auth/two-factor/verify-totp", { code })).status),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    const there = await Promise.all(racers.map(signedIn));
    expect(there.filter(Boolean)).toHaveLength(1);
  });
});

describe("a new password", () => {
  test("that many people use is refused: at sign-up, at a change and at a reset", async () => {
    const email = "common@example.com";
    const browser = await newUser(testApp, door, email);
    const said = expect.stringMatching(/^(password|newPassword) is too easy to guess/);
    const up = await openBrowser(door.url).post("/api/auth/sign-up/email", {
      name: "Ada Lovelace",
      email: "adalovelace@example.com",
      password: "adalovelace1",
    });
    expect([up.status, up.body]).toEqual([400, expect.objectContaining({ message: said })]);
    const change = { currentPassword: password, newPassword: "Password1234!" };
    const changed = await browser.post("/api/auth/change-password", change);
    expect([changed.status, changed.body]).toEqual([400, expect.objectContaining({ message: said })]);
    const token = await resetLink(email);
    const reset = { token, newPassword: "qwertyuiop1234" };
    const answer = await openBrowser(door.url).post("/api/auth/reset-password", reset);
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ message: said })]);
    // The link was not used up by it.
    expect((await openBrowser(door.url).post("/api/auth/reset-password", { token, newPassword })).status).toBe(200);
  });
});
