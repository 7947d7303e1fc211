import { fc, test as propertyTest } from "@fast-check/vitest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { referralAlphabet } from "#src/contract/accounts/users.ts";
import { setPlan } from "#src/product/accounts/queries/users.ts";
import { systemClock } from "#src/core/clock.ts";
import { readReferralCode } from "#src/product/referrals/referrals.ts";
import { ask } from "#tests/support/api-client.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { systemContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
let door: FrontDoor;
let locked: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
  locked = await testApp.open({
    access: { open: false, loopback: false },
    surroundings: { publicUrl: "https://conclave.example", trustedProxies: [], development: false },
  });
});
afterAll(() => testApp.drop());

const life = 30 * 24 * 60 * 60;

describe("GET /ref/{code}", () => {
  test("keeps a possible code for 30 days and leads to the site, without a query", async () => {
    const { status, headers, body } = await ask(door.url, "GET", "/ref/k7m3x9qp?utm=1");
    expect({ status, body, to: headers.get("location"), cookies: headers.getSetCookie() }).toEqual({
      status: 302,
      body: null,
      to: "/",
      cookies: [`ref=k7m3x9qp; Max-Age=${life}; Path=/; HttpOnly; SameSite=Lax`],
    });
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("keeps it in lower case", async () => {
    const { headers } = await ask(door.url, "GET", "/ref/K7M3x9QP");
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^ref=k7m3x9qp;/)]);
  });

  test("needs no key, and the cookie is Secure where the site is on https", async () => {
    const { status, headers } = await ask(locked.url, "GET", "/ref/k7m3x9qp");
    expect([status, headers.getSetCookie()]).toEqual([
      302,
      [`ref=k7m3x9qp; Max-Age=${life}; Path=/; HttpOnly; SameSite=Lax; Secure`],
    ]);
  });

  test("does not take a client's word for https", async () => {
    const reached = await testApp.open({ access: { open: true, loopback: false } });
    const { headers } = await ask(reached.url, "GET", "/ref/k7m3x9qp", { headers: { "x-forwarded-proto": "https" } });
    expect(headers.getSetCookie()).toEqual([expect.not.stringContaining("Secure")]);
  });

  test("answers a code that somebody has as one that nobody has, and never asks the database", async () => {
    await testApp.db.transaction((tx) => setPlan(tx, "ann", "free", systemClock.now()));
    const known = await readReferralCode(systemContext({ db: testApp.db, clock: systemClock }), "ann");
    const shown = async (code: string) => {
      const { status, headers, body } = await ask(door.url, "GET", `/ref/${code}`);
      const all = [...headers].filter(([name]) => !["date", "x-request-id"].includes(name));
      return JSON.stringify({ status, body, all }).replaceAll(code, "CODE");
    };
    testApp.cable.cut();
    try {
      expect(await shown(known)).toBe(await shown("22222222"));
    } finally {
      testApp.cable.mend();
    }
  });

  propertyTest.prop(
    [
      fc.oneof(
        fc.string({ minLength: 1, maxLength: 12 }),
        fc.string({ unit: fc.constantFrom(...`${referralAlphabet}0OoIil1`), minLength: 7, maxLength: 9 }),
      ),
    ],
    { numRuns: 100 },
  )("is 404 without a cookie for what cannot be one, and 302 for all else", async (text) => {
    // A dot alone is a step in the path, and a lone surrogate cannot be sent.
    fc.pre(!/^\.{1,2}$/.test(text) && text.isWellFormed());
    const possible = text.length === 8 && [...text.toLowerCase()].every((each) => referralAlphabet.includes(each));
    const { status, headers, body } = await ask(door.url, "GET", `/ref/${encodeURIComponent(text)}`);
    expect([status, headers.getSetCookie().length]).toEqual(possible ? [302, 1] : [404, 0]);
    if (!possible) expect(body).toEqual({ detail: "Not Found" });
  });

  test.each(["/ref", "/ref/", "/ref/k7m3x9qp/", "/ref/k7m3x9qp/more", "/ref/%E0%A4%A", "/ref/k7m3x9q%00"])(
    "404 for %s",
    async (path) => {
      const { status, headers } = await ask(door.url, "GET", path);
      expect([status, headers.getSetCookie()]).toEqual([404, []]);
    },
  );

  test("HEAD is answered like GET, without a body", async () => {
    const { status, headers } = await ask(door.url, "HEAD", "/ref/k7m3x9qp");
    expect([status, headers.get("location"), headers.getSetCookie().length]).toEqual([302, "/", 1]);
    expect((await ask(door.url, "HEAD", "/ref/nope")).status).toBe(404);
  });

  test("has no other method", async () => {
    const reply = await fetch(`${door.url}/ref/k7m3x9qp`, { method: "POST", redirect: "manual" });
    expect([reply.status, reply.headers.get("allow"), reply.headers.getSetCookie()]).toEqual([405, "GET, HEAD", []]);
  });
});
