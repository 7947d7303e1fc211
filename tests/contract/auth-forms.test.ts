import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SessionInfo } from "#src/contract/users.ts";
import { systemClock } from "#src/platform/clock.ts";
import { postedFormIn } from "#src/services/accounts/lib/posted-form.ts";
import { resetTokenIn } from "#src/services/accounts/lib/reset-token.ts";
import { openBrowser, totp, type Browser, type Seen } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { testSecret } from "#tests/support/database.ts";
import { linkIn, mailTo, startMailWorker, type MailWorker } from "#tests/support/mail-worker.ts";
import { pageServer, type PageServer } from "#tests/support/page-server.ts";
import { confirmedUser, password, signIn, userIdOf } from "#tests/support/sign-in.ts";

/* Forms that browsers send by themselves: before the scripts of a page run, or where they never do. */

let testApp: TestApp;
let door: FrontDoor;
let pages: PageServer;
let worker: MailWorker;
beforeAll(async () => {
  testApp = await openTestApp();
  pages = await pageServer();
  door = await testApp.open({ webUrl: pages.url });
  worker = startMailWorker(testApp);
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
  await pages.stop();
});

const post = (browser: Browser, path: string, fields: Readonly<Record<string, string>>): Promise<Seen> =>
  browser.submit(`/api/auth${path}`, fields);

/** What the page that is loaded next is told. */
function told({ cookies }: Browser, form: string) {
  return postedFormIn(testSecret, `conclave.form=${cookies.get("conclave.form") ?? ""}`, form);
}

const signedIn = async (browser: Browser): Promise<boolean> => (await browser.get("/api/auth/session")).body !== null;

