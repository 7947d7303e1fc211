import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { compressAnswer } from "#src/server/http/bodies/compress.ts";
import { ask, submit } from "#tests/support/api-client.ts";
import { followEvents } from "#tests/support/event-stream.ts";
import { succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { pageServer, type PageServer } from "#tests/support/page-server.ts";
import { rawAnswer as raw } from "#tests/support/raw-answer.ts";

let testApp: TestApp;
let pages: PageServer & { release(): void };
let door: FrontDoor;
/** One that others reach too, so that it lets pass what a proxy may have said, and believes none of it. */
let reached: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  pages = await pageServer();
  door = await testApp.open({ webUrl: pages.url });
  reached = await testApp.open({ webUrl: pages.url, access: { open: true, loopback: false } });
});
afterAll(async () => {
  await testApp.drop();
  await pages.stop();
});

describe("paths", () => {
  test.each([
    "/",
    "/pricing",
    "/analyses/ana_1?tab=debate",
    "/blog/some-article",
    "/v2/analyses",
    "/docs",
    "/docs/api",
    "/docs/api/submitAnalysis",
    "/apis",
    "/refs/1",
    "/V1/analyses",
    "/_next/static/x.js",
    "/%76%31/config",
  ])("%s is a page", async (path) => {
    const { status, body } = await raw(door.url, path);
    expect({ status, body: body.toString() }).toEqual({ status: 200, body: `<p>page ${path}</p>` });
  });

  test.each([
    ["/v1/config", 200],
    ["/v1", 404],
    ["/v1/nothing", 404],
    ["/api/health", 200],
    ["/api/nothing", 404],
    ["/ref/0000", 404],
    ["/ref", 404],
    ["/blog/feed.xml", 200],
    ["/openapi.json", 200],
    ["/.well-known/security.txt", 404],
    ["/healthz", 404],
    ["/metrics", 404],
  ])("%s is the contract's", async (path, status) => {
    const before = pages.visits.length;
    expect((await raw(door.url, path)).status).toBe(status);
    expect(pages.visits).toHaveLength(before);
  });

  test("/.well-known/security.txt says where to report a vulnerability, as RFC 9116 has it, or what to set", async () => {
    const path = "/.well-known/security.txt";
    const unset = await raw(door.url, path);
    expect(JSON.parse(unset.body.toString())).toEqual({ detail: expect.stringContaining("SECURITY_CONTACT") });
    const told = await testApp.open({ webUrl: pages.url, securityContact: "mailto:security@conclave.example" });
    const { status, headers, body } = await raw(told.url, path);
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    const [contact, expires = "", ...more] = body.toString().split("\n");
    expect([contact, more]).toEqual(["Contact: mailto:security@conclave.example", ["Preferred-Languages: en", ""]]);
    const days =
      (Date.parse(expires.replace(/^Expires: (?=\d{4}-\d\d-\d\dT00:00:00\.000Z$)/, "")) - Date.now()) / 86_400_000;
    expect([days > 100, days < 365]).toEqual([true, true]);
  });

  test("a page of another name than localhost is not there on an open server", async () => {
    const { status, body } = await raw(door.url, "/dev/mail", { headers: { host: "evil.example" } });
    expect(status).toBe(403);
    expect(JSON.parse(body.toString())).toEqual({ detail: expect.stringContaining("localhost") });
  });
});

