import { describe, expect, onTestFinished, test } from "vitest";
import { readSettings } from "../config/config.ts";
import { exposureOf } from "./exposure.ts";
import { healthSecret, pagesSecret, secretHolds, createInternalServer } from "./internal-server.ts";
import { rawHttp, rawRequest } from "#tests/support/raw-http.ts";

const secret = "a secret of tests alone, with 32 characters and more";
const token = "token-for-the-figures";

/** What a process answers that listens on `host`, asked under a name, with a bearer or without one. */
async function listener({ host = "127.0.0.1", ...env }: { readonly host?: string; readonly METRICS_TOKEN?: string }) {
  const { service, operator } = readSettings(env);
  const { admits } = exposureOf({ ...service, host });
  const figures = { metrics: async () => "jobs_open 1\n", contentType: "text/plain" };
  const server = createInternalServer(
    { trouble: () => null, ready: async () => false, figures },
    { host, admits, health: healthSecret(secret), metricsToken: operator.metricsToken },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const { port } = address;
  const ask = async (path: string, name: string, bearer?: string, method = "GET"): Promise<number> => {
    const proof = bearer === undefined ? [] : [`Authorization: Bearer ${bearer}`];
    return (await rawHttp(port, rawRequest(`${method} ${path}`, [`Host: ${name}`, ...proof]))).status;
  };
  return Object.assign(ask, { port });
}

describe("what is told of a process", () => {
  const setups = {
    loopback: {},
    "loopback with a token": { METRICS_TOKEN: token },
    "all interfaces": { host: "0.0.0.0" },
    "all interfaces with a token": { host: "0.0.0.0", METRICS_TOKEN: token },
  } as const;
  const health = healthSecret(secret);

  test.each<[path: string, name: string, bearer: string | undefined, expected: number[]]>([
    ["/healthz", "127.0.0.1:3001", undefined, [200, 200, 200, 200]],
    ["/healthz", "10.1.2.3:3001", undefined, [403, 403, 200, 200]],
    ["/healthz", "worker.internal", undefined, [403, 403, 403, 403]],
    ["/healthz", "worker.internal", "guessed", [403, 403, 403, 403]],
    ["/healthz", "worker.internal", health, [200, 200, 200, 200]],
    ["/readyz", "localhost", undefined, [503, 503, 503, 503]],
    ["/readyz", "evil.example", undefined, [403, 403, 403, 403]],
    ["/metrics", "127.0.0.1", undefined, [200, 401, 401, 401]],
    ["/metrics", "10.1.2.3", undefined, [403, 403, 401, 401]],
    ["/metrics", "evil.example", undefined, [403, 403, 403, 403]],
    ["/metrics", "127.0.0.1", "guessed", [200, 401, 401, 401]],
    ["/metrics", "127.0.0.1", token, [200, 200, 401, 200]],
    ["/metrics", "worker.internal", token, [403, 200, 403, 200]],
    ["/metrics", "worker.internal", health, [403, 403, 403, 403]],
    ["/nothing", "localhost", undefined, [404, 404, 404, 404]],
  ])("%s as %s with %s", async (path, name, bearer, expected) => {
    const seen: number[] = [];
    for (const env of Object.values(setups)) seen.push(await (await listener(env))(path, name, bearer));
    expect(seen).toEqual(expected);
  });

  test("is asked for by GET and HEAD, and under one name", async () => {
    const ask = await listener({});
    for (const method of ["POST", "TRACE", "OPTIONS", "DELETE"])
      expect(await ask("/metrics", "localhost", undefined, method)).toBe(405);
    expect(await ask("/healthz", "localhost", undefined, "HEAD")).toBe(200);
    expect(await ask("/healthz", "localhost\r\nHost: evil.example")).toBe(400);
  });

  test("is told to a load balancer that names no host, and no figures are", async () => {
    const ask = await listener({});
    const bare = async (path: string): Promise<number> =>
      (await rawHttp(ask.port, `GET ${path} HTTP/1.0\r\n\r\n`)).status;
    expect([await bare("/healthz"), await bare("/readyz"), await bare("/metrics")]).toEqual([200, 503, 400]);
  });
});

describe("what processes of one service show each other", () => {
  const shapes = [
    { local: true, publicUrl: null },
    { local: false, publicUrl: null },
    { local: false, publicUrl: "https://conclave.example" },
    { local: true, publicUrl: "http://localhost:3000" },
  ];
  test("is another for each secret, each purpose and each way of being reached", () => {
    const all = [secret, `${secret}!`].flatMap((one) => [
      healthSecret(one),
      ...shapes.map((shape) => pagesSecret(one, shape)),
    ]);
    expect(new Set(all).size).toBe(all.length);
    for (const one of all) expect(one).toMatch(/^[\w-]{43}$/);
  });

  test("holds for itself alone", () => {
    const own = healthSecret(secret);
    expect(secretHolds(own, own)).toBe(true);
    for (const other of [undefined, "", own.slice(1), `${own}x`, own.replace(/^./, "!"), [own]])
      expect(secretHolds(own, other)).toBe(false);
  });
});
