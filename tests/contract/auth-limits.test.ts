import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "#src/core/clock.ts";
import { createAuthLimits, networkOf } from "#src/product/accounts/public/sign-in-limits.ts";
import { openBrowser, totp } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { confirmedUser, password, signIn } from "#tests/support/sign-in.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());
beforeEach(() => testApp.db.pool.query("delete from auth_limits"));

describe("limits", () => {
  test("stop guessing at one account from ever new addresses, but not its owner's own browser", async () => {
    const email = "guessed@example.com";
    const owner = await confirmedUser(testApp, door, email);
    const behind = await testApp.open({
      surroundings: { publicUrl: null, trustedProxies: ["127.0.0.1"], development: false },
    });
    const from = (n: number) => ({ headers: { "x-forwarded-for": `203.0.113.${n}` }, origin: behind.url });
    const statuses = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push(
        (await openBrowser(behind.url).post("/api/auth/sign-in/email", { email, password: `guess ${n}` }, from(n)))
          .status,
      );
    expect(statuses.slice(9)).toEqual([401, 429, 429]);
    const right = await openBrowser(behind.url).post("/api/auth/sign-in/email", { email, password }, from(99));
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(right.body).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(await signIn(owner, email)).toBe(200);
  });

  test("forget wrong passwords after the right one", async () => {
    const email = "typos@example.com";
    await confirmedUser(testApp, door, email);
    for (let round = 0; round < 3; round += 1) {
      const browser = openBrowser(door.url);
      for (let n = 0; n < 6; n += 1) expect(await signIn(browser, email, "typing wrong")).toBe(401);
      expect(await signIn(browser, email)).toBe(200);
    }
  });

  test("hold when guesses come at the same time", async () => {
    const email = "parallel@example.com";
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn(openBrowser(door.url), email, `guess number ${n}`)),
    );
    expect(answers.filter((status) => status === 401)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(20);
  });

  test("stop mails to one address, whoever asks for them", async () => {
    const statuses = [];
    for (let n = 0; n < 8; n += 1)
      statuses.push(
        (await openBrowser(door.url).post("/api/auth/sign-in/magic-link", { email: "Victim@example.com" })).status,
      );
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    expect(
      (await openBrowser(door.url).post("/api/auth/request-password-reset", { email: "victim@example.com" })).status,
    ).toBe(429);
  });

  test("stop one network over many accounts, and let others in", async () => {
    const behind = await testApp.open({
      surroundings: { publicUrl: null, trustedProxies: ["127.0.0.1"], development: false },
    });
    const from = (address: string) => ({ headers: { "x-forwarded-for": address }, origin: behind.url });
    const limits = createAuthLimits(testApp.db);
    for (let n = 0; n < 60; n += 1) await limits.take("network sign-in", networkOf("2001:db8:1:2:aaaa::1"));
    const ask = (address: string) =>
      openBrowser(behind.url).post("/api/auth/sign-in/email", { email: "a@example.com", password }, from(address));
    expect((await ask("2001:db8:1:2::ffff")).status).toBe(429);
    expect((await ask("2001:db8:1:3::1")).status).toBe(401);
  });

  test("stop guesses at a second factor by account, over new sign-ins", async () => {
    const email = "codes@example.com";
    const browser = await confirmedUser(testApp, door, email);
    const enabled = await browser.post("/api/auth/two-factor/enable", { password });
    const { totpURI } = z.object({ totpURI: z.string() }).parse(enabled.body);
    const code = () => totp(totpURI, systemClock.now());
    await browser.post("/api/auth/two-factor/verify-totp", { code: code() });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) {
      const guesser = openBrowser(door.url);
      await signIn(guesser, email);
      for (let guess = 0; guess < 3; guess += 1)
        statuses.push((await guesser.post("/api/auth/two-factor/verify-totp", { code: "000000" })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 429]);
    const last = openBrowser(door.url);
    await signIn(last, email);
    const answer = await last.post("/api/auth/two-factor/verify-totp", { code: code() });
    expect([answer.status, Number(answer.headers.get("retry-after")) > 60]).toEqual([429, true]);
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0db8:0001:0002::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("count %s as %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
