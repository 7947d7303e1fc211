import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apple, ask, submit } from "#tests/support/api-client.ts";
import { authPaths } from "#src/server/http/api/auth-paths.ts";
import { endpointsOfContract } from "#tests/support/built-pages.ts";
import { rawHttp as rawBytes, rawRequest } from "#tests/support/raw-http.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const quick = rawRequest("GET /v1/config", ["Host: localhost"]);
const json = { "content-type": "application/json" };

/** What comes back for bytes that no client would send. */
function rawHttp(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let read = "";
    const socket = connect(door.port, "127.0.0.1", () => socket.end(text));
    socket.on("data", (chunk: Buffer) => (read += chunk.toString()));
    socket.once("close", () => resolve(read));
    socket.once("error", reject);
  });
}

describe("the body's type", () => {
  test.each([
    undefined,
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
  ])("415 for %s", async (type) => {
    const raw = new TextEncoder().encode(JSON.stringify(apple));
    const { status, body } = await ask(door.url, "POST", "/v1/analyses", {
      raw,
      headers: type === undefined ? {} : { "content-type": type },
    });
    expect({ status, body }).toEqual({ status: 415, body: { detail: "the body must be application/json" } });
  });

  test.each(["application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json"])(
    "%s is taken",
    async (type) => {
      const { status } = await ask(door.url, "POST", "/v1/analyses", {
        raw: JSON.stringify(apple),
        headers: { "content-type": type },
      });
      expect(status).toBe(202);
    },
  );

  test("415 for a compressed body", async () => {
    expect(
      (await ask(door.url, "POST", "/v1/analyses", { raw: "x", headers: { ...json, "content-encoding": "gzip" } }))
        .status,
    ).toBe(415);
  });
});

describe("the body's size", () => {
  const padded = (size: number): string => {
    const text = JSON.stringify({ ...apple, padding: "" });
    return text.replace('""', `"${"x".repeat(size - text.length)}"`);
  };

  test("64 KB are taken, a byte more is a 413", async () => {
    expect((await ask(door.url, "POST", "/v1/analyses", { raw: padded(65_536), headers: json })).status).toBe(202);
    const { status, body } = await ask(door.url, "POST", "/v1/analyses", { raw: padded(65_537), headers: json });
    expect({ status, body }).toEqual({ status: 413, body: { detail: "the body is larger than 65536 bytes" } });
  });

  test("413 also for 8 MB, and for chunks without a length", async () => {
    expect((await ask(door.url, "POST", "/v1/analyses", { raw: padded(8_000_000), headers: json })).status).toBe(413);
    const chunks = (n: number) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let i = 0; i < n; i++) controller.enqueue(new Uint8Array(1000).fill(32));
          controller.enqueue(new TextEncoder().encode(JSON.stringify(apple)));
          controller.close();
        },
      });
    expect((await ask(door.url, "POST", "/v1/analyses", { raw: chunks(10), headers: json })).status).toBe(202);
    expect((await ask(door.url, "POST", "/v1/analyses", { raw: chunks(100), headers: json })).status).toBe(413);
  });

  test("the connection is of use again behind a refusal", async () => {
    for (let i = 0; i < 5; i++)
      expect((await ask(door.url, "POST", "/v1/analyses", { raw: padded(70_000), headers: json })).status).toBe(413);
    expect((await ask(door.url, "POST", "/v1/analyses", { json: apple })).status).toBe(202);
  });
});