describe("sign-in without a script", () => {
  test("signs in and leads to the page that was asked for", async () => {
    await confirmedUser(testApp, door, "plain@example.com");
    const browser = openBrowser(door.url);
    const answer = await post(browser, "/sign-in/email", { email: "plain@example.com", password, next: "/keys" });
    expect([answer.status, answer.headers.get("location"), answer.text]).toEqual([303, "/keys", ""]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const info = SessionInfo.parse((await browser.get("/api/auth/session")).body);
    expect(info.user.email).toBe("plain@example.com");
    expect(browser.cookies.has("conclave.form")).toBe(false);
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""])(
    "never leads to another site: %j",
    async (next) => {
      const email = `next${Buffer.from(next).toString("hex").slice(0, 20)}@example.com`;
      await confirmedUser(testApp, door, email);
      const answer = await post(openBrowser(door.url), "/sign-in/email", { email, password, next });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard"]);
    },
  );

  test("says the same of a wrong password and of an address that nobody has, and keeps the address only", async () => {
    await confirmedUser(testApp, door, "known@example.com");
    const seen = await Promise.all(
      ["known@example.com", "nobody@example.com"].map(async (email) => {
        const browser = openBrowser(door.url);
        const answer = await post(browser, "/sign-in/email", { email, password: "wrong wrong wrong", next: "/keys" });
        expect(answer.headers.get("location")).toBe("/sign-in?next=%2Fkeys");
        const { refused, typed } = told(browser, "/sign-in/email") ?? {};
        expect(typed).toEqual({ email });
        return { status: answer.status, refused, headers: [...answer.headers.keys()].toSorted() };
      }),
    );
    expect(seen[0]?.refused).toMatchObject({ status: 401, code: "INVALID_EMAIL_OR_PASSWORD" });
    expect(seen[1]).toEqual(seen[0]);
  });

  test("counts guesses together with those of scripts, and is refused in the same way", async () => {
    const email = "guessed@example.com";
    await confirmedUser(testApp, door, email);
    const browser = openBrowser(door.url);
    const statuses: (number | undefined)[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      if (guess % 2 === 0) statuses.push(await signIn(browser, email, "wrong wrong wrong"));
      else {
        await post(browser, "/sign-in/email", { email, password: "wrong wrong wrong" });
        statuses.push(told(browser, "/sign-in/email")?.refused?.status);
      }
    }
    expect(new Set(statuses.slice(-2))).toEqual(new Set([429]));
    const right = await post(browser, "/sign-in/email", { email, password });
    expect(right.headers.get("location")).toBe("/sign-in");
    expect(await signedIn(browser)).toBe(false);
  });

  test("goes on to the second factor, and takes a code or a backup code there", async () => {
    const email = "second@example.com";
    const owner = await confirmedUser(testApp, door, email);
    const enrolled = JSON.parse((await owner.post("/api/auth/two-factor/enable", { password })).text);
    const code = (): string => totp(enrolled.totpURI, systemClock.now());
    expect((await owner.post("/api/auth/two-factor/verify-totp", { code: code() })).status).toBe(200);
    const browser = openBrowser(door.url);
    const first = await post(browser, "/sign-in/email", { email, password, next: "/keys" });
    expect(first.headers.get("location")).toBe("/two-factor?next=%2Fkeys");
    expect(await signedIn(browser)).toBe(false);
    const wrong = await post(browser, "/two-factor/verify-totp", { code: "000000", next: "/keys" });
    expect(wrong.headers.get("location")).toBe("/two-factor?next=%2Fkeys");
    expect(told(browser, "/two-factor/verify-totp")).toMatchObject({ refused: { code: "INVALID_CODE" }, typed: {} });
    const [backup = ""] = enrolled.backupCodes;
    const right = await post(browser, "/two-factor/verify-backup-code", {
      code: backup,
      trustDevice: "on",
      next: "/keys",
    });
    expect([right.status, right.headers.get("location")]).toEqual([303, "/keys"]);
    expect(await signedIn(browser)).toBe(true);
  });
});

describe("the other forms", () => {
  test("sign up, and tell the next page where the mail went", async () => {
    const browser = openBrowser(door.url);
    const fields = {
      name: "Ada",
      email: "new@example.com",
      password,
      next: "/keys",
      callbackURL: "/verify?next=%2Fkeys",
    };
    const answer = await post(browser, "/sign-up/email", fields);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/verify?next=%2Fkeys"]);
    expect(answer.headers.getSetCookie().find((one) => one.startsWith("conclave.form="))).toMatch(
      /; Path=\/verify; Max-Age=60; HttpOnly; SameSite=Lax$/,
    );
    expect(told(browser, "/sign-up/email")).toMatchObject({ refused: null, typed: { email: "new@example.com" } });
    const link = linkIn(await mailTo(testApp, "new@example.com", "Confirm your email address"));
    expect((await browser.get(link.href)).headers.get("location")).toContain("/verify?next=%2Fkeys");
    expect(await signedIn(browser)).toBe(true);
  });

  test("sign up once, whoever presses twice, and no log names the address", async () => {
    const email = "twice@example.com";
    const fields = { name: "Ada", email, password };
    const answers = await Promise.all([1, 2, 3].map(() => post(openBrowser(door.url), "/sign-up/email", fields)));
    expect(answers.map(({ headers }) => headers.get("location"))).toEqual(["/verify", "/verify", "/verify"]);
    const { rowCount } = await testApp.db.pool.query("select from users where email = $1", [email]);
    expect(rowCount).toBe(1);
    expect(door.logged()).not.toContain(email);
  });

  test("that are refused come back with what was typed, and never with a password", async () => {
    const browser = openBrowser(door.url);
    const answer = await post(browser, "/sign-up/email", { name: "Ada", email: "x@example.com", password: "short" });
    expect(answer.headers.get("location")).toBe("/sign-up");
    const posted = told(browser, "/sign-up/email");
    expect(posted).toMatchObject({ refused: { status: 400 }, typed: { name: "Ada", email: "x@example.com" } });
    expect(JSON.stringify(posted)).not.toContain("short");
    expect(answer.headers.get("location")).not.toContain("x@example.com");
  });

  test("ask for a link with one answer, whoever has the address", async () => {
    await confirmedUser(testApp, door, "here@example.com");
    for (const email of ["here@example.com", "gone@example.com"]) {
      const browser = openBrowser(door.url);
      const answer = await post(browser, "/request-password-reset", { email, redirectTo: "/reset" });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/forgot"]);
      expect(told(browser, "/request-password-reset")).toMatchObject({ refused: null, typed: { email } });
    }
  });

  test("change the password of whoever is signed in, and end the other sessions", async () => {
    const email = "changes@example.com";
    const here = await confirmedUser(testApp, door, email);
    const other = openBrowser(door.url);
    await signIn(other, email);
    const path = "/change-password";
    const wrong = { currentPassword: "not the password", newPassword: "a better password" };
    expect((await post(here, path, wrong)).headers.get("location")).toBe("/settings/security");
    expect(told(here, path)).toMatchObject({ refused: { code: "INVALID_PASSWORD" }, typed: {} });
    await post(here, path, { ...wrong, currentPassword: password });
    expect(told(here, path)).toMatchObject({ refused: null });
    expect([await signedIn(here), await signedIn(other)]).toEqual([true, false]);
    expect(await signIn(openBrowser(door.url), email, "a better password")).toBe(200);
  });

  test("send as large a body as a script may, and no larger", async () => {
    const fields = { email: "a@example.com", password: "x".repeat(70_000) };
    expect((await post(openBrowser(door.url), "/sign-in/email", fields)).status).toBe(413);
  });
});

describe("a link to choose a new password", () => {
  test("leaves its token in a cookie of that page, not in an address", async () => {
    const email = "linked@example.com";
    await confirmedUser(testApp, door, email);
    const browser = openBrowser(door.url);
    await browser.post("/api/auth/request-password-reset", { email, redirectTo: "/reset" });
    const link = linkIn(await mailTo(testApp, email, "Choose a new password"));
    const page = (await browser.get(link.href)).headers.get("location") ?? "";
    const token = new URL(page, door.url).searchParams.get("token") ?? "";
    const clean = await browser.get(page);
    expect([clean.status, clean.headers.get("location")]).toEqual([302, "/reset"]);
    expect(clean.headers.get("set-cookie")).toMatch(/; Path=\/reset; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    expect(resetTokenIn(`conclave.reset=${browser.cookies.get("conclave.reset") ?? ""}`)).toBe(token);
    // Nothing with a token came as far as the pages.
    expect(pages.visits.map(({ url }) => url).filter((url) => url.includes(token))).toEqual([]);
    expect(door.logged()).not.toContain(`/reset?`);
    const done = await post(browser, "/reset-password", { token, newPassword: "a better password" });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/sign-in?notice=reset"]);
    expect(browser.cookies.has("conclave.reset")).toBe(false);
    expect(await signIn(browser, email, "a better password")).toBe(200);
  });

  test.each(["", "a%20b", "x%3B%20Domain%3Devil.example", "a".repeat(300)])(
    "sets nothing that is no token: %j",
    async (token) => {
      const answer = await openBrowser(door.url).get(`/reset?token=${token}&error=X`);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/reset?error=X"]);
      expect(answer.headers.get("set-cookie")).toBeNull();
    },
  );

  test.each(["/reset", "/shared/abc"])("%s tells nobody its path, and can still be posted from", async (path) => {
    const answer = await openBrowser(door.url).get(path);
    // With `no-referrer` a browser would send a form with `Origin: null`, as a foreign page does.
    expect(answer.headers.get("referrer-policy")).toBe("strict-origin");
  });
});

describe("a form whose action is gone with a new build", () => {
  test("loads its page anew; a script is told as before", async () => {
    const browser = openBrowser(door.url);
    const anew = await browser.submit("/gone?tab=1", { name: "Ada" });
    expect([anew.status, anew.headers.get("location")]).toEqual([303, "/gone?tab=1"]);
    expect(
      (await browser.post("/gone", [], { headers: { "next-action": "0".repeat(42), "content-type": "text/plain" } }))
        .status,
    ).toBe(409);
  });
});

describe("a form that no page of ours sends", () => {
  const fields = { email: "forged@example.com", password };
  test.each<[string, string | null, Readonly<Record<string, string>>]>([
    ["from another site", "https://evil.example", {}],
    ["from a page that hides where it is", "null", {}],
    ["without Origin, which no browser leaves out", null, {}],
    ["that says it is of another site", null, { "sec-fetch-site": "cross-site" }],
    ["of a sibling host", null, { "sec-fetch-site": "same-site" }],
  ])("%s is refused and told nothing", async (_name, origin, headers) => {
    const answer = await openBrowser(door.url).submit("/api/auth/sign-in/email", fields, { origin, headers });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  });

  test("cannot speak on our pages: what a page is told is signed", () => {
    const made = Buffer.from(JSON.stringify({ form: "/sign-in/email", refused: null, typed: {} })).toString(
      "base64url",
    );
    expect(postedFormIn(testSecret, `conclave.form=${made}.${"A".repeat(43)}`, "/sign-in/email")).toBeNull();
    expect(postedFormIn(testSecret, "conclave.form=", "/sign-in/email")).toBeNull();
    expect(postedFormIn(testSecret, null, "/sign-in/email")).toBeNull();
  });

  test("has no way to what has no page: a path without a form takes JSON alone", async () => {
    const browser = await confirmedUser(testApp, door, "json@example.com");
    expect((await post(browser, "/two-factor/enable", { password })).status).toBe(415);
    expect(await userIdOf(browser)).not.toBe("");
  });
});
