import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "#src/core/clock.ts";
import { listKeys, revokeKey } from "#src/product/keys/keys.ts";
import { apple, ask, submit, type Reply } from "#tests/support/api-client.ts";
import { checkAnswer } from "#tests/support/api-document.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { succeed } from "#tests/support/finished-job.ts";
import { systemContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
let open: FrontDoor;
let locked: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  open = await testApp.open({ access: { open: true, loopback: true } });
  locked = await testApp.open({ access: { open: false, loopback: false } });
});
afterAll(() => testApp.drop());

/** Every operation, with an id in its path. */
const everything = (id: string): [method: string, path: string][] => [
  ["POST", "/v1/analyses"],
  ["GET", "/v1/analyses"],
  ["GET", `/v1/analyses/${id}`],
  ["DELETE", `/v1/analyses/${id}`],
  ["GET", `/v1/analyses/${id}/events`],
  ["GET", `/v1/analyses/${id}/report.md`],
  ["GET", `/v1/analyses/${id}/report.html`],
  ["GET", `/v1/analyses/${id}/report.json`],
  ["GET", `/v1/analyses/${id}/report.pdf`],
  ["GET", "/v1/usage"],
  ["GET", "/v1/config"],
];

const send = (door: FrontDoor, method: string, path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  ask(door.url, method, path, { headers, ...(method === "POST" && { json: apple }) });

describe("a server that asks for keys", () => {
  test.each(everything("ana_1"))("401 without a key: %s %s", async (method, path) => {
    const { status, headers, body } = await send(locked, method, path);
    expect({ status, body }).toEqual({ status: 401, body: { detail: "send an API key in the header X-API-Key" } });
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
  });

  test.each(["cnc_0000000000000000000000000000000000000000", "x", "' or 1=1 --", "é"])(
    "401 for the unknown key %s",
    async (key) => {
      const { status, body } = await send(locked, "GET", "/v1/analyses", { "x-api-key": key });
      expect({ status, body }).toEqual({ status: 401, body: { detail: "the API key is unknown or revoked" } });
    },
  );

  test("takes a key in X-API-Key and as a bearer, and no other scheme", async () => {
    const key = await testApp.newKey("ann");
    expect((await send(locked, "GET", "/v1/config", { "x-api-key": key })).status).toBe(200);
    expect((await send(locked, "GET", "/v1/config", { authorization: `Bearer ${key}` })).status).toBe(200);
    expect((await send(locked, "GET", "/v1/config", { authorization: `Basic ${key}` })).status).toBe(401);
    expect((await send(locked, "GET", "/v1/config", { "x-api-key": "", authorization: `bearer ${key}` })).status).toBe(
      200,
    );
  });

  test("401 from the moment a key is revoked", async () => {
    const key = await testApp.newKey("bob");
    expect((await send(locked, "GET", "/v1/config", { "x-api-key": key })).status).toBe(200);
    await revokeKey(systemContext({ db: testApp.db, clock: systemClock }), {
      owner: "bob",
      idOrPrefix: key.slice(0, 12),
    });
    expect((await send(locked, "GET", "/v1/config", { "x-api-key": key })).status).toBe(401);
  });

  test.each(["free", "signals"] as const)("403 for a key on the plan %s, which has no API", async (plan) => {
    const key = await testApp.newKey(`on-${plan}`, { plan });
    const { status, body } = await send(locked, "GET", "/v1/config", { "x-api-key": key });
    expect({ status, body }).toEqual({ status: 403, body: { detail: `the ${plan} plan has no API access` } });
  });

  test("a key does what its scopes say", async () => {
    const [reads, writes] = [
      await testApp.newKey("cid", { scopes: ["analyses:read"] }),
      await testApp.newKey("cid", { scopes: ["analyses:write"] }),
    ];
    const { id } = await submit(locked.url, apple, { "x-api-key": writes });
    for (const [method, path] of everything(id)) {
      if (path === "/v1/config") continue;
      const needs = method === "GET" ? "analyses:read" : "analyses:write";
      const { status, body } = await send(locked, method, path, { "x-api-key": method === "GET" ? writes : reads });
      expect({ path, status, body }).toEqual({
        path,
        status: 403,
        body: { detail: `the key lacks the scope ${needs}` },
      });
    }
    expect((await send(locked, "GET", `/v1/analyses/${id}`, { "x-api-key": reads })).status).toBe(200);
  });

  test("another owner's job is not there, for nothing that can be done with it", async () => {
    const [mine, theirs] = [await testApp.newKey("dan"), await testApp.newKey("eve")];
    const { id } = await submit(locked.url, apple, { "x-api-key": mine });
    await succeed(testApp, id);
    for (const [method, path] of everything(id)) {
      if (!path.includes(id)) continue;
      const { status, body } = await send(locked, method, path, { "x-api-key": theirs });
      expect({ method, path, status, body }).toEqual({
        method,
        path,
        status: 404,
        body: { detail: `there is no analysis ${id}` },
      });
    }
    expect((await send(locked, "GET", "/v1/analyses", { "x-api-key": theirs })).body).toEqual({
      data: [],
      next_cursor: null,
    });
    expect((await send(locked, "GET", `/v1/analyses/${id}`, { "x-api-key": mine })).body).toMatchObject({
      id,
      status: "succeeded",
    });
  });

  test("two owners may use the same Idempotency-Key", async () => {
    const keys = [await testApp.newKey("fay"), await testApp.newKey("gus")];
    const jobs = await Promise.all(
      keys.map((key) => submit(locked.url, apple, { "x-api-key": key, "idempotency-key": "same" })),
    );
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(2);
  });

  test("notes when a key was used", async () => {
    const key = await testApp.newKey("hal");
    await send(locked, "GET", "/v1/config", { "x-api-key": key });
    const [listed] = await listKeys(systemContext({ db: testApp.db }), "hal");
    expect(Date.parse(listed?.last_used_at ?? "")).toBeGreaterThan(systemClock.now() - 60_000);
  });

  // The reference is a page: tests/support/authorisation/pages.ts.
  test("the document needs no key", async () => {
    expect((await send(locked, "GET", "/openapi.json")).status).toBe(200);
  });
});

describe("rate limits", () => {
  test("are told with each answer, kept for each key, and 429 says when to come back", async () => {
    const [key, other] = [await testApp.newKey("ivy"), await testApp.newKey("ivy")];
    const config = (use: string) => send(locked, "GET", "/v1/config", { "x-api-key": use });
    const first = await config(key);
    expect([
      first.headers.get("ratelimit-limit"),
      first.headers.get("ratelimit-remaining"),
      Number(first.headers.get("ratelimit-reset")),
    ]).toEqual(["300", "299", expect.closeTo(60, -1)]);
    await Promise.all(Array.from({ length: 299 }, () => config(key)));
    const { status, headers, body } = await config(key);
    expect({ status, body }).toEqual({
      status: 429,
      body: { detail: "rate limit exceeded: at most 300 requests per minute" },
    });
    expect(headers.get("ratelimit-remaining")).toBe("0");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect((await config(other)).status).toBe(200);
  });
});

describe("an open server", () => {
  test("needs no key and belongs to whoever is on the machine", async () => {
    const { id } = await submit(open.url);
    const { rows } = await testApp.db.pool.query("select owner from analyses where id = $1", [id]);
    expect(rows).toEqual([{ owner: "local" }]);
    expect((await send(open, "GET", "/v1/config")).headers.get("ratelimit-limit")).toBeNull();
  });

  test("checks a key that is sent all the same", async () => {
    expect((await send(open, "GET", "/v1/config", { "x-api-key": "cnc_wrong" })).status).toBe(401);
    const key = await testApp.newKey("jim");
    const { id } = await submit(open.url, apple, { "x-api-key": key });
    expect((await send(open, "GET", `/v1/analyses/${id}`, { "x-api-key": key })).status).toBe(200);
    expect((await send(open, "GET", `/v1/analyses/${id}`)).status).toBe(404);
  });

  /** With a Host of one's own, which fetch does not allow. */
  function withHost(door: FrontDoor, host: string, path = "/v1/config"): Promise<{ status: number; body: unknown }> {
    return new Promise((resolve, reject) => {
      const asked = request(`${door.url}${path}`, { headers: { host }, agent: false }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.once("end", () => {
          const status = response.statusCode ?? 0;
          const body: unknown = JSON.parse(text);
          checkAnswer("GET", `${door.url}${path}`, { status, type: response.headers["content-type"] ?? null, body });
          resolve({ status, body });
        });
      });
      asked.once("error", reject).end();
    });
  }

  test.each([
    "localhost",
    "localhost:3000",
    "LOCALHOST.",
    "127.0.0.1",
    "127.0.0.1:80",
    "127.1.2.3",
    "[::1]:3000",
    "conclave.localhost:3000",
  ])("answers as %s", async (host) => {
    expect((await withHost(open, host)).status).toBe(200);
  });

  test.each([
    "evil.example",
    "evil.example:3000",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "192.168.1.5",
    "0.0.0.0",
    "[::ffff:8.8.8.8]",
  ])("does not answer as %s, to which a page could have its own name point", async (host) => {
    expect(await withHost(open, host)).toEqual({ status: 403, body: { detail: expect.stringContaining("localhost") } });
  });

  test("by another name where that is set, with keys or opened to others on purpose", async () => {
    for (const [open, status] of [
      [false, 401],
      [true, 200],
    ] as const) {
      const shared = await testApp.open({ access: { open, loopback: false }, allowedHosts: ["conclave.internal"] });
      expect((await withHost(shared, "conclave.internal")).status).toBe(status);
      expect((await withHost(shared, "api.example.com")).status).toBe(403);
    }
  });
});
