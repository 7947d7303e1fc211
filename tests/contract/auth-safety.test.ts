import crypto from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { mailRoute } from "#src/server/compose/auth-settings.ts";
import { readSettings } from "#src/core/config/config.ts";
import { authSecret, originOf, ownPath } from "#src/product/accounts/public/auth-settings.ts";
import { openBrowser, type Browser, type Seen } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { queuedMails } from "#tests/support/queued-mails.ts";
import { confirmedUser, password, signIn } from "#tests/support/sign-in.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());
beforeEach(() => testApp.db.pool.query("delete from auth_limits"));

const signedIn = async (browser: Browser): Promise<boolean> => (await browser.get("/api/auth/session")).body !== null;

/** How many password hashes were computed since it was asked last. */
const scrypt = crypto.scrypt;
let hashes = 0;
/** How hard it was made to compute them. */
const costs = new Set<string>();
beforeAll(() => {
  crypto.scrypt = new Proxy(scrypt, {
    apply(target, self, given) {
      hashes += 1;
      const { N, r, p } = z.object({ N: z.number(), r: z.number(), p: z.number() }).parse(given[3]);
      costs.add(`N=${N} r=${r} p=${p}`);
      return Reflect.apply(target, self, given);
    },
  });
  syncBuiltinESMExports();
});
afterAll(() => {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
});
afterEach(() => void (hashes = 0));

/** What can be told of an answer from outside, and what was done for it. */
async function traceOf(email: string, ask: () => Promise<Seen>) {
  hashes = 0;
  const queued = new Set(await queuedMails(testApp, email));
  const { status, text, headers } = await ask();
  const shown = [...headers].filter(([name]) => !["date", "x-request-id"].includes(name));
  // One that waited for an account which this replaced goes with it.
  const mails = (await queuedMails(testApp, email)).filter((id) => !queued.has(id)).length;
  return { status, text, headers: shown, hashes, mails };
}

describe("whether an address has an account is told to nobody", () => {
  const known = "known@example.com";
  beforeAll(async () => {
    await confirmedUser(testApp, door, known);
    await openBrowser(door.url).post("/api/auth/sign-up/email", { name: "P", email: "pending@example.com", password });
  });
  const post = (path: string, body: object) => () => openBrowser(door.url).post(`/api/auth${path}`, body);

  test("by signing up: the same answer, one hash and one mail for a new, a known and an unconfirmed one", async () => {
    const traces = [];
    for (const email of ["fresh@example.com", known, "pending@example.com"])
      traces.push(await traceOf(email, post("/sign-up/email", { name: "X", email, password: "another password" })));
    expect(traces[0]).toMatchObject({ status: 200, text: '{"status":true}', hashes: 1, mails: 1 });
    expect(traces[1]).toEqual(traces[0]);
    expect(traces[2]).toEqual(traces[0]);
    // 32 MiB and 2^14 rounds, as the library has it.
    expect([...costs]).toEqual(["N=16384 r=16 p=1"]);
  });

  test("by signing in: the same answer and one hash for an unknown, a known and an unconfirmed one", async () => {
    const traces = [];
    for (const [email, given] of [
      ["nobody@example.com", "wrong password"],
      [known, "wrong password"],
      ["pending@example.com", "wrong password"],
    ] as const)
      traces.push(await traceOf(email, post("/sign-in/email", { email, password: given })));
    expect(traces[0]).toMatchObject({ status: 401, hashes: 1, mails: 0 });
    expect(traces[1]).toEqual(traces[0]);
    expect(traces[2]).toEqual(traces[0]);
  });

  test("by signing up and then in with the same password: an unconfirmed one answers as a known one does", async () => {
    const given = { email: "probe@example.com", password };
    await post("/sign-up/email", { name: "X", ...given })();
    const own = await traceOf(given.email, post("/sign-in/email", given));
    const foreign = await traceOf(known, post("/sign-in/email", { email: known, password: "my own password" }));
    expect({ ...own, mails: 0 }).toEqual({ ...foreign, mails: 0 });
  });

  test.each([
    ["/request-password-reset", {}],
    ["/sign-in/magic-link", {}],
    ["/send-verification-email", {}],
  ])("by %s", async (path) => {
    const traces = [];
    for (const email of ["nobody@example.com", known, "pending@example.com"])
      traces.push(await traceOf(email, post(path, { email })));
    expect(traces[0]).toMatchObject({ status: 200, text: '{"status":true}', hashes: 0, mails: 1 });
    expect(traces[1]).toEqual(traces[0]);
    expect(traces[2]).toEqual(traces[0]);
  });

  test("by the limits: an unknown address is locked as a known one is", async () => {
    for (const email of ["nobody2@example.com", known]) {
      const statuses = [];
      for (let n = 0; n < 11; n += 1) statuses.push(await signIn(openBrowser(door.url), email, "wrong password"));
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    }
  });
});

