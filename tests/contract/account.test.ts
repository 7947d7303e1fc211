import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Scope } from "#src/contract/accounts/plans.ts";
import { SessionInfo } from "#src/contract/accounts/users.ts";
import { systemClock } from "#src/core/clock.ts";
import { confirmIdentity } from "#src/product/accounts/identity.ts";
import { deleteAccount, exportData } from "#src/product/accounts/account-data.ts";
import { createAuthLimits } from "#src/product/accounts/public/sign-in-limits.ts";
import { setRole } from "#src/product/accounts/profile.ts";
import { submit } from "#tests/support/api-client.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { confirmedUser, password, signIn, userIdOf } from "#tests/support/sign-in.ts";
import { systemContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());
beforeEach(() => testApp.db.pool.query("delete from auth_limits"));

describe("a session at the job API", () => {
  test("reads and cancels its user's own jobs, on a server that asks for keys, and starts none", async () => {
    const locked = await testApp.open({ access: { open: false, loopback: true } });
    const browser = await confirmedUser(testApp, locked, "jobs@example.com");
    const owner = await userIdOf(browser);
    const key = await testApp.newKey(owner);
    const { id } = await submit(locked.url, undefined, { "x-api-key": key });
    const path = `/v1/analyses/${id}`;
    expect((await browser.get(path)).status).toBe(200);
    const fromElsewhere = { headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" } };
    expect((await browser.get(path, fromElsewhere)).status).toBe(401);
    expect((await browser.get(path, { headers: { "x-api-key": "cnc_wrong" } })).status).toBe(401);
    expect((await browser.post("/v1/analyses", { ticker: "AAPL", trade_date: "2025-06-02" })).status).toBe(401);
    expect((await browser.send("DELETE", path, { origin: "https://evil.example" })).status).toBe(403);
    expect((await browser.send("DELETE", path, { origin: null })).status).toBe(403);
    const stranger = await confirmedUser(testApp, locked, "jobs2@example.com");
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.send("DELETE", path)).status).toBe(404);
    const cancelled = await browser.send("DELETE", path);
    expect([cancelled.status, z.object({ status: z.string() }).parse(cancelled.body).status]).toEqual([
      200,
      "cancelled",
    ]);
    await browser.post("/api/auth/sign-out");
    expect((await browser.get(path)).status).toBe(401);
  });
});

describe("an account", () => {
  test("is handed over whole, without a hash, a token or a secret", async () => {
    const browser = await confirmedUser(testApp, door, "export@example.com");
    const userId = await userIdOf(browser);
    const key = await testApp.newKey(userId);
    await browser.post("/api/auth/two-factor/enable", { password });
    const text = await exportData(systemContext({ db: testApp.db, clock: systemClock }), userId);
    const data = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    expect(data).toMatchObject({
      user: [{ email: "export@example.com" }],
      api_keys: [{ prefix: key.slice(0, 12) }],
      sessions: [{}],
    });
    const { rows } = await testApp.db.pool.query<{ secret: string }>(
      `select token as secret from sessions where user_id = $1 union all select password from identities where user_id = $1
       union all select secret from two_factors where user_id = $1 union all select hash from api_keys where owner = $1`,
      [userId],
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { secret } of rows) expect(text).not.toContain(secret);
  });

  test("ends with all that opens it: sessions, keys and open jobs; the bare id stays", async () => {
    const locked = await testApp.open({ access: { open: false, loopback: true } });
    const browser = await confirmedUser(testApp, locked, "gone@example.com");
    const userId = await userIdOf(browser);
    const key = await testApp.newKey(userId);
    const { id } = await submit(locked.url, undefined, { "x-api-key": key });
    const limits = createAuthLimits(testApp.db);
    const confirm = (given: string) =>
      confirmIdentity(systemContext({ db: testApp.db, clock: systemClock }), {
        limits,
        userId,
        confirmedAt: 0,
        password: given,
      });
    await expect(confirm("wrong password")).rejects.toThrow("incorrect password");
    await confirm(password);
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
      actor: { owner: userId, plan: "elite", scopes: Scope.options },
      requestId: "req_test",
    });
    expect((await browser.get("/api/auth/session")).body).toBeNull();
    expect((await browser.get(`/v1/analyses/${id}`, { headers: { "x-api-key": key } })).status).toBe(401);
    const { rows } = await testApp.db.pool.query(
      "select (select status from analyses where id = $1), (select count(*)::int from accounts where id = $2) as accounts, (select count(*)::int from users where id = $2) as users",
      [id, userId],
    );
    expect(rows).toEqual([{ status: "cancelled", accounts: 1, users: 0 }]);
    expect(await signIn(openBrowser(locked.url), "gone@example.com")).toBe(401);
  });

  test("is an admin's from the moment it is said", async () => {
    const browser = await confirmedUser(testApp, door, "root@example.com");
    await setRole(systemContext(testApp), { email: "Root@example.com", role: "admin" });
    expect(SessionInfo.parse((await browser.get("/api/auth/session")).body).user.role).toBe("admin");
    await expect(setRole(systemContext(testApp), { email: "no@example.com", role: "admin" })).rejects.toThrow(
      "no account has signed up",
    );
  });

  test("cannot make itself one", async () => {
    const browser = await confirmedUser(testApp, door, "climber@example.com");
    await browser.post("/api/auth/update-user", {
      name: "C",
      role: "admin",
      emailVerified: false,
      email: "root@example.com",
      image: "http://x",
    });
    const { user } = SessionInfo.parse((await browser.get("/api/auth/session")).body);
    expect(user).toMatchObject({ name: "C", role: "user", email: "climber@example.com", email_verified: true });
  });
});
