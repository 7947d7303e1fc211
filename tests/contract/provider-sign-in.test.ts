import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { listDevMails } from "#src/product/mail/mail.ts";
import { systemClock } from "#src/core/clock.ts";
import { openBrowser, totp, type Browser } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { mailTo, startMailWorker, type MailWorker } from "#tests/support/mail-worker.ts";
import { startProvider, type ProviderServer } from "#tests/support/provider-server.ts";
import { confirmedUser, password } from "#tests/support/sign-in.ts";
import { systemContext } from "#tests/support/contexts.ts";

/* Signing in with GitHub, which answers from a server of this machine. */

let testApp: TestApp;
let door: FrontDoor;
let worker: MailWorker;
let provider: ProviderServer;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ auth: { github: { clientId: "the-id", clientSecret: "the-secret" } } });
  worker = startMailWorker(testApp);
  provider = await startProvider({ id: 1, login: "ada", email: "ada@example.com" });
});
afterAll(async () => {
  worker.stop();
  await provider.close();
  await testApp.drop();
});

const signedIn = async (browser: Browser): Promise<boolean> => (await browser.get("/api/auth/session")).body !== null;
const comeIn = (browser: Browser, callbackURL = "/dashboard") =>
  provider.through(browser, "/api/auth/sign-in/social", { provider: "github", callbackURL });
const link = (browser: Browser) =>
  provider.through(browser, "/api/auth/link-social", { provider: "github", callbackURL: "/settings/security" });

describe("a provider", () => {
  test("makes an account, and signs in to it again; no token of the provider is kept", async () => {
    provider.account = { id: 11, login: "new", email: "new@example.com" };
    for (const browser of [openBrowser(door.url), openBrowser(door.url)]) {
      const answer = await comeIn(browser);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard"]);
      expect(await signedIn(browser)).toBe(true);
    }
    const { rows } = await testApp.db.pool.query("select * from identities where provider_id = 'github'");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("gho_");
  });

  test("does not open an account that has its address and never linked it", async () => {
    await confirmedUser(testApp, door, "owner@example.com");
    provider.account = { id: 12, login: "stranger", email: "owner@example.com" };
    const browser = openBrowser(door.url);
    expect((await comeIn(browser)).headers.get("location")).toContain("error=account_not_linked");
    expect(await signedIn(browser)).toBe(false);
  });

  test("is told by mail when it is linked, and leads to the second factor where there is one", async () => {
    const email = "both@example.com";
    const owner = await confirmedUser(testApp, door, email);
    const enabled = await owner.post("/api/auth/two-factor/enable", { password });
    const { totpURI: uri } = z.object({ totpURI: z.string() }).parse(enabled.body);
    await owner.post("/api/auth/two-factor/verify-totp", { code: totp(uri, systemClock.now()) });
    provider.account = { id: 13, login: "both", email };
    const linked = await link(owner);
    expect([linked.status, linked.headers.get("location")]).toEqual([302, "/settings/security"]);
    const mail = await mailTo(testApp, email, "An account was linked");
    expect(mail.text).toContain("You can sign in with GitHub from now on.");

    const browser = openBrowser(door.url);
    const answer = await comeIn(browser, "/keys?tab=1");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      `${door.url}/two-factor?next=%2Fkeys%3Ftab%3D1`,
    ]);
    expect(await signedIn(browser)).toBe(false);
    const code = totp(uri, systemClock.now() + 30_000);
    expect((await browser.post("/api/auth/two-factor/verify-totp", { code })).status).toBe(200);
    expect(await signedIn(browser)).toBe(true);

    // The same code a second time: refused, and its owner hears of it.
    const again = openBrowser(door.url);
    await comeIn(again);
    expect((await again.post("/api/auth/two-factor/verify-totp", { code })).status).toBe(401);
    expect(await signedIn(again)).toBe(false);
    await mailTo(testApp, email, "A two-factor code was used twice");
  });

  test("that somebody joined with is no news to them", async () => {
    provider.account = { id: 14, login: "fresh", email: "fresh@example.com" };
    const browser = openBrowser(door.url);
    await comeIn(browser);
    // A mail that comes later than the other would.
    await browser.post("/api/auth/request-password-reset", { email: "fresh@example.com" });
    await mailTo(testApp, "fresh@example.com", "Choose a new password");
    const mails = await listDevMails(systemContext(testApp), {
      offer: { github: true, google: false, mail: true, devMailbox: true },
    });
    expect(mails.filter(({ to }) => to === "fresh@example.com").map(({ subject }) => subject)).toEqual([
      "Choose a new password",
    ]);
  });
});
