import { request } from "node:http";
import { fc, test } from "@fast-check/vitest";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { z } from "zod";
import { SessionInfo } from "#src/contract/accounts/users.ts";
import { systemClock } from "#src/core/clock.ts";
import { grantPlan } from "#src/product/plans/plans.ts";
import { openBrowser, totp, type Browser } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { queuedMails } from "#tests/support/queued-mails.ts";
import { confirmedUser, password, signIn, userIdOf } from "#tests/support/sign-in.ts";
import { systemContext } from "#tests/support/contexts.ts";

const sessionCookie = "conclave.session_token";

let testApp: TestApp;
let door: FrontDoor;
/** Whose session cookies are in play: as the server set them, and who they are. */
const owners: { readonly cookie: string; readonly userId: string; readonly csrf: string }[] = [];
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({
    access: { open: false, loopback: true },
    perMinute: { question: 100_000, read: 100_000, stream: 100_000 },
  });
  for (const email of ["ann@example.com", "bob@example.com"]) {
    const browser = await confirmedUser(testApp, door, email);
    const userId = await userIdOf(browser);
    await grantPlan(systemContext({ db: testApp.db, clock: systemClock }), { owner: userId, plan: "elite", days: 30 });
    const { csrf_token: csrf } = CsrfBody.parse((await browser.get("/api/auth/csrf")).body);
    owners.push({ cookie: browser.cookies.get(sessionCookie) ?? "", userId, csrf });
  }
});
afterAll(() => testApp.drop());
beforeEach(() => testApp.db.pool.query("delete from auth_limits"));

const CsrfBody = z.object({ csrf_token: z.string() });

/** As it goes over the line, byte for byte: `fetch` would put the header in order. */
function ask(cookie: string, path: string, method = "GET", headers: Readonly<Record<string, string>> = {}) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const asked = request(`${door.url}${path}`, { method, headers: { ...headers, cookie } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => void chunks.push(chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }));
      // A stream that was let in need not end.
      if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
        answer.destroy();
        resolve({ status: answer.statusCode ?? 0, text: "" });
      }
    });
    asked.on("error", reject);
    asked.end();
  });
}

const Known = z.object({ user: z.object({ id: z.string() }) }).nullable();

/** Whom Better Auth takes a request for, and whom each of our own readers does. */
async function readings(cookie: string) {
  const [theirs, ours, listed, csrf, avatar, stream, usage, assistant] = await Promise.all([
    ask(cookie, "/api/auth/get-session"),
    ask(cookie, "/api/auth/session"),
    ask(cookie, "/api/auth/list-sessions"),
    ask(cookie, "/api/auth/csrf"),
    ask(cookie, "/api/avatar"),
    ask(cookie, "/api/deposit/stream", "HEAD"),
    ask(cookie, "/v1/usage"),
    ask(cookie, "/api/assistant", "POST", { origin: door.url, "content-type": "text/plain" }),
  ]);
  return {
    betterAuth: Known.parse(JSON.parse(theirs.text))?.user.id ?? null,
    session: Known.parse(JSON.parse(ours.text))?.user.id ?? null,
    listed: listed.status,
    csrf: owners.find((one) => csrf.text.includes(one.csrf))?.userId ?? null,
    avatar: avatar.status,
    stream: stream.status,
    usage: usage.status,
    assistant: assistant.status,
  };
}

const owner = fc.nat({ max: 1 });
/** One session cookie's value, written in one of many ways. */
const value = fc
  .record({
    owner,
    form: fc.constantFrom(
      (v: string) => v,
      (v: string) => decodeURIComponent(v),
      (v: string) => `"${v}"`,
      (v: string) => `"${decodeURIComponent(v)}"`,
      (v: string) => `"${v}`,
      (v: string) => `${v}"`,
      (v: string) => `'${v}'`,
      (v: string) => v.replace(/%3D$/, ""),
      (v: string) => decodeURIComponent(v).replace(/=$/, ""),
      (v: string) => `${v}%3D`,
      (v: string) => decodeURIComponent(v).replaceAll("+", "-").replaceAll("/", "_"),
      (v: string) => [...decodeURIComponent(v)].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(""),
      (v: string) => v.toLowerCase(),
      (v: string) => `${v}%`,
      (v: string) => `%zz${v}`,
      (v: string) => v.replace(".", "%2E"),
      (v: string) => `${v}.`,
      (v: string) => `.${v}`,
      (v: string) => ` ${v}\t`,
      (v: string) => `\u00a0${v}\u00a0`,
      (v: string) => `${v}é`,
      (v: string) => encodeURIComponent(v),
      (v: string) => v.slice(0, -4),
      () => "",
    ),
  })
  .map(({ owner: of, form }) => form(owners[of]?.cookie ?? ""));
const name = fc.constantFrom(
  sessionCookie,
  sessionCookie,
  sessionCookie,
  ` ${sessionCookie} `,
  `\t${sessionCookie}`,
  `\u00a0${sessionCookie}`,
  `"${sessionCookie}"`,
  sessionCookie.toUpperCase(),
  `__Secure-${sessionCookie}`,
  `__Host-${sessionCookie}`,
  "conclave%2Esession_token",
  "conclave.two_factor",
  "conclave.csrf",
  "x",
);
const pair = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(name, value).map(([n, v]) => `${n}=${v}`) },
  { weight: 1, arbitrary: fc.constantFrom("x", "=", "", `=${sessionCookie}`, 'y="', 'q="a;b"', sessionCookie, "=;=") },
);
const header = fc
  .tuple(
    fc.array(pair, { minLength: 1, maxLength: 4 }),
    fc.constantFrom("; ", ";", " ; ", ";;", "; ;", ",", ";\t"),
    fc.constantFrom("", ";", " "),
  )
  .map(([pairs, between, end]) => `${pairs.join(between)}${end}`);

