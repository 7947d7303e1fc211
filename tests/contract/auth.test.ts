import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { SessionInfo } from "#src/contract/accounts/users.ts";
import { systemClock } from "#src/core/clock.ts";
import { readReferralCode } from "#src/product/referrals/referrals.ts";
import { softPasskey } from "#tests/support/authenticator.ts";
import { openBrowser, totp, type Browser, type Seen } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { linkIn, mailsTo, mailTo, startMailWorker, type MailWorker } from "#tests/support/mail-worker.ts";
import { newUser, password, signIn, userIdOf } from "#tests/support/sign-in.ts";
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

const sessionCookie = "conclave.session_token";
const signedIn = async (browser: Browser): Promise<boolean> => (await browser.get("/api/auth/session")).body !== null;

/** Whether any of a browser's secrets stands in an answer's body. */
async function noToken(seen: Seen): Promise<void> {
  const { rows } = await testApp.db.pool.query<{ token: string }>("select token from sessions");
  for (const { token } of rows) expect(seen.text).not.toContain(token);
}

describe("signing up", () => {
  test("needs the mailed link; then the browser is signed in, and /session says who without a token", async () => {
    const browser = openBrowser(door.url);
    const email = "ada@example.com";
    const answer = await browser.post("/api/auth/sign-up/email", { name: " Ada ", email: "Ada@Example.com", password });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { status: true } });
    expect(await signedIn(browser)).toBe(false);
    expect(await signIn(browser, email)).toBe(401);

    const link = linkIn(await mailTo(testApp, email, "Confirm your email address"));
    expect(link.origin).toBe(door.url);
    const confirmed = await browser.get(link.href);
    expect([confirmed.status, confirmed.headers.get("location")]).toEqual([302, "/dashboard"]);
    const session = await browser.get("/api/auth/session");
    expect(SessionInfo.parse(session.body)).toMatchObject({
      user: { name: "Ada", email, email_verified: true, role: "user", plan: "free", plan_until: null },
    });
    await noToken(session);
    expect(session.headers.get("cache-control")).toBe("no-store");
  });

  test("makes the account, and counts the referral code that was followed last", async () => {
    const referrer = await userIdOf(await newUser(testApp, door, "referrer@example.com"));
    const code = await readReferralCode(systemContext({ db: testApp.db, clock: systemClock }), referrer);
    const browser = openBrowser(door.url);
    expect((await browser.get(`/ref/${code}`)).status).toBe(302);
    const id = await userIdOf(await newUser(testApp, door, "referred@example.com", browser));
    const { rows } = await testApp.db.pool.query(
      "select a.plan, r.referrer from accounts a join referrals r on r.referred = a.id where a.id = $1",
      [id],
    );
    expect(rows).toEqual([{ plan: "free", referrer }]);
  });

  test("again with an address that was never confirmed replaces the first, its password and its link", async () => {
    const email = "taken@example.com";
    const [attacker, owner] = [openBrowser(door.url), openBrowser(door.url)];
    await attacker.post("/api/auth/sign-up/email", { name: "Eve", email, password: "the attacker's own" });
    const first = linkIn(await mailTo(testApp, email, "Confirm your email address"));
    await owner.post("/api/auth/sign-up/email", { name: "Owner", email, password });
    // What was sent to the address before goes with the account that nobody confirmed.
    const second = linkIn(await mailTo(testApp, email, "Confirm your email address"));
    expect((await owner.get(first.href)).headers.get("location")).toContain("error=INVALID_TOKEN");
    expect(await signedIn(owner)).toBe(false);
    expect((await owner.get(second.href)).headers.get("location")).toBe("/dashboard");
    expect(await signIn(attacker, email, "the attacker's own")).toBe(401);
    expect(await signIn(attacker, email)).toBe(200);
  });

  test("with an address that has an account mails its owner a note", async () => {
    const email = "known@example.com";
    await newUser(testApp, door, email);
    await openBrowser(door.url).post("/api/auth/sign-up/email", { name: "X", email, password: "something else 1" });
    const note = await mailTo(testApp, email, "You already have an account");
    expect(note.text).not.toMatch(/token=/);
    expect(await signIn(openBrowser(door.url), email, "something else 1")).toBe(401);
  });

  test.each([
    [{ name: "A", email: "a@example.com", password: "not so long" }, "password must have at least 12 characters"],
    [{ name: "A", email: "a@example.com", password: "x".repeat(129) }, "password must have at most 128 characters"],
    [{ name: "A", email: "nobody", password }, "email is not a valid email address"],
    [{ name: "  ", email: "a@example.com", password }, "name is required"],
    [{ email: "a@example.com", password }, /^name /],
  ])("refuses %j", async (json, said) => {
    const { status, body } = await openBrowser(door.url).post("/api/auth/sign-up/email", json);
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: typeof said === "string" ? said : expect.stringMatching(said) });
  });

  test("takes a password of 128 characters in any script", async () => {
    const email = "long@example.com";
    const scripts = [0xdf, 0x6f22, 0x1f642];
    const long = Array.from({ length: 128 }, (_, n) => String.fromCodePoint((scripts[n % 3] ?? 0) + n)).join("");
    const browser = openBrowser(door.url);
    expect([...long]).toHaveLength(128);
    await browser.post("/api/auth/sign-up/email", { name: "L", email, password: long });
    await browser.get(linkIn(await mailTo(testApp, email, "Confirm your email address")).href);
    expect(await signIn(openBrowser(door.url), email, long)).toBe(200);
    const { rows } = await testApp.db.pool.query<{ password: string }>(
      "select i.password from identities i join users u on u.id = i.user_id where u.email = $1",
      [email],
    );
    expect(rows[0]?.password).toMatch(/^[\da-f]{32}:[\da-f]{128}$/);
  });
});