describe("what a client says of itself", () => {
  const lies = {
    "x-forwarded-for": "6.6.6.6",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-forwarded-port": "1",
    "x-real-ip": "6.6.6.6",
    forwarded: "for=6.6.6.6;host=evil.example",
    "x-nonce": "mine",
    "content-security-policy": "script-src 'nonce-mine'",
    "content-security-policy-report-only": "script-src 'nonce-mine'",
    "x-middleware-subrequest": "middleware",
    "x-middleware-rewrite": "/admin",
    "x-nextjs-data": "1",
    "x-matched-path": "/admin",
    "x-now-route-matches": "1",
    "x-invoke-path": "/admin",
    "x-prerender-revalidate": "1",
    "x-action-forwarded": "1",
    "next-resume": "1",
  };

  test("is taken away, and the front door's own word put in its place", async () => {
    await raw(reached.url, "/", { headers: { ...lies, rsc: "1", "next-action": "a", "next-url": "/b" } });
    const { headers } = pages.last();
    expect(headers).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": `127.0.0.1:${reached.port}`,
      "x-forwarded-proto": "http",
      host: `127.0.0.1:${reached.port}`,
      rsc: "1",
      "next-action": "a",
      "next-url": "/b",
    });
    const own = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-nonce", "content-security-policy"];
    for (const name of Object.keys(lies)) if (!own.includes(name)) expect(headers, name).not.toHaveProperty(name);
    expect(JSON.stringify(headers)).not.toMatch(/evil|6\.6\.6\.6|mine|admin/);
  });

  test("also for the contract's paths, where it would choose its address and the scheme of its cookies", async () => {
    const { headers } = await raw(reached.url, "/ref/k7m3x9qp", { headers: lies });
    expect(String(headers["set-cookie"])).not.toContain("Secure");
    await expect.poll(() => lastLine(reached)).toMatchObject({ path: "/ref/k7m3x9qp", client: "127.0.0.1" });
  });

  test("PUBLIC_URL says the host and the scheme, whoever asks", async () => {
    const known = await testApp.open({
      webUrl: pages.url,
      surroundings: { publicUrl: "https://conclave.example", trustedProxies: [], development: false },
    });
    await raw(known.url, "/", { headers: lies });
    expect(pages.last().headers).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": "conclave.example",
      "x-forwarded-proto": "https",
    });
    const { headers } = await raw(known.url, "/ref/k7m3x9qp");
    expect(String(headers["set-cookie"])).toContain("Secure");
  });
});

describe("behind proxies that are trusted", () => {
  test.each([
    ["the one before us names the client", "203.0.113.9", "203.0.113.9"],
    ["a client cannot put itself in front", "6.6.6.6, 203.0.113.9", "203.0.113.9"],
    ["trusted ones on the way are stepped over", "203.0.113.9, 10.1.2.3", "203.0.113.9"],
    ["what is no address ends the chain", "203.0.113.9, nonsense, 10.1.2.3", "10.1.2.3"],
    ["a port does not count", "203.0.113.9:4711", "203.0.113.9"],
    ["nor do the brackets of IPv6", "[2001:db8::7]:4711", "2001:db8::7"],
    ["an empty chain leaves the proxy itself", "", "127.0.0.1"],
  ])("%s", async (_name, chain, client) => {
    const trusting = await testApp.open({
      webUrl: pages.url,
      allowedHosts: ["conclave.example"],
      surroundings: { publicUrl: null, trustedProxies: ["127.0.0.1", "10.0.0.0/8", "::1"], development: false },
    });
    await raw(trusting.url, "/", {
      headers: { "x-forwarded-for": chain, "x-forwarded-host": "conclave.example", "x-forwarded-proto": "https" },
    });
    expect(pages.last().headers).toMatchObject({
      "x-forwarded-for": client,
      "x-forwarded-host": "conclave.example",
      "x-forwarded-proto": "https",
    });
    await expect.poll(() => lastLine(trusting)).toMatchObject({ path: "/", client });
    await trusting.close();
  });
});