describe("one cookie has one reading", () => {
  test.prop([header], { numRuns: 150 })(
    "a header of any form is the same session, or none, to Better Auth and to every reader of ours",
    async (cookie) => {
      // Limits are not what is asked about.
      await testApp.db.pool.query("delete from auth_limits");
      const seen = await readings(cookie);
      const who = seen.betterAuth;
      expect(seen).toEqual({
        betterAuth: who,
        session: who,
        listed: who === null ? 401 : 200,
        csrf: who,
        avatar: who === null ? 401 : 200,
        stream: who === null ? 401 : 200,
        usage: who === null ? 401 : 200,
        // Of a body that is no JSON only somebody who is signed in hears.
        assistant: who === null ? 401 : 415,
      });
    },
  );

  test("of two cookies with one name the first counts", async () => {
    const [ann, bob] = owners;
    const both = `${sessionCookie}=${ann?.cookie}; ${sessionCookie}=${bob?.cookie}`;
    expect(await readings(both)).toMatchObject({ betterAuth: ann?.userId, session: ann?.userId, csrf: ann?.userId });
    // The first is nobody's: the second is not asked.
    const blocked = `${sessionCookie}=nobody.s; ${sessionCookie}=${bob?.cookie}`;
    expect(await readings(blocked)).toMatchObject({ betterAuth: null, session: null, avatar: 401 });
  });
});

/** The same session, in a form that only one of two readers might take. */
const forms: readonly [what: string, write: (cookie: string) => string][] = [
  ["quoted", (cookie) => `"${cookie}"`],
  ["without encoding", (cookie) => decodeURIComponent(cookie)],
  ["as it was set", (cookie) => cookie],
];

describe("with a session cookie in another form", () => {
  test.each(forms)("%s: guesses at the password are counted", async (what, write) => {
    const browser = await confirmedUser(testApp, door, `guess-${what.replaceAll(" ", "-")}@example.com`);
    browser.cookies.set(sessionCookie, write(browser.cookies.get(sessionCookie) ?? ""));
    const statuses = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push(
        (
          await browser.post("/api/auth/change-password", {
            currentPassword: `a wrong guess ${n}`,
            newPassword: "a much better password",
          })
        ).status,
      );
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
  });

  test.each(forms)("%s: the owner is told of a change", async (what, write) => {
    const email = `told-${what.replaceAll(" ", "-")}@example.com`;
    const browser = await confirmedUser(testApp, door, email);
    browser.cookies.set(sessionCookie, write(browser.cookies.get(sessionCookie) ?? ""));
    const before = (await queuedMails(testApp, email)).length;
    const change = { currentPassword: password, newPassword: "a much better password" };
    expect((await browser.post("/api/auth/change-password", change)).status).toBe(200);
    expect(await queuedMails(testApp, email)).toHaveLength(before + 1);
  });

  test("guesses at a second factor count for the account whose challenge they answer", async () => {
    const victim = "challenged@example.com";
    const setUp = await confirmedUser(testApp, door, victim);
    await withSecondFactor(setUp);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const mine = await attacker(n);
      const guesser = openBrowser(door.url);
      await signIn(guesser, victim);
      // Its signature lacks the padding: no session to Better Auth.
      guesser.cookies.set(sessionCookie, mine.replace(/%3D$/, ""));
      for (let guess = 0; guess < 3; guess += 1)
        statuses.push((await guesser.post("/api/auth/two-factor/verify-totp", { code: "000000" })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(8);
    expect(statuses.slice(8)).toEqual([429, 429, 429, 429]);
  });

  test("a right code of one's own does not forget the guesses at somebody else's", async () => {
    const victim = "forgotten@example.com";
    await withSecondFactor(await confirmedUser(testApp, door, victim));
    const own = await confirmedUser(testApp, door, "own-code@example.com");
    const uri = await withSecondFactor(own);
    const guesser = openBrowser(door.url);
    const guess = async () => {
      await signIn(guesser, victim);
      return (await guesser.post("/api/auth/two-factor/verify-totp", { code: "000000" })).status;
    };
    for (let n = 0; n < 7; n += 1) expect(await guess()).toBe(401);
    await signIn(guesser, victim);
    guesser.cookies.set(sessionCookie, own.cookies.get(sessionCookie) ?? "");
    const code = totp(uri, systemClock.now() + 30_000);
    expect((await guesser.post("/api/auth/two-factor/verify-totp", { code })).status).toBe(200);
    guesser.cookies.delete(sessionCookie);
    expect(await guess()).toBe(429);
  });
});

async function attacker(n: number): Promise<string> {
  const browser = await confirmedUser(testApp, door, `attacker${n}@example.com`);
  return browser.cookies.get(sessionCookie) ?? "";
}

async function withSecondFactor(browser: Browser): Promise<string> {
  const enabled = await browser.post("/api/auth/two-factor/enable", { password });
  const { totpURI } = z.object({ totpURI: z.string() }).parse(enabled.body);
  const code = totp(totpURI, systemClock.now());
  expect((await browser.post("/api/auth/two-factor/verify-totp", { code })).status).toBe(200);
  expect(SessionInfo.parse((await browser.get("/api/auth/session")).body).user.two_factor).toBe(true);
  return totpURI;
}
