import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tooManyActions } from "#src/contract/accounts/form-outcomes.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { sha256 } from "#src/core/hash.ts";
import { perMinute, type Rule } from "#src/server/http/protection/rate-limits.ts";
import { actionsOnDisk, endpointsOfContract, filesOnDisk, pagesOnDisk } from "#tests/support/built-pages.ts";
import type { Browser } from "#tests/support/browser.ts";
import { demoRun } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { actionLimits, endpointLimits, pageLimits, type Limit } from "#tests/support/limits.ts";
import { pageServer, type PageServer } from "#tests/support/page-server.ts";
import { confirmedUser } from "#tests/support/sign-in.ts";

/** Of the rules that are counted in memory, so many here; how many there are in earnest, `perMinute` says. */
const few = 4;
const scaled = Object.fromEntries(Object.keys(perMinute).map((rule) => [rule, few]));

let testApp: TestApp;
let pages: PageServer;
let door: FrontDoor;
let ann: Browser;
let analysis: string;
let networks = 0;
let owners = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  pages = await pageServer();
  const usual = await testApp.open();
  ann = await confirmedUser(testApp, usual, "ann@example.com");
  analysis = await succeeded();
  door = await testApp.open({
    access: { open: false, loopback: true },
    webUrl: pages.url,
    surroundings: { publicUrl: null, trustedProxies: ["127.0.0.1"], development: false },
    perMinute: scaled,
  });
});
afterAll(async () => {
  await testApp.drop();
  await pages.stop();
});

/** An analysis of `reader`, of which there is a PDF. */
async function succeeded(): Promise<string> {
  await testApp.newKey("reader");
  const { result, usage, manifest, request: asked } = await demoRun();
  await testApp.db.pool.query(
    `insert into analyses (id, owner, status, request, setting, partition, request_id, created_at, finished_at, result, usage, manifest)
     values ('ana_read', 'reader', 'succeeded', $1, '{"rounds":1,"risk_rounds":1,"budget_usd":"1"}', 'reader', 'req', now(), now(), $2, $3, $4)`,
    [asked, result, usage, manifest],
  );
  return "ana_read";
}

/** A network that nobody has asked from. */
const newNetwork = (): string => `198.51.${(networks += 1) >> 8}.${networks & 255}`;

/** Whose keys are none yet: a plan has only so many. */
const newOwner = (): string => `owner ${(owners += 1)}`;

interface Asked {
  readonly network: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** By node:http, which leaves paths as they are. */
function ask(method: string, path: string, { network, headers = {}, body }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { port: door.port, host: "127.0.0.1", method, path, headers: { "x-forwarded-for": network, ...headers } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        answer.once("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    asked.once("error", reject).end(body);
  });
}

function expectRefusal({ status, headers, text }: Answered, points: number): void {
  expect([status, headers["ratelimit-limit"], headers["ratelimit-remaining"]]).toEqual([429, String(points), "0"]);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(headers["ratelimit-reset"])).toBeGreaterThan(0);
  expect(JSON.parse(text)).toMatchObject({
    detail: expect.stringMatching(/^(?:rate limit exceeded: at most \d+ requests per minute|too many)/),
  });
}

const filled = (template: string): string =>
  template
    .replaceAll("{job_id}", analysis)
    .replaceAll("{code}", "k7m3x9qp")
    .replaceAll(/\{\w+\}|:\w+/g, "none");

describe("the table names all there is", () => {
  test("endpoints", () => expect(Object.keys(endpointLimits).toSorted()).toEqual(endpointsOfContract()));
  test("pages and files", () =>
    expect(Object.keys(pageLimits).toSorted()).toEqual([...pagesOnDisk(), ...filesOnDisk()].toSorted()));
  test("actions", () => expect(Object.keys(actionLimits).toSorted()).toEqual(actionsOnDisk()));
  test("and every rule is used", () => {
    const used = [
      ...Object.values(endpointLimits).flat(),
      ...Object.values(pageLimits),
      ...Object.values(actionLimits),
    ];
    expect(
      Object.keys(perMinute).filter(
        (rule) => !["file", "prefetch", "refused"].includes(rule) && !used.some((one) => one === rule),
      ),
    ).toEqual([]);
  });
});

describe("endpoints", () => {
  // Documents of an account count together, so the PDF stands for the others; what else is one, the table says.
  const rows = Object.entries(endpointLimits).flatMap(([name, limits]) =>
    limits.flatMap((limit) => (limit === "document" && /receipt|proof/.test(name) ? [] : [{ name, limit }])),
  );
  test.each(rows)("$name: $limit", async ({ name, limit }) => {
    const [method = "", template = ""] = name.split(" ");
    const exercised = exercise(limit, (asked) =>
      ask(method, filled(template), {
        ...asked,
        headers: { ...(method === "POST" && { "content-type": "application/json" }), ...asked.headers },
        ...(method === "POST" && { body: "{}" }),
      }),
    );
    await expect(exercised).resolves.toBeUndefined();
  });
});