describe("signing in and out", () => {
  test("makes a new token each time, whatever cookie was there, and the old one ends with sign-out", async () => {
    const email = "fix@example.com";
    const browser = await newUser(testApp, door, email);
    const first = browser.cookies.get(sessionCookie) ?? "";
    const planted = openBrowser(door.url);
    planted.cookies.set(sessionCookie, "chosen-by-somebody-else.c2ln");
    const answer = await planted.post("/api/auth/sign-in/email", { email, password });
    expect(answer.status).toBe(200);
    await noToken(answer);
    expect(answer.text).not.toMatch(/token/i);
    const second = planted.cookies.get(sessionCookie) ?? "";
    expect(new Set([first, second, "chosen-by-somebody-else.c2ln"]).size).toBe(3);

    const kept = openBrowser(door.url);
    kept.cookies.set(sessionCookie, second);
    expect(await signedIn(kept)).toBe(true);
    await planted.post("/api/auth/sign-out");
    expect(planted.cookies.has(sessionCookie)).toBe(false);
    expect(await signedIn(kept)).toBe(false);
  });

  test("sets cookies that no script reads and no other site sends", async () => {
    const email = "cookies@example.com";
    await newUser(testApp, door, email);
    const answer = await openBrowser(door.url).post("/api/auth/sign-in/email", { email, password });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^conclave\..*HttpOnly.*SameSite=Lax|^conclave\..*SameSite=Lax.*HttpOnly/i);
  });

  test("lists sessions without tokens, ends one by its id, and then all others; each at once", async () => {
    const email = "many@example.com";
    const here = await newUser(testApp, door, email);
    const [phone, tablet] = [openBrowser(door.url, "Phone/1"), openBrowser(door.url, "Tablet/1")];
    await signIn(phone, email);
    await signIn(tablet, email);
    const listed = await here.get("/api/auth/list-sessions");
    await noToken(listed);
    const sessions = z
      .array(
        z.strictObject({
          id: z.string(),
          current: z.boolean(),
          user_agent: z.string().nullable(),
          ip_address: z.string(),
          created_at: z.string(),
          last_seen_at: z.string(),
          expires_at: z.string(),
        }),
      )
      .parse(listed.body);
    expect(sessions.map(({ user_agent, current }) => [user_agent, current])).toEqual([
      ["Tablet/1", false],
      ["Phone/1", false],
      ["Tester/1.0", true],
    ]);
    const id = sessions.find(({ user_agent }) => user_agent === "Phone/1")?.id;
    expect((await here.post("/api/auth/revoke-session", { id })).status).toBe(200);
    expect([await signedIn(phone), await signedIn(tablet), await signedIn(here)]).toEqual([false, true, true]);
    const stranger = await newUser(testApp, door, "stranger@example.com");
    const own = sessions.find(({ current }) => current)?.id;
    expect((await stranger.post("/api/auth/revoke-session", { id: own })).status).toBe(404);
    expect((await here.post("/api/auth/revoke-other-sessions")).body).toEqual({ status: true, ended: 1 });
    expect([await signedIn(tablet), await signedIn(here)]).toEqual([false, true]);
  });

  test("from a new browser is told by mail, and from a known one not again", async () => {
    const email = "notice@example.com";
    const home = await newUser(testApp, door, email);
    await testApp.db.pool.query("update users set created_at = created_at - interval '1 day' where email = $1", [
      email,
    ]);
    await signIn(home, email);
    await signIn(openBrowser(door.url, "Strange/2"), email);
    const note = await mailTo(testApp, email, "New sign-in to your account");
    expect(note.text).toContain("Strange/2");
    expect(note.text).toContain("127.0.0.1");
    expect(await mailsTo(testApp, email, "New sign-in to your account")).toHaveLength(1);
  });
});