describe("what changes something", () => {
  const own = (port: number) => `http://127.0.0.1:${port}`;
  const send = (headers: Record<string, string>, method = "POST", url = door.url) =>
    raw(url, "/settings", {
      method,
      headers: { "next-action": "7f", "content-type": "text/plain;charset=UTF-8", ...headers },
      body: "[1]",
    });

  test.each([
    ["another site", { origin: "https://evil.example" }],
    ["a page that hides where it is", { origin: "null" }],
    ["another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["no origin, but from another site", { "sec-fetch-site": "cross-site" }],
    ["no origin, but from a sister site", { "sec-fetch-site": "same-site" }],
    ["an empty origin", { origin: "" }],
  ])("is refused from %s, before a page hears of it", async (_name, headers) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const before = pages.visits.length;
      const { status, body } = await send(headers, method);
      expect(status).toBe(403);
      expect(JSON.parse(body.toString())).toEqual({ detail: "cross-site requests are not allowed" });
      expect(pages.visits).toHaveLength(before);
    }
  });

  test("is refused from a client that would rather be somebody else", async () => {
    const headers = { origin: "https://evil.example", "x-forwarded-host": "evil.example" };
    const { status, body } = await send(headers, "POST", reached.url);
    expect(status).toBe(403);
    expect(JSON.parse(body.toString())).toEqual({ detail: "cross-site requests are not allowed" });
  });

  test.each([
    ["a page of ours", (port: number) => ({ origin: own(port) })],
    ["a page of ours, as browsers say it", (port: number) => ({ origin: own(port), "sec-fetch-site": "same-origin" })],
    ["the user's own doing", () => ({ "sec-fetch-site": "none" })],
    ["a program", () => ({})],
  ])("passes from %s", async (_name, headers) => {
    expect((await send(headers(door.port))).status).toBe(200);
  });

  test("a page may be linked to from anywhere", async () => {
    const { status } = await raw(door.url, "/pricing", { headers: { "sec-fetch-site": "cross-site", origin: "null" } });
    expect(status).toBe(200);
  });

  test("on https, a page of the same name on http is foreign", async () => {
    const known = await testApp.open({
      webUrl: pages.url,
      surroundings: { publicUrl: "https://conclave.example", trustedProxies: [], development: false },
    });
    const from = async (origin: string) => (await raw(known.url, "/", { method: "POST", headers: { origin } })).status;
    expect(await from("https://conclave.example")).toBe(200);
    expect(await from("http://conclave.example")).toBe(403);
    expect(await from("https://conclave.example:8443")).toBe(403);
    expect(await from("https://conclave.example.evil.example")).toBe(403);
  });
});

describe("the size of a body", () => {
  const limits: [path: string, most: number][] = [
    ["/analyses/new", 1_048_576],
    ["/settings", 5 * 1_048_576 + 65_536],
    ["/settings/profile", 5 * 1_048_576 + 65_536],
    ["/backtests", 5 * 1_048_576 + 65_536],
  ];

  test.each(limits)("%s takes %i bytes and no more", async (path, most) => {
    for (const chunked of [false, true]) {
      const small = await raw(door.url, path, { method: "POST", body: Buffer.alloc(most), chunked });
      expect({ chunked, status: small.status }).toEqual({ chunked, status: 200 });
      const large = await raw(door.url, path, { method: "POST", body: Buffer.alloc(most + 1), chunked });
      expect({ chunked, status: large.status }).toEqual({ chunked, status: 413 });
      expect(JSON.parse(large.body.toString())).toEqual({ detail: `the body is larger than ${most} bytes` });
    }
  });

  test("a page that was being sent too much is let go", async () => {
    const sent = httpRequest(`${door.url}/let-go`, { method: "POST", agent: false });
    const status = new Promise<number | undefined>((resolve, reject) => {
      sent.once("response", (reply) => resolve(reply.resume().statusCode));
      sent.once("error", reject);
    });
    sent.write(Buffer.alloc(500_000));
    await expect.poll(() => pages.last()).toMatchObject({ url: "/let-go", size: 500_000 });
    const visit = pages.last();
    sent.end(Buffer.alloc(600_000));
    expect(await status).toBe(413);
    await expect.poll(() => visit.cut).toBe(true);
  });

  test("the session handlers' are held to 64 KB and must say how large they are", async () => {
    const body = Buffer.alloc(65_537);
    const post = (options: object) => raw(door.url, "/api/auth/sign-in/email", { method: "POST", ...options });
    expect((await post({ body })).status).toBe(413);
    expect((await post({ body, chunked: true })).status).toBe(411);
    expect((await raw(door.url, "/api/avatar", { method: "POST", body })).status).not.toBe(413);
  });
});