test("a plan's minute holds over all front doors, asked at once", async () => {
  const key = await testApp.newKey(newOwner());
  const other = await testApp.open({ access: { open: false, loopback: true } });
  const left = 10;
  await take(`minute elite:${await idOf(key)}`, plans.elite.requestsPerMinute - left);
  const doors = Array.from({ length: 2 * left }, (_, index) => (index % 2 === 0 ? door : other));
  const answers = await Promise.all(
    doors.map(({ url }) => fetch(`${url}/v1/config`, { headers: { "x-api-key": key } }).then(({ status }) => status)),
  );
  expect(answers.filter((status) => status === 200)).toHaveLength(left);
  expect(answers.filter((status) => status === 429)).toHaveLength(left);
});

type Asking = (asked: Asked) => Promise<Answered>;

/** As many as may be pass, in whichever way they end; the next does not; another's still does. */
async function exercise(limit: Limit, asking: Asking): Promise<void> {
  switch (limit) {
    case "plan":
      return expectPlan(asking);
    case "document": {
      const headers = { "x-api-key": await testApp.newKey("reader") };
      return expectFew(() => asking({ network: newNetwork(), headers }));
    }
    case "network":
    case "network sign-in":
    case "network mail":
      return expectLast(limit, asking);
    case "signature": {
      // What is signed is never refused for its number; what is not is answered, and not kept (tests/contract/ipn.test.ts).
      const network = newNetwork();
      for (let n = 0; n < 3 * few; n += 1) expect((await asking({ network })).status).toBe(503);
      return;
    }
    default: {
      const network = newNetwork();
      await expectFew(() => asking({ network }));
      expect((await asking({ network: newNetwork() })).status).not.toBe(429);
    }
  }
}

/** All but one of a key's minute are taken beforehand. */
async function expectPlan(asking: Asking): Promise<void> {
  const key = await testApp.newKey(newOwner());
  const [headers, network] = [{ "x-api-key": key }, newNetwork()];
  await take(`minute elite:${await idOf(key)}`, plans.elite.requestsPerMinute - 1);
  expect((await asking({ network, headers })).status).not.toBe(429);
  expectRefusal(await asking({ network, headers }), plans.elite.requestsPerMinute);
  const another = { "x-api-key": await testApp.newKey(newOwner()) };
  expect((await asking({ network, headers: another })).status).not.toBe(429);
}

/** Counts so many of the minute in the database. */
async function take(key: string, points: number): Promise<void> {
  await testApp.db.pool.query("insert into auth_limits (key, points, expire) values ($1, $2, $3)", [
    key,
    points,
    Date.now() + 60_000,
  ]);
}

async function idOf(key: string): Promise<string> {
  const { rows } = await testApp.db.pool.query<{ id: string }>("select id from api_keys where hash = $1", [
    sha256(key),
  ]);
  return rows[0]?.id ?? "";
}

async function expectFew(asking: () => Promise<Answered>): Promise<void> {
  for (let n = 0; n < few; n += 1) expect((await asking()).status).not.toBe(429);
  expectRefusal(await asking(), few);
}

const inDatabase = { network: 600, "network sign-in": 60, "network mail": 60 } as const;

/** Of a rule in the database all but one are taken beforehand. */
async function expectLast(rule: keyof typeof inDatabase, asking: Asking): Promise<void> {
  const network = newNetwork();
  const points = inDatabase[rule];
  await take(`${rule}:${sha256(network)}`, points - 1);
  const headers = { origin: door.url };
  expect((await asking({ network, headers })).status).not.toBe(429);
  expectRefusal(await asking({ network, headers }), points);
}