describe("passwords", () => {
  test("are reset by a mailed link, once; all sessions end and the owner is told", async () => {
    const email = "reset@example.com";
    const old = await newUser(testApp, door, email);
    const browser = openBrowser(door.url);
    expect((await browser.post("/api/auth/request-password-reset", { email, redirectTo: "/reset" })).body).toEqual({
      status: true,
    });
    const page = await browser.get(linkIn(await mailTo(testApp, email, "Choose a new password")).href);
    const to = new URL(page.headers.get("location") ?? "", door.url);
    expect([to.origin, to.pathname]).toEqual([door.url, "/reset"]);
    const token = to.searchParams.get("token");
    const { rows } = await testApp.db.pool.query<{ identifier: string }>("select identifier from verifications");
    expect(rows.filter(({ identifier }) => identifier.includes(token ?? "?"))).toEqual([]);
    const change = { token, newPassword: "a better password" };
    expect((await browser.post("/api/auth/reset-password", change)).status).toBe(200);
    expect(await signedIn(old)).toBe(false);
    expect((await browser.post("/api/auth/reset-password", change)).status).toBe(400);
    expect(await signIn(browser, email)).toBe(401);
    expect(await signIn(browser, email, "a better password")).toBe(200);
    await mailTo(testApp, email, "Your password was changed");
  });

  test("are changed with the old one, which ends the other sessions", async () => {
    const email = "change@example.com";
    const here = await newUser(testApp, door, email);
    const other = openBrowser(door.url);
    await signIn(other, email);
    const change = { currentPassword: "wrong wrong wrong", newPassword: "a better password" };
    expect((await here.post("/api/auth/change-password", change)).status).toBe(400);
    const done = await here.post("/api/auth/change-password", { ...change, currentPassword: password });
    expect(done.status).toBe(200);
    await noToken(done);
    expect([await signedIn(here), await signedIn(other)]).toEqual([true, false]);
    await mailTo(testApp, email, "Your password was changed");
  });

  test("of somebody who never confirmed can be reset, which confirms the address", async () => {
    const email = "lostmail@example.com";
    const browser = openBrowser(door.url);
    await browser.post("/api/auth/sign-up/email", { name: "L", email, password });
    await browser.post("/api/auth/request-password-reset", { email });
    const page = await browser.get(linkIn(await mailTo(testApp, email, "Choose a new password")).href);
    const token = new URL(page.headers.get("location") ?? "", door.url).searchParams.get("token");
    await browser.post("/api/auth/reset-password", { token, newPassword: "a better password" });
    expect(await signIn(browser, email, "a better password")).toBe(200);
  });
});

describe("a mailed link", () => {
  test("signs in once, and leads only to a path of this site", async () => {
    const email = "magic@example.com";
    await newUser(testApp, door, email);
    const browser = openBrowser(door.url);
    await browser.post("/api/auth/sign-in/magic-link", { email, callbackURL: "https://evil.example/x" });
    const link = linkIn(await mailTo(testApp, email, "Your sign-in link"));
    expect(link.searchParams.get("callbackURL")).toBe("/dashboard");
    const used = await browser.get(link.href);
    expect(used.status).toBe(302);
    expect(new URL(used.headers.get("location") ?? "", door.url).origin).toBe(door.url);
    expect(await signedIn(browser)).toBe(true);
    const again = openBrowser(door.url);
    expect((await again.get(link.href)).headers.get("location")).toContain("error=INVALID_TOKEN");
    expect(await signedIn(again)).toBe(false);
    const turned = new URL(link.href);
    turned.searchParams.set("callbackURL", "https://evil.example/");
    expect((await again.get(turned.href)).status).toBe(403);
  });

  test("leads somebody with a second factor to that first", async () => {
    const { email, uri } = await withSecondFactor("magic2fa@example.com");
    const browser = openBrowser(door.url);
    await browser.post("/api/auth/sign-in/magic-link", { email });
    const used = await browser.get(linkIn(await mailTo(testApp, email, "Your sign-in link")).href);
    expect(used.headers.get("location")).toBe(`${door.url}/two-factor?next=%2Fdashboard`);
    expect(await signedIn(browser)).toBe(false);
    // That of now was used when the factor was set up.
    const code = totp(uri, systemClock.now() + 30_000);
    expect((await browser.post("/api/auth/two-factor/verify-totp", { code })).status).toBe(200);
    expect(await signedIn(browser)).toBe(true);
  });
});

