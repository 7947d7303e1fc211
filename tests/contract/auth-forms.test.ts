import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SessionInfo } from "#src/contract/accounts/users.ts";
import { postedFormIn, resetTokenIn } from "#src/product/accounts/public/signed-requests.ts";
import { openBrowser, type Browser, type Seen } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { testSecret } from "#tests/support/database.ts";
import { pageServer, type PageServer } from "#tests/support/page-server.ts";
import { confirmedUser, password, signIn, userIdOf } from "#tests/support/sign-in.ts";

/* Forms that browsers send by themselves: before the scripts of a page run, or where they never do. */

let testApp: TestApp;
let door: FrontDoor;
let pages: PageServer;
beforeAll(async () => {
  testApp = await openTestApp();
  pages = await pageServer();
  door = await testApp.open({ webUrl: pages.url });
});
afterAll(async () => {
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
});

describe("a link to choose a new password", () => {
  test("leaves its token in a cookie of that page, not in an address", async () => {
    const token = "a-token-of-a-mail-0123456789";
    const browser = openBrowser(door.url);
    const clean = await browser.get(`/reset?token=${token}`);
    expect([clean.status, clean.headers.get("location")]).toEqual([302, "/reset"]);
    expect(clean.headers.get("set-cookie")).toMatch(/; Path=\/reset; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    expect(resetTokenIn(`conclave.reset=${browser.cookies.get("conclave.reset") ?? ""}`)).toBe(token);
    expect(pages.visits.map(({ url }) => url).filter((url) => url.includes(token))).toEqual([]);
    expect(door.logged()).not.toContain(`/reset?`);
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