describe("pages", () => {
  const cookies = (): string => [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const pathOf = (page: string): string => page.replaceAll(/\[\w+\]/g, "none");

  test.each(Object.entries(pageLimits))("%s: %s", async (page) => {
    const network = newNetwork();
    const headers = { accept: "text/html" };
    for (let n = 0; n < few; n += 1) expect((await ask("GET", pathOf(page), { network, headers })).status).toBe(200);
    const refused = await ask("GET", pathOf(page), { network, headers });
    expect(refused).toMatchObject({
      status: 429,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "ratelimit-limit": String(few),
        "ratelimit-remaining": "0",
      },
      text: expect.stringContaining("Too many requests"),
    });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  test.each(Object.entries(actionLimits))("%s: %s", async (_action, rule: Rule) => {
    const network = newNetwork();
    const body = JSON.stringify(rule === "upload" ? ["x".repeat(200_000)] : []);
    const headers = { origin: door.url, "next-action": "0".repeat(42), "content-type": "text/plain" };
    const send = () => ask("POST", "/settings", { network, headers, body });
    for (let n = 0; n < few; n += 1) expect((await send()).status).toBe(200);
    expect(await send()).toMatchObject({
      status: 429,
      headers: { "content-type": "text/plain", "retry-after": expect.stringMatching(/^\d+$/) },
      text: tooManyActions,
    });
  });

  test("whoever is signed in is counted by session and not by address, and a made-up session counts for nothing", async () => {
    const network = newNetwork();
    const asking = (cookie: string) => ask("GET", "/pricing", { network, headers: { cookie } });
    for (let n = 0; n <= few; n += 1) await asking("conclave.session_token=made.up");
    expect((await asking("conclave.session_token=made.up.anew")).status).toBe(429);
    expect((await asking(cookies())).status).toBe(200);
  });

  test("built files are counted apart from pages", async () => {
    const network = newNetwork();
    for (let n = 0; n < few; n += 1) await ask("GET", "/_next/static/a.js", { network });
    expect((await ask("GET", "/_next/static/a.js", { network })).status).toBe(429);
    expect((await ask("GET", "/pricing", { network })).status).toBe(200);
  });
});

describe("what links fetch ahead", () => {
  const ahead = { rsc: "1", "next-router-prefetch": "1" };

  test("is counted apart from pages, so that it never stops a click", async () => {
    const network = newNetwork();
    for (let n = 0; n < few; n += 1) await ask("GET", "/pricing", { network, headers: ahead });
    expect((await ask("GET", "/pricing", { network, headers: ahead })).status).toBe(429);
    expect((await ask("GET", "/pricing", { network, headers: { rsc: "1" } })).status).toBe(200);
  });

  test("is a page where it would be made as one, and an action stays one", async () => {
    const network = newNetwork();
    const headers = { "next-router-prefetch": "1" };
    for (let n = 0; n < few; n += 1) await ask("GET", "/pricing", { network });
    expect((await ask("GET", "/pricing", { network, headers })).status).toBe(429);
    const action = { ...ahead, origin: door.url, "next-action": "0".repeat(42), "content-type": "text/plain" };
    const send = () => ask("POST", "/settings", { network, headers: action, body: "[]" });
    for (let n = 0; n < few; n += 1) expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(429);
  });
});

describe("who is counted", () => {
  test("paths that are not there count together", async () => {
    const network = newNetwork();
    for (let n = 0; n < few; n += 1) expect((await ask("GET", `/api/none/${n}`, { network })).status).toBe(404);
    expectRefusal(await ask("GET", "/api/other", { network }), few);
  });

  test("an IPv6 host is its /64, and an address in a header is nobody's without a trusted proxy", async () => {
    const asking = (host: number) => ask("GET", "/ref/k7m3x9qp", { network: `2001:db8:1:2::${host}` });
    for (let n = 0; n < few; n += 1) expect((await asking(n)).status).toBe(302);
    expect((await asking(99)).status).toBe(429);
    expect((await ask("GET", "/ref/k7m3x9qp", { network: "2001:db8:1:3::1" })).status).toBe(302);
    const bare = await testApp.open({ perMinute: scaled, allowedHosts: ["reached.example"] });
    const direct = (n: number) =>
      fetch(`${bare.url}/ref/k7m3x9qp`, { redirect: "manual", headers: { "x-forwarded-for": `203.0.113.${n}` } });
    for (let n = 0; n < few; n += 1) expect((await direct(n)).status).toBe(302);
    expect((await direct(77)).status).toBe(429);
  });

  test("keys that are none are refused so often and no more, and a good one then waits as well", async () => {
    const network = newNetwork();
    const asking = (key: string) => ask("GET", "/v1/config", { network, headers: { "x-api-key": key } });
    for (let n = 0; n < few; n += 1) expect((await asking(`cnc_made_up_${n}`)).status).toBe(401);
    expectRefusal(await asking("cnc_made_up"), few);
    expect(
      (await ask("GET", "/v1/config", { network: newNetwork(), headers: { "x-api-key": "cnc_made_up" } })).status,
    ).toBe(401);
  });

  test("the usual numbers leave an office behind one address room", () => {
    expect(perMinute).toMatchObject({ page: 900, prefetch: 3600, read: 900, file: 9000, action: 120, document: 60 });
  });
});
