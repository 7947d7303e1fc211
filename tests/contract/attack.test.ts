import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { testSecret } from "#tests/support/database.ts";
import { pagesSecret } from "#src/core/network/internal-server.ts";
import { pageServer, type PageServer } from "#tests/support/page-server.ts";
import { rawHttp, rawRequest } from "#tests/support/raw-http.ts";

/*
 * What a stranger may try at the front door, over the four ways in which a service is set up: who asks under which
 * name, by which path, and with which word of a proxy. The pages' own listener and those of the operators are in
 * internal-ports.test.ts.
 */

const setups = ["open on loopback", "key on loopback", "public behind a proxy", "for all interfaces"] as const;
type Setup = (typeof setups)[number];

let testApp: TestApp;
let pages: PageServer;
const doors = new Map<Setup, FrontDoor>();

beforeAll(async () => {
  testApp = await openTestApp();
  pages = await pageServer();
  const surroundings = { publicUrl: null, trustedProxies: [], development: false };
  const behindProxy = { publicUrl: "https://conclave.example", trustedProxies: ["127.0.0.1"], development: false };
  const open = async (setup: Setup, options: Parameters<TestApp["open"]>[0]): Promise<void> =>
    void doors.set(setup, await testApp.open({ webUrl: pages.url, surroundings, ...options }));
  await open("open on loopback", { access: { open: true, loopback: true } });
  await open("key on loopback", { access: { open: false, loopback: true } });
  await open("public behind a proxy", { access: { open: false, loopback: true }, surroundings: behindProxy });
  await open("for all interfaces", { access: { open: false, loopback: false } });
});
afterAll(async () => {
  await testApp.drop();
  await pages.stop();
});

function doorOf(setup: Setup): FrontDoor {
  const door = doors.get(setup);
  if (door === undefined) throw new Error(`${setup} is not open`);
  return door;
}

/** Sends the same to every set-up. @returns the status of each */
async function attackAll(text: string): Promise<Record<string, number | undefined>> {
  return bySetup(await Promise.all(setups.map(async (setup) => (await rawHttp(doorOf(setup).port, text)).status)));
}

const bySetup = (statuses: readonly number[]): Record<string, number | undefined> =>
  Object.fromEntries(setups.map((setup, at) => [setup, statuses[at]]));

/** Status by set-up, in the order of `setups`. */
type Row = readonly [open: number, key: number, proxied: number, everywhere: number];

const paths = ["/v1/config", "/api/auth/session", "/dev/mail", "/_next/image?url=%2Fa.png&w=64&q=75"] as const;

/** For each of `paths`. A page is whatever the pages say of it: here they say 200 to everything. */
interface Case {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly [config: Row, session: Row, mailbox: Row, image: Row];
}

const refused: Row = [403, 403, 403, 403];
const never = [refused, refused, refused, refused] as const;
/** The API as the set-up has it, the rest for everybody. */
const ours = [
  [200, 401, 401, 401],
  [200, 200, 200, 200],
  [200, 200, 200, 200],
  [200, 200, 200, 200],
] as const;
const notLocal = (all: Case["rows"]): Case["rows"] => {
  const [config, session, mailbox, image] = all;
  const without = ([, , proxied, everywhere]: Row): Row => [403, 403, proxied, everywhere];
  return [without(config), without(session), without(mailbox), without(image)];
};
const only = (setup: Setup, all: Case["rows"]): Case["rows"] => {
  const at = setups.indexOf(setup);
  const [config, session, mailbox, image] = all;
  const one = (row: Row): Row => [
    at === 0 ? row[0] : 403,
    at === 1 ? row[1] : 403,
    at === 2 ? row[2] : 403,
    at === 3 ? row[3] : 403,
  ];
  return [one(config), one(session), one(mailbox), one(image)];
};

const cases: readonly Case[] = [
  { name: "the machine itself", headers: ["Host: localhost:3000"], rows: ours },
  { name: "the machine itself by number", headers: ["Host: 127.0.0.1"], rows: ours },
  { name: "a name that somebody pointed here", headers: ["Host: evil.example"], rows: never },
  { name: "a name that begins like ours", headers: ["Host: localhost.evil.example"], rows: never },
  { name: "a name that ends like ours", headers: ["Host: evil.localhost.example"], rows: never },
  { name: "what is no name", headers: ["Host: a@localhost"], rows: never },
  { name: "the public name", headers: ["Host: conclave.example"], rows: only("public behind a proxy", ours) },
  { name: "an address of a network", headers: ["Host: 192.168.1.5:3000"], rows: only("for all interfaces", ours) },
  {
    name: "a proxy that passes the name on",
    headers: ["Host: conclave.example", "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https"],
    rows: only("public behind a proxy", ours),
  },
  {
    name: "a proxy that puts its own in its place",
    headers: ["Host: 127.0.0.1:3000", "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Host: conclave.example"],
    rows: notLocal(ours),
  },
  ...[
    "Forwarded: for=203.0.113.9;host=conclave.example",
    "Via: 1.1 proxy",
    "X-Real-IP: 203.0.113.9",
    "X-Forwarded-Proto: https",
    "CF-Connecting-IP: 203.0.113.9",
    "X-Forwarded-For: 127.0.0.1, ::1",
  ].map((header) => ({
    name: `a proxy that says ${header}`,
    headers: ["Host: localhost", header],
    rows: notLocal(ours),
  })),
  {
    name: "a trusted proxy that names a host which is not ours",
    headers: ["Host: localhost", "X-Forwarded-Host: evil.example"],
    // Only a trusted one is asked for its word; elsewhere it is dropped.
    rows: [
      [403, 403, 403, 401],
      [403, 403, 403, 200],
      [403, 403, 403, 200],
      [403, 403, 403, 200],
    ],
  },
];