describe("requests that other sites cause", () => {
  const foreign: [what: string, asked: Parameters<Browser["post"]>[2]][] = [
    ["a foreign Origin", { origin: "https://evil.example" }],
    ["the Origin null", { origin: "null" }],
    ["no Origin and Sec-Fetch-Site cross-site", { origin: null, headers: { "sec-fetch-site": "cross-site" } }],
    ["no Origin and Sec-Fetch-Site same-site", { origin: null, headers: { "sec-fetch-site": "same-site" } }],
    ["another port of this host", { origin: "http://127.0.0.1:1" }],
  ];

  test.each(foreign)("are refused with %s: sign-out, sign-in, sign-up", async (_what, asked) => {
    const email = "csrf@example.com";
    const browser = await confirmedUser(testApp, door, email).catch(async () => {
      const again = openBrowser(door.url);
      await signIn(again, email);
      return again;
    });
    expect((await browser.post("/api/auth/sign-out", {}, asked)).status).toBe(403);
    expect(await signedIn(browser)).toBe(true);
    const victim = openBrowser(door.url);
    expect((await victim.post("/api/auth/sign-in/email", { email, password }, asked)).status).toBe(403);
    expect(victim.cookies.size).toBe(0);
    const up = await victim.post("/api/auth/sign-up/email", { name: "X", email: "made@example.com", password }, asked);
    expect(up.status).toBe(403);
  });

  test("that say nothing of where they come from need the token with a cookie, and only that of their session", async () => {
    const [browser, other] = [
      await confirmedUser(testApp, door, "token@example.com"),
      await confirmedUser(testApp, door, "token2@example.com"),
    ];
    const tokenOf = async (one: Browser): Promise<string> =>
      z.strictObject({ csrf_token: z.string().min(40) }).parse((await one.get("/api/auth/csrf")).body).csrf_token;
    const silent = (token: string | null) => ({
      origin: null,
      headers: { ...(token !== null && { "x-csrf-token": token }) },
    });
    const rename = (token: string | null) => browser.post("/api/auth/update-user", { name: "New" }, silent(token));
    expect((await rename(null)).status).toBe(403);
    expect((await rename("nonsense")).status).toBe(403);
    expect((await rename(await tokenOf(other))).status).toBe(403);
    const token = await tokenOf(browser);
    expect((await rename(token)).status).toBe(200);
    const { cookies } = browser;
    for (const value of cookies.values()) expect(token).not.toContain(value);
    await browser.post("/api/auth/sign-out");
    await signIn(browser, "token@example.com");
    expect((await rename(token)).status).toBe(403);
  });

  test("a token without a session is bound to a cookie of its own", async () => {
    const browser = openBrowser(door.url);
    const { csrf_token } = z.object({ csrf_token: z.string() }).parse((await browser.get("/api/auth/csrf")).body);
    expect(browser.cookies.has("conclave.csrf")).toBe(true);
    expect((await browser.get("/api/auth/csrf")).body).toEqual({ csrf_token });
    const asked = { origin: null, headers: { "x-csrf-token": csrf_token } };
    expect((await browser.post("/api/auth/sign-in/email", { email: "x@example.com", password }, asked)).status).toBe(
      401,
    );
    const stolen = openBrowser(door.url);
    stolen.cookies.set("conclave.csrf", "another");
    expect((await stolen.post("/api/auth/sign-in/email", { email: "x@example.com", password }, asked)).status).toBe(
      403,
    );
  });

  test("a form, which browsers send unasked, is no JSON", async () => {
    const answer = await fetch(`${door.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { origin: door.url, "content-type": "application/x-www-form-urlencoded" },
      body: "email=a%40example.com&password=x",
    });
    expect(answer.status).toBe(415);
  });
});

describe("what is not there", () => {
  test.each([
    ["GET", "/api/auth/get-access-token"],
    ["POST", "/api/auth/get-access-token"],
    ["POST", "/api/auth/refresh-token"],
    ["POST", "/api/auth/update-session"],
    ["POST", "/api/auth/delete-user"],
    ["POST", "/api/auth/two-factor/send-otp"],
    ["GET", "/api/auth/error"],
    ["GET", "/api/auth/ok"],
  ])("%s %s is a 404", async (method, path) => {
    const { status } = await openBrowser(door.url).send(method, path, method === "POST" ? { json: {} } : {});
    expect([404, 405]).toContain(status);
  });

  test.each(["github", "google"])("sign-in with %s, which is not set up", async (provider) => {
    const { status } = await openBrowser(door.url).post("/api/auth/sign-in/social", { provider });
    expect(status).toBe(404);
  });

  test("with keys it leads to the provider and back to this origin alone", async () => {
    const keys = { clientId: "the-id", clientSecret: "the-secret" };
    const withGithub = await testApp.open({ auth: { github: keys } });
    const answer = await openBrowser(withGithub.url).post("/api/auth/sign-in/social", {
      provider: "github",
      callbackURL: "//evil.example",
    });
    const to = new URL(z.object({ url: z.string() }).parse(answer.body).url);
    expect([to.host, to.searchParams.get("client_id"), to.searchParams.get("redirect_uri")]).toEqual([
      "github.com",
      "the-id",
      `${withGithub.url}/api/auth/callback/github`,
    ]);
    expect(answer.text).not.toContain("the-secret");
    expect(answer.text).not.toContain("evil");
  });
});

describe("where the server is", () => {
  test("on https cookies are for https alone, and links lead to PUBLIC_URL whatever the Host header says", async () => {
    const surroundings = { publicUrl: "https://conclave.example", trustedProxies: [], development: false };
    const far = await testApp.open({ surroundings, access: { open: false, loopback: false } });
    const email = "https@example.com";
    await confirmedUser(testApp, door, email);
    const answer = await openBrowser(far.url).post(
      "/api/auth/sign-in/email",
      { email, password },
      { origin: "https://conclave.example" },
    );
    expect(answer.status).toBe(200);
    const [session = ""] = answer.headers.getSetCookie();
    expect(session).toMatch(/^__Host-conclave\.session_token=(?=.*; Secure)(?=.*; Path=\/)(?!.*; Domain)/);
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toContain("Secure");
    expect((await openBrowser(far.url).post("/api/auth/sign-out")).status).toBe(403);
  });

  test("without PUBLIC_URL only a name of this machine is an origin", () => {
    expect(originOf({ publicUrl: null }, "localhost:3000")).toBe("http://localhost:3000");
    expect(originOf({ publicUrl: null }, "[::1]:3000")).toBe("http://[::1]:3000");
    for (const host of [
      "evil.example",
      "127.0.0.1.evil.example",
      "localhost@evil.example",
      "localhost:1/x",
      "",
      undefined,
    ])
      expect(originOf({ publicUrl: null }, host)).toBeNull();
    expect(originOf({ publicUrl: "https://a.example" }, "evil.example")).toBe("https://a.example");
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/a\nb",
    "/a\\b",
    "x",
    "",
    1,
  ])("%j is no path of this site", (next) => expect(ownPath(next)).toBeNull());
  test("a path with a query is one", () => expect(ownPath("/analyses/a?b=%20c#d")).toBe("/analyses/a?b=%20c#d"));

  test("mail goes by SMTP, else to the mailbox on this machine alone, else nowhere; and then nobody signs up", async () => {
    expect(mailRoute(readSettings({}))).toEqual({ kind: "dev" });
    expect(mailRoute(readSettings({ PUBLIC_URL: "http://localhost:3000" }))).toEqual({ kind: "dev" });
    expect(mailRoute(readSettings({ HOST: "0.0.0.0" }))).toEqual({ kind: "none" });
    expect(mailRoute(readSettings({ PUBLIC_URL: "https://conclave.example" }))).toEqual({ kind: "none" });
    expect(mailRoute(readSettings({ SMTP_URL: "smtp://mail:25", MAIL_FROM: "a@b.example" }))).toMatchObject({
      kind: "smtp",
    });
    expect(() => mailRoute(readSettings({ SMTP_URL: "smtp://mail:25" }))).toThrow("MAIL_FROM");
    const mute = await testApp.open({ auth: { mail: "none" } });
    for (const path of ["sign-up/email", "request-password-reset", "sign-in/magic-link", "send-verification-email"]) {
      const answer = await openBrowser(mute.url).post(`/api/auth/${path}`, {
        name: "X",
        email: "mute@example.com",
        password,
      });
      expect([path, answer.status, answer.text.includes("SMTP_URL")]).toEqual([path, 503, true]);
    }
  });

  test("the secret is made once, for all processes of a home, and only its user can read it", () => {
    const home = mkdtempSync(join(tmpdir(), "conclave-secret-"));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const made = authSecret(null, home);
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(authSecret(null, home)).toBe(made);
    expect(statSync(join(home, "auth-secret")).mode & 0o777).toBe(0o600);
    expect(authSecret("given".repeat(8), home)).toBe("given".repeat(8));
  });
});