async function withSecondFactor(email: string) {
  const browser = await newUser(testApp, door, email);
  const enabled = await browser.post("/api/auth/two-factor/enable", { password });
  const { totpURI: uri, backupCodes } = z
    .object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
    .parse(enabled.body);
  const verified = await browser.post("/api/auth/two-factor/verify-totp", { code: totp(uri, systemClock.now()) });
  expect(verified.status).toBe(200);
  await noToken(verified);
  return { email, browser, uri, backupCodes };
}

describe("a second factor", () => {
  test("is asked for after the password; codes and backup codes work, the latter once", async () => {
    const { email, browser, uri, backupCodes } = await withSecondFactor("totp@example.com");
    expect(SessionInfo.parse((await browser.get("/api/auth/session")).body).user.two_factor).toBe(true);
    await mailTo(testApp, email, "Two-factor authentication is on");
    const { rows } = await testApp.db.pool.query<{ secret: string }>("select secret from two_factors");
    for (const { secret } of rows) expect(uri).not.toContain(secret);

    const other = openBrowser(door.url);
    const first = await other.post("/api/auth/sign-in/email", { email, password });
    expect(first.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    expect(await signedIn(other)).toBe(false);
    expect((await other.post("/api/auth/two-factor/verify-totp", { code: "000000" })).status).toBe(401);
    expect(await signedIn(other)).toBe(false);
    const next = totp(uri, systemClock.now() + 30_000);
    expect((await other.post("/api/auth/two-factor/verify-totp", { code: next })).status).toBe(200);
    expect(await signedIn(other)).toBe(true);

    const [code] = backupCodes;
    const third = openBrowser(door.url);
    await signIn(third, email);
    const byCode = await third.post("/api/auth/two-factor/verify-backup-code", { code });
    expect(byCode.status).toBe(200);
    await noToken(byCode);
    expect(await signedIn(third)).toBe(true);
    const fourth = openBrowser(door.url);
    await signIn(fourth, email);
    expect((await fourth.post("/api/auth/two-factor/verify-backup-code", { code })).status).toBe(401);
  });

  test("is turned off with the password alone, and the owner is told", async () => {
    const { email, browser } = await withSecondFactor("off@example.com");
    expect((await browser.post("/api/auth/two-factor/disable", { password: "wrong wrong wrong" })).status).toBe(400);
    expect((await browser.post("/api/auth/two-factor/disable", { password })).status).toBe(200);
    await mailTo(testApp, email, "Two-factor authentication was turned off");
    const other = openBrowser(door.url);
    await signIn(other, email);
    expect(await signedIn(other)).toBe(true);
  });
});

describe("a passkey", () => {
  test("is added by who is signed in, signs in without an address, and can be taken away", async () => {
    const email = "passkey@example.com";
    const browser = await newUser(testApp, door, email);
    const soft = softPasskey(door.url);
    const options = await browser.get("/api/auth/passkey/generate-register-options");
    expect(options.status).toBe(200);
    const added = await browser.post("/api/auth/passkey/verify-registration", {
      response: soft.create(options.body),
      name: "Laptop",
    });
    expect(added.status).toBe(200);
    await mailTo(testApp, email, "A passkey was added");

    const other = openBrowser(door.url);
    const asked = await other.get("/api/auth/passkey/generate-authenticate-options");
    const answer = await other.post("/api/auth/passkey/verify-authentication", { response: soft.get(asked.body) });
    expect(answer.status).toBe(200);
    await noToken(answer);
    expect(SessionInfo.parse((await other.get("/api/auth/session")).body).user.email).toBe(email);

    const keys = z
      .array(z.object({ id: z.string(), name: z.string() }))
      .parse((await browser.get("/api/auth/passkey/list-user-passkeys")).body);
    expect(keys.map(({ name }) => name)).toEqual(["Laptop"]);
    expect((await browser.post("/api/auth/passkey/delete-passkey", { id: keys[0]?.id })).status).toBe(200);
    const late = openBrowser(door.url);
    const again = await late.get("/api/auth/passkey/generate-authenticate-options");
    expect(
      (await late.post("/api/auth/passkey/verify-authentication", { response: soft.get(again.body) })).status,
    ).toBe(401);
    expect(await signedIn(late)).toBe(false);
  });
});