describe("methods and paths", () => {
  test.each([
    ["PUT", "/v1/analyses", "POST, GET, HEAD"],
    ["DELETE", "/v1/analyses", "POST, GET, HEAD"],
    ["OPTIONS", "/v1/analyses", "POST, GET, HEAD"],
    ["POST", "/v1/analyses/ana_1", "GET, DELETE, HEAD"],
    ["PATCH", "/v1/analyses/ana_1", "GET, DELETE, HEAD"],
    ["POST", "/v1/analyses/ana_1/events", "GET, HEAD"],
    ["POST", "/v1/config", "GET, HEAD"],
    ["DELETE", "/openapi.json", "GET, HEAD"],
  ])("405 with Allow for %s %s", async (method, path, allow) => {
    const { status, headers, body } = await ask(door.url, method, path);
    expect({ status, allow: headers.get("allow"), body }).toEqual({
      status: 405,
      allow,
      body: { detail: "Method Not Allowed" },
    });
  });

  test.each([
    "/",
    "/v1",
    "/v1/",
    "/v1/analyses/",
    "/v2/analyses",
    "/V1/analyses",
    "/v1/analyses/ana_1/report.docx",
    "/docs/api",
    "/docs/api/../../package.json",
    "/docs/api/package.json",
    "/metrics",
    "/healthz",
  ])("404 for %s", async (path) => {
    const { status, body } = await ask(door.url, "GET", path);
    expect({ status, body }).toEqual({ status: 404, body: { detail: "Not Found" } });
  });

  test("HEAD is GET without the body, and holds no stream open", async () => {
    const { id } = await submit(door.url);
    for (const path of [`/v1/analyses/${id}`, `/v1/analyses/${id}/events`, "/v1/config", "/openapi.json"]) {
      const { status, body } = await ask(door.url, "HEAD", path, { signal: AbortSignal.timeout(120_000) });
      expect({ path, status, body }).toEqual({ path, status: 200, body: null });
    }
  });

  /** What no client of the contract asks, and the document does not describe. */
  const plain = (method: string, path: string) =>
    fetch(`${door.url}${path}`, { method, redirect: "manual", headers: { origin: door.url } });
  /** A path of the contract with its parameters filled in. */
  const filled = (path: string): string =>
    path
      .replaceAll(/\{job_id\}|\{deposit_id\}|\{token\}|:token/g, "x_1")
      .replace("{code}", "k7m3x9qp")
      .replace(":provider", "github");
  const methodsByPath = new Map<string, string[]>();
  for (const endpoint of endpointsOfContract()) {
    const [method = "", path = ""] = endpoint.split(" ");
    methodsByPath.set(filled(path), [...(methodsByPath.get(filled(path)) ?? []), method]);
  }
  const tableOfSignIn = new Set(Object.keys(authPaths).map((key) => filled(`/api/auth${key.split(" ")[1] ?? ""}`)));

  test.each([...methodsByPath])("%s has %j alone, and Allow says so", async (path, methods) => {
    const allowed = methods.includes("GET") && !tableOfSignIn.has(path) ? [...methods, "HEAD"] : methods;
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      if (allowed.includes(method)) continue;
      const { status, headers } = await plain(method, path);
      const allow = (headers.get("allow") ?? "").split(", ").toSorted();
      expect({ method, status, allow }).toEqual({ method, status: 405, allow: allowed.toSorted() });
    }
  });

  test.each(["/api/auth", "/api/auth/nothing", "/api/auth/sign-in", "/api/auth/admin/list-users", "/api/nothing"])(
    "%s is not there, whatever the method",
    async (path) => {
      for (const method of ["GET", "POST", "PUT", "DELETE"])
        expect((await plain(method, path)).status, method).toBe(404);
    },
  );

  test("what is no HTTP is answered as a problem too", async () => {
    expect(await rawHttp("nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"detail":"Bad Request"\}$/);
    expect(await rawHttp(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [\s\S]*\{"detail":/,
    );
    expect(await rawHttp("GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 40[03] [\s\S]*\{"detail":/,
    );
  });
});

describe("a connection", () => {
  test("is closed 15 s after headers that do not end, and when it says nothing at all", async () => {
    const from = performance.now();
    const [half, mute] = await Promise.all([
      rawBytes(door.port, "GET /v1/config HTTP/1.1\r\nHost: localhost\r\nX-Slow: "),
      rawBytes(door.port, ""),
    ]);
    expect(performance.now() - from).toBeGreaterThan(14_000);
    expect(performance.now() - from).toBeLessThan(20_000);
    expect(half).toMatchObject({ status: 408, text: expect.stringContaining("the request took too long") });
    expect(mute.status).toBe(408);
  });

  test("is one of so many, for one address, where strangers come", async () => {
    const strangers = await testApp.open({ access: { open: false, loopback: false } });
    const sockets = await Promise.all(
      Array.from(
        { length: 500 },
        () =>
          new Promise<Socket>((resolve, reject) => {
            const socket: Socket = connect(strangers.port, "127.0.0.1", () => resolve(socket)).once("error", reject);
          }),
      ),
    );
    await expect.poll(async () => (await rawBytes(strangers.port, quick)).status).toBe(0);
    expect(strangers.logged()).toMatch(/too many connections; if they come through a proxy, add it to TRUSTED_PROXIES/);
    sockets.pop()?.destroy();
    await expect.poll(async () => (await rawBytes(strangers.port, quick)).status).toBe(401);
    for (const socket of sockets) socket.destroy();
  });

  test("of a trusted proxy, or on one's own machine, is not counted", async () => {
    const surroundings = { publicUrl: null, trustedProxies: ["127.0.0.1"], development: false };
    const behind = await testApp.open({ access: { open: true, loopback: false }, surroundings });
    for (const { port } of [behind, door]) {
      const sockets = Array.from({ length: 510 }, () => connect(port, "127.0.0.1").on("error", () => {}));
      await Promise.all(sockets.map((socket) => once(socket, "connect")));
      expect((await rawBytes(port, quick)).status).toBe(200);
      for (const socket of sockets) socket.destroy();
    }
  });
});

describe("every answer", () => {
  test("says what it depends on, so that no cache hands one person's to another", async () => {
    const { id } = await submit(door.url);
    const who = "Accept-Encoding, Authorization, Cookie, Origin, Sec-Fetch-Site, X-API-Key";
    for (const path of [`/v1/analyses/${id}`, "/v1/analyses", "/v1/nothing", "/api/auth/session", "/api/avatar"])
      expect([path, (await ask(door.url, "GET", path)).headers.get("vary")]).toEqual([path, who]);
    for (const path of ["/openapi.json", "/blog/feed.xml"])
      for (const coding of ["identity", "br"]) {
        const { headers } = await ask(door.url, "GET", path, { headers: { "accept-encoding": coding } });
        expect([path, headers.get("vary")]).toEqual([path, "Accept-Encoding"]);
      }
  });

  test("has a request id: the caller's own if it is one, else a new one", async () => {
    const idOf = async (sent?: string) =>
      (
        await ask(door.url, "GET", "/v1/config", { headers: sent === undefined ? {} : { "x-request-id": sent } })
      ).headers.get("x-request-id");
    expect(await idOf("my-trace.1:2")).toBe("my-trace.1:2");
    for (const bad of [undefined, "two words", "x".repeat(129), '"<script>'])
      expect(await idOf(bad)).toMatch(/^req_[\w-]{36}$/);
  });

  test("may not be guessed at by a browser, is shared with no other site, and is kept by no cache unasked", async () => {
    const { id } = await submit(door.url);
    for (const path of [`/v1/analyses/${id}`, "/v1/config", "/nothing"]) {
      const { headers } = await ask(door.url, "GET", path, { headers: { origin: "https://evil.example" } });
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("cache-control")).toMatch(/no-store|private, no-cache/);
    }
  });
});

describe("when something breaks", () => {
  test("503 with Retry-After while the database is away, and all is well when it is back", async () => {
    const { id } = await submit(door.url);
    testApp.cable.cut();
    for (const [method, path] of [
      ["GET", `/v1/analyses/${id}`],
      ["POST", "/v1/analyses"],
      ["DELETE", `/v1/analyses/${id}`],
      ["GET", `/v1/analyses/${id}/events`],
    ] as const) {
      const { status, headers, body } = await ask(door.url, method, path, method === "POST" ? { json: apple } : {});
      expect({ status, body, again: headers.get("retry-after") }).toEqual({
        status: 503,
        body: { detail: "the database cannot be reached" },
        again: "1",
      });
    }
    testApp.cable.mend();
    expect((await ask(door.url, "GET", `/v1/analyses/${id}`)).body).toMatchObject({ id, status: "queued" });
    expect((await submit(door.url)).status).toBe("queued");
  });

  test("500 for a defect tells nothing of the inside, which stands in the log with the request's id", async () => {
    const other = await openTestApp();
    const broken = await other.open();
    await other.db.pool.query("alter table analyses rename column request to something_inside");
    const { status, headers, body } = await ask(broken.url, "GET", "/v1/analyses/ana_1");
    expect({ status, body }).toEqual({ status: 500, body: { detail: "Internal Server Error" } });
    const line = broken
      .logged()
      .split("\n")
      .find((each) => each.includes('"level":"error"'));
    expect(line).toContain(headers.get("x-request-id"));
    expect(line).toContain("does not exist");
    await other.drop();
  });
});

describe("the log", () => {
  test("has a line for each request with its id, path without query, status, time and owner, and no key", async () => {
    const key = await testApp.newKey("logged");
    const paths = [`/v1/config?api_key=${key}`, "/v1/analyses?cursor=bad-and-secret", `/v1/analyses/${key}`];
    for (const path of paths)
      await ask(door.url, "GET", path, {
        headers: {
          "x-api-key": key,
          "x-request-id": "logged-1",
          authorization: `Bearer ${key}`,
          cookie: "session=s3cret",
        },
      });
    await expect.poll(() => door.logged().match(/"logged-1"/g)?.length).toBe(3);
    const lines = door
      .logged()
      .split("\n")
      .filter((line) => line.includes('"logged-1"'))
      .map((line): unknown => JSON.parse(line));
    expect(lines[0]).toMatchObject({
      level: "info",
      role: "http",
      msg: "request",
      request_id: "logged-1",
      method: "GET",
      path: "/v1/config",
      status: 200,
      ms: expect.any(Number),
      owner: "logged",
    });
    expect(lines[1]).toMatchObject({ path: "/v1/analyses", status: 422 });
    for (const secret of [key.slice(0, 12), "s3cret", "bad-and-secret"]) expect(door.logged()).not.toContain(secret);
  });

  test("the figures count requests by route, and never by id", async () => {
    const { id } = await submit(door.url);
    await ask(door.url, "GET", `/v1/analyses/${id}`);
    await expect
      .poll(() => door.meters.registry.metrics())
      .toMatch(
        /http_request_duration_seconds_count\{method="GET",route="\/v1\/analyses\/\{job_id\}",status="200"\} \d+/,
      );
    expect(await door.meters.registry.metrics()).not.toContain(id);
  });
});

describe("the description", () => {
  test("/openapi.json is the committed document", async () => {
    const { body } = await ask(door.url, "GET", "/openapi.json");
    expect(body).toMatchObject({ openapi: "3.1.0", info: { version: "0.1.0" }, paths: { "/v1/config": {} } });
  });
});
