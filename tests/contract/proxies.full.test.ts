import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { testSecret } from "#tests/support/database.ts";
import { keepFrontDoor, type FrontDoorProcess } from "#tests/support/front-door-process.ts";
import { deployed, findProxy, recipe, startProxy, type Proxy } from "#tests/support/proxies.ts";
import { rawHttp, rawRequest } from "#tests/support/raw-http.ts";

/* The help article on reverse proxies by real ones: its own blocks, and what people write in their place. */

let testApp: TestApp;
let key: string;
/** Of a service that is set up for a proxy, and of one that nobody told. */
let told: FrontDoorProcess;
let untold: FrontDoorProcess;
beforeAll(async () => {
  testApp = await openTestApp();
  key = await testApp.newKey("behind-a-proxy");
  told = await keepFrontDoor(testApp.url, recommended);
  untold = await keepFrontDoor(testApp.url, { AUTH_SECRET: testSecret });
});
afterAll(async () => {
  await Promise.all([told.kill(), untold.kill()]);
  await testApp.drop();
});

const recommended = { PUBLIC_URL: "https://conclave.example", TRUSTED_PROXIES: "127.0.0.1", AUTH_SECRET: testSecret };
/** The proxy sees a client that is not itself: 127.0.0.2 is this machine too. */
const client = "127.0.0.2";

const nginxAt = (location: string, before = ""): string =>
  `${before} server { listen 127.0.0.1:PORT; server_name conclave.example; location / { ${location} } }`;
const caddyAt = (proxy: string): string => `http://conclave.example:PORT {\n  bind 127.0.0.1\n  ${proxy}\n}`;

const forms: readonly (readonly [name: string, proxy: Proxy, block: (port: number) => string])[] = [
  [
    "nginx as the help has it",
    "nginx",
    (port) =>
      recipe("nginx")
        .replace("listen 443 ssl;", "listen 127.0.0.1:PORT;")
        .replace("{{config.PORT.default}}", String(port)),
  ],
  ["nginx with nothing but proxy_pass", "nginx", (port) => nginxAt(`proxy_pass http://127.0.0.1:${port};`)],
  [
    "nginx that passes the name on and says nothing else",
    "nginx",
    (port) => nginxAt(`proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; proxy_set_header Host $host;`),
  ],
  [
    "nginx with a group of servers, whose name it sends",
    "nginx",
    (port) =>
      nginxAt(
        "proxy_pass http://conclave; proxy_set_header X-Forwarded-Host $host; proxy_set_header X-Forwarded-For $remote_addr;",
        `upstream conclave { server 127.0.0.1:${port}; }`,
      ),
  ],
  [
    "Caddy as the help has it",
    "caddy",
    (port) =>
      recipe("caddy")
        .replace("conclave.example {", "http://conclave.example:PORT {\n  bind 127.0.0.1")
        .replace("{{config.PORT.default}}", String(port)),
  ],
  ["nginx as deploy has it", "nginx", (port) => deployed("nginx.conf", port)],
  ["Caddy as deploy has it", "caddy", (port) => deployed("Caddyfile", port)],
  [
    "Caddy that sends the upstream's name",
    "caddy",
    (port) => caddyAt(`reverse_proxy 127.0.0.1:${port} {\n    header_up Host {upstream_hostport}\n  }`),
  ],
];

const lies = [
  "X-Forwarded-For: 6.6.6.6, 127.0.0.1",
  "Forwarded: for=6.6.6.6;host=evil.example",
  "X-Real-IP: 6.6.6.6",
  "X-Conclave-Internal: guessed",
];
const ask = (path: string, ...headers: string[]): string =>
  rawRequest(`GET ${path}`, ["Host: conclave.example", ...headers]);

describe.each(forms)("%s", (name, proxy, block) => {
  const isSilent = name === "nginx with nothing but proxy_pass";
  const program = findProxy(proxy);
  const missing = `${proxy} cannot be had on this machine: install Debian's package ${proxy}`;

  test("in front of a service that is set up for it asks for a key", async (context) => {
    if (program === null) return context.skip(missing);
    const from = told.said().length;
    const said = (): string => told.said().slice(from);
    const port = await startProxy(proxy, program, block(told.port));
    const get = (path: string, ...headers: string[]) => rawHttp(port, ask(path, ...headers), client);
    expect((await get("/v1/config")).status).toBe(401);
    expect((await get("/v1/config", ...lies)).status).toBe(401);
    expect((await get("/v1/config", `X-API-Key: ${key}`)).status).toBe(200);
    expect((await get("/api/auth/csrf")).text).toMatch(/^HTTP\/1\.1 200[\s\S]*set-cookie: [^\r]*; Secure/i);
    expect((await get("/api/auth/session")).text).toMatch(/strict-transport-security: max-age/i);
    await expect.poll(() => said().match(/"path":"\/api\/auth\/session"/g)?.length).toBe(1);
    // A proxy that passes on what the client says of its address lets it say what it likes.
    const named = /X-Forwarded-For/.test(block(told.port)) || proxy === "caddy" ? client : "6.6.6.6";
    expect(said()).toMatch(new RegExp(`"path":"/v1/config"[^\n]*"client":"${named.replaceAll(".", "\\.")}"`));
    if (named === client) expect(said()).not.toContain("6.6.6.6");
    return undefined;
  });

  test("in front of a service that nobody told is refused, with what to set", async (context) => {
    if (program === null) return context.skip(missing);
    expect((await rawHttp(untold.port, rawRequest("GET /v1/config", ["Host: localhost"]))).status).toBe(200);
    const port = await startProxy(proxy, program, block(untold.port));
    // A health check in HTTP/1.0 is answered whoever asks: tests/contract/attack.test.ts.
    for (const path of ["/v1/config", "/", "/dev/mail"]) {
      const { status, text } = await rawHttp(port, ask(path), client);
      // In HTTP/1.0 and without a word of its own it is as a load balancer that asks how the service is.
      if (isSilent && path === "/api/health") {
        expect({ path, status }).toEqual({ path, status: 200 });
        continue;
      }
      expect({ path, status }).toEqual({ path, status: 403 });
      expect(text).toContain("PUBLIC_URL");
    }
    return undefined;
  });
});

test("a chain of proxies names the client that stands before all of them", async (context) => {
  const program = findProxy("nginx");
  if (program === null) return context.skip("nginx cannot be had on this machine");
  const from = told.said().length;
  const headers =
    "proxy_http_version 1.1; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;";
  const inner = await startProxy("nginx", program, nginxAt(`proxy_pass http://127.0.0.1:${told.port}; ${headers}`));
  const outer = await startProxy("nginx", program, nginxAt(`proxy_pass http://127.0.0.1:${inner}; ${headers}`));
  expect((await rawHttp(outer, ask("/v1/config", ...lies), client)).status).toBe(401);
  await expect
    .poll(() => told.said().slice(from))
    .toMatch(/"path":"\/v1\/config","status":401[^\n]*"client":"127\.0\.0\.2"/);
  return undefined;
});
