import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { submit } from "#tests/support/api-client.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { pageServer, type PageServer } from "#tests/support/page-server.ts";

let testApp: TestApp;
let pages: PageServer;
let plain: FrontDoor;
let https: FrontDoor;
let developing: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  pages = await pageServer();
  const open = (publicUrl: string | null, development: boolean) =>
    testApp.open({ webUrl: pages.url, surroundings: { publicUrl, trustedProxies: [], development } });
  plain = await open(null, false);
  https = await open("https://conclave.example", false);
  developing = await open(null, true);
});
afterAll(async () => {
  await testApp.drop();
  await pages.stop();
});

/** The directives of an answer's policy. */
async function policyOf(door: FrontDoor, path: string): Promise<Record<string, string>> {
  const { headers } = await fetch(`${door.url}${path}`);
  return Object.fromEntries(
    (headers.get("content-security-policy") ?? "").split("; ").map((part) => {
      const [name = "", ...values] = part.split(" ");
      return [name, values.join(" ")];
    }),
  );
}

const everywhere = [
  "/",
  "/_next/static/x.js",
  "/v1/config",
  "/v1/nothing",
  "/api/health",
  "/openapi.json",
  "/docs/api",
  "/ref/k7m3x9qp",
  "/dead",
];

describe("every answer", () => {
  test.each(everywhere)("%s carries the headers", async (path) => {
    const { headers } = await fetch(`${plain.url}${path}`, { redirect: "manual" });
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "cross-origin-opener-policy": "same-origin",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(headers.get("strict-transport-security")).toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
  });

  test.each(everywhere)("%s demands https where the service is on it", async (path) => {
    const { headers } = await fetch(`${https.url}${path}`, { redirect: "manual" });
    expect(headers.get("strict-transport-security")).toBe("max-age=63072000");
  });
});

test("a page depends on who is signed in, the files of a build do not", async () => {
  expect((await fetch(`${plain.url}/pricing`)).headers.get("vary")).toBe("Cookie");
  expect((await fetch(`${plain.url}/_next/static/x.js`)).headers.get("vary")).toBeNull();
});

describe("a page's policy", () => {
  test("runs scripts by nonce alone, and talks to nobody else", async () => {
    const policy = await policyOf(plain, "/");
    expect(policy).toEqual({
      "default-src": "'self'",
      "script-src": expect.stringMatching(/^'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'$/),
      "style-src": "'self' 'unsafe-inline'",
      "img-src": "'self' data: blob:",
      "connect-src": "'self'",
      "object-src": "'none'",
      "frame-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
    });
  });

  test("has a nonce that no other page has, which the page is told", async () => {
    const seen = new Set<string>();
    for (let i = 0; i < 5; i++) {
      const { "script-src": scripts = "" } = await policyOf(plain, "/");
      const [, nonce = ""] = /'nonce-([^']+)'/.exec(scripts) ?? [];
      seen.add(nonce);
      const { headers } = pages.last();
      expect(headers["x-nonce"]).toBe(nonce);
      expect(headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
    }
    expect(seen.size).toBe(5);
  });

  test("upgrades addresses on https alone", async () => {
    expect(await policyOf(https, "/")).toHaveProperty("upgrade-insecure-requests");
    expect(await policyOf(plain, "/")).not.toHaveProperty("upgrade-insecure-requests");
  });

  test("evaluates text and opens websockets in development alone", async () => {
    const policy = await policyOf(developing, "/");
    expect(policy["script-src"]).toContain("'unsafe-eval'");
    expect(policy["connect-src"]).toBe("'self' ws: wss:");
  });
});

describe("what is no page of the application", () => {
  test("data may load nothing", async () => {
    const { id } = await submit(plain.url);
    for (const path of ["/v1/config", `/v1/analyses/${id}`, "/openapi.json", "/nothing/../v1/config"])
      expect(await policyOf(plain, path)).toEqual({
        "default-src": "'none'",
        "frame-ancestors": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
      });
  });

  test("the reference is a page as any other: scripts by nonce alone, and all else from here", async () => {
    expect(await policyOf(plain, "/docs/api")).toMatchObject({
      "default-src": "'self'",
      "script-src": expect.stringMatching(/^'self' 'nonce-[\w+/=]{22,}' 'strict-dynamic'$/),
      "style-src": "'self' 'unsafe-inline'",
      "connect-src": "'self'",
    });
  });

  test("the page that says that the pages are away runs nothing", async () => {
    const { headers } = await fetch(`${plain.url}/dead`, { headers: { accept: "text/html" } });
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
  });
});