describe.each(cases)("$name", ({ headers, rows }) => {
  test.each(paths.map((path, at) => [path, rows[at] ?? refused] as const))("%s", async (path, expected) => {
    expect(await attackAll(rawRequest(`GET ${path}`, headers))).toEqual(bySetup(expected));
  });
});

const everywhere = (status: number): Row => [status, status, status, status];
const host = "Host: 127.0.0.1";
const requests: readonly [name: string, text: string, expected: Row][] = [
  ["two hosts", rawRequest("GET /v1/config", [host, "Host: evil.example"]), everywhere(400)],
  ["the same host twice", rawRequest("GET /", [host, "HOST: 127.0.0.1"]), everywhere(400)],
  ["no host", rawRequest("GET /v1/config", []), everywhere(400)],
  ["an empty host", rawRequest("GET /v1/config", ["Host:"]), everywhere(403)],
  ["HTTP/1.0, as nginx speaks it unasked", `GET /v1/config HTTP/1.0\r\n${host}\r\n\r\n`, [403, 403, 401, 401]],
  ["HTTP/1.0 without a host", "GET /v1/config HTTP/1.0\r\n\r\n", everywhere(400)],
  ["a load balancer's health check", "GET /api/health HTTP/1.0\r\n\r\n", everywhere(200)],
  ["one that names the host", `HEAD /api/health?a HTTP/1.0\r\n${host}\r\n\r\n`, everywhere(200)],
  ["a health check as another host", "GET /api/health HTTP/1.0\r\nHost: evil.example\r\n\r\n", everywhere(403)],
  ["a health check as two hosts", `GET /api/health HTTP/1.0\r\n${host}\r\n${host}\r\n\r\n`, everywhere(400)],
  [
    "a health check through a proxy",
    "GET /api/health HTTP/1.0\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n",
    [403, 403, 200, 200],
  ],
  ["no health check, though it says so", "POST /api/health HTTP/1.0\r\n\r\n", everywhere(400)],
  ["TRACE", rawRequest("TRACE /v1/config", [host]), everywhere(405)],
  ["TRACE of a page", rawRequest("TRACE /", [host]), everywhere(405)],
  ["CONNECT", rawRequest("CONNECT evil.example:443", [host]), everywhere(405)],
  ["PROPFIND", rawRequest("PROPFIND /", [host]), everywhere(405)],
  ["PURGE", rawRequest("PURGE /v1/config", [host]), everywhere(405)],
  ["PUT of a page", rawRequest("PUT /", [host]), everywhere(405)],
  ["OPTIONS of everything", rawRequest("OPTIONS *", [host]), everywhere(400)],
  ["an asterisk", rawRequest("GET *", [host]), everywhere(400)],
  ["a whole address of ours", rawRequest("GET http://127.0.0.1/v1/config?x", [host]), [200, 401, 401, 401]],
  ["a whole address without a path", rawRequest("GET http://127.0.0.1", [host]), everywhere(200)],
  ["a whole address of another host", rawRequest("GET http://evil.example/v1/config", [host]), everywhere(400)],
  ["a whole address that only looks like ours", rawRequest("GET http://127.0.0.1@evil/", [host]), everywhere(400)],
  ["a whole address of another scheme", rawRequest("GET ftp://127.0.0.1/", [host]), everywhere(400)],
  ["a page's address in code", rawRequest("GET /%64ev/mail", ["Host: evil.example"]), everywhere(403)],
  ["an internal header of ours", rawRequest("GET /", [host, "X-Conclave-Internal: x"]), everywhere(200)],
];

test.each(requests)("%s", async (_name, text, expected) => {
  expect(await attackAll(text)).toEqual(bySetup(expected));
});

test("a refusal says what to set, has the headers of every answer, and stands in the log", async () => {
  const door = doorOf("open on loopback");
  const strange = await rawHttp(door.port, rawRequest("GET /v1/config", ["Host: evil.example"]));
  expect(strange.text).toMatch(/X-Content-Type-Options: nosniff[\s\S]*only as localhost[\s\S]*PUBLIC_URL/i);
  const relayed = await rawHttp(door.port, rawRequest("GET /refused?token=x", [host, "Via: 1.1 a"]));
  expect(relayed.text).toMatch(/came through a proxy[\s\S]*PUBLIC_URL[\s\S]*TRUSTED_PROXIES/);
  await expect.poll(door.logged).toMatch(/"path":"\/refused","status":403/);
});

test("what the front door shows the pages is its own, and no client can say it", async () => {
  for (const setup of setups) {
    await rawHttp(doorOf(setup).port, rawRequest("GET /seen", [host, "X-Conclave-Internal: guessed"]));
    const shown = pages.last().headers["x-conclave-internal"];
    const local = setup.endsWith("on loopback");
    const publicUrl = setup === "public behind a proxy" ? "https://conclave.example" : null;
    expect(shown, setup).toBe(pagesSecret(testSecret, { local, publicUrl }));
  }
});