describe("compression", () => {
  const plain = async (path: string) => (await raw(door.url, path)).body.toString();

  test.each([
    ["br", "gzip, deflate, br", brotliDecompressSync],
    ["gzip", "gzip, deflate", gunzipSync],
    ["gzip", "br;q=0, gzip;q=0.5", gunzipSync],
    ["br", "*", brotliDecompressSync],
  ])("%s for %s", async (coding, accepted, decode) => {
    const { headers, body } = await raw(door.url, "/openapi.json", { headers: { "accept-encoding": accepted } });
    expect(headers).toMatchObject({ "content-encoding": coding, vary: "Accept-Encoding" });
    expect(headers["content-length"]).toBe(String(body.length));
    expect(decode(body).toString()).toBe(await plain("/openapi.json"));
    expect(body.length).toBeLessThan((await plain("/openapi.json")).length / 4);
  });

  test.each([
    ["what is not asked for", "/openapi.json", "identity"],
    ["what is small", "/v1/config", "gzip, br"],
  ])("not for %s", (_name, path, accepted) => expectUncompressed(door.url, path, accepted));

  test("not for pictures", async () => {
    const server = createServer((request, response) => {
      compressAnswer(request, response);
      response.writeHead(200, { "content-type": "image/png", "content-length": 5000 }).end(Buffer.alloc(5000, "a"));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = z.object({ port: z.number() }).parse(server.address());
    await expectUncompressed(`http://127.0.0.1:${port}`, "/", "gzip, br");
    server.close();
  });

  async function expectUncompressed(url: string, path: string, accepted: string): Promise<void> {
    const { headers, status } = await raw(url, path, { headers: { "accept-encoding": accepted } });
    expect(status).toBe(200);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["content-length"]).toBeDefined();
  }

  test("HEAD answers without a body", async () => {
    const { status, body } = await raw(door.url, "/openapi.json", {
      method: "HEAD",
      headers: { "accept-encoding": "br" },
    });
    expect({ status, size: body.length }).toEqual({ status: 200, size: 0 });
  });

  test("never for event streams, which come event by event", async () => {
    const { id } = await submit(door.url);
    const stream = await followEvents(`${door.url}/v1/analyses/${id}/events`, { "accept-encoding": "gzip, br" });
    await expect.poll(() => stream.events.length).toBe(1);
    stream.leave();
    const reply = await fetch(`${door.url}/v1/analyses/${id}/events`, { headers: { "accept-encoding": "br" } });
    expect(reply.headers.get("content-encoding")).toBeNull();
    await reply.body?.cancel();
  });

  test("an ETag is weak on a compressed answer, and the same answer is still known by it", async () => {
    const { id } = await submit(door.url);
    await succeed(testApp, id);
    const path = `/v1/analyses/${id}`;
    const whole = await raw(door.url, path);
    const etag = whole.headers.etag ?? "";
    expect(etag).toMatch(/^"/);
    const small = await raw(door.url, path, { headers: { "accept-encoding": "br" } });
    expect(small.headers).toMatchObject({ "content-encoding": "br", etag: `W/${etag}` });
    expect(brotliDecompressSync(small.body).toString()).toBe(whole.body.toString());
    const known = await raw(door.url, path, { headers: { "if-none-match": `W/${etag}`, "accept-encoding": "br" } });
    expect({ status: known.status, etag: known.headers.etag }).toEqual({ status: 304, etag });
  });

  test("pages compress themselves: theirs passes as it is", async () => {
    await raw(door.url, "/", { headers: { "accept-encoding": "gzip, br" } });
    expect(pages.last().headers["accept-encoding"]).toBe("gzip, br");
  });
});

test("pages are logged and counted like everything else, their files quietly", async () => {
  await raw(door.url, "/pricing?secret=s3cret", { headers: { "x-request-id": "page-1" } });
  await expect.poll(() => lastLine(door)).toMatchObject({ request_id: "page-1", path: "/pricing", status: 200 });
  expect(pages.last().headers["x-request-id"]).toBe("page-1");
  await raw(door.url, "/_next/static/chunk.js", { headers: { "x-request-id": "file-1" } });
  await expect
    .poll(() => door.meters.registry.metrics())
    .toMatch(/http_request_duration_seconds_count\{method="GET",route="page file",status="200"\}/);
  expect(door.logged()).not.toMatch(/file-1|s3cret/);
});

test("without pages their paths are not found", async () => {
  const bare = await testApp.open();
  expect((await ask(bare.url, "GET", "/pricing")).status).toBe(404);
});

function lastLine({ logged }: FrontDoor): unknown {
  return JSON.parse(
    logged()
      .trim()
      .split("\n")
      .findLast((line) => line.includes('"msg":"request"')) ?? "null",
  );
}
