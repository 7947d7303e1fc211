import { createServer, type Server } from "node:http";
import { createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { HealthReport } from "#src/contract/api/site-routes.ts";
import { systemClock } from "#src/core/clock.ts";
import { checkHealth } from "#src/product/admin/public/check-health.ts";
import { ask } from "#tests/support/api-client.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

async function listening(server: Server | TcpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

/** A worker's health, which answers with the status that it is told. */
async function worker(status: number): Promise<{ url: string; asked: () => readonly string[]; stop(): Promise<void> }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(status).end("ok\n");
  });
  const url = await listening(server);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(stop);
  return { url, asked: () => asked, stop };
}

/** Takes connections and never says a word. */
async function silence(): Promise<string> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    sockets.add(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listening(server);
}

async function healthAt(url: string) {
  const { status, headers, body } = await ask(url, "GET", "/api/health");
  return { status, cache: headers.get("cache-control"), report: HealthReport.parse(body) };
}

const measured = { status: "up", latencyMs: expect.any(Number) };

describe("GET /api/health", () => {
  test("everything reachable: 200 and ok, with how long each took", async () => {
    const engine = await worker(200);
    const door = await testApp.open({ signalEngineUrl: engine.url });
    expect(await healthAt(door.url)).toEqual({
      status: 200,
      cache: "no-store",
      report: { status: "ok", checks: { database: measured, signalEngine: measured } },
    });
    expect(engine.asked()).toEqual(["/healthz"]);
  });

  test("the database stopped: 503 and down, and ok again when it is back", async () => {
    const engine = await worker(200);
    const door = await testApp.open({ signalEngineUrl: engine.url });
    await healthAt(door.url);
    testApp.cable.cut();
    expect(await healthAt(door.url)).toEqual({
      status: 503,
      cache: "no-store",
      report: { status: "down", checks: { database: { status: "down" }, signalEngine: measured } },
    });
    testApp.cable.mend();
    expect((await healthAt(door.url)).report.status).toBe("ok");
  });

  test("the worker stopped: degraded, and still 200", async () => {
    const engine = await worker(200);
    const door = await testApp.open({ signalEngineUrl: engine.url });
    await engine.stop();
    expect(await healthAt(door.url)).toEqual({
      status: 200,
      cache: "no-store",
      report: { status: "degraded", checks: { database: measured, signalEngine: { status: "down" } } },
    });
  });

  test.each([503, 500, 404, 302])("a worker that answers %i is down", async (status) => {
    const door = await testApp.open({ signalEngineUrl: (await worker(status)).url });
    expect((await healthAt(door.url)).report).toMatchObject({
      status: "degraded",
      checks: { signalEngine: { status: "down" } },
    });
  });

  test("a worker that hangs is down after two seconds, and nobody waits for longer", async () => {
    const door = await testApp.open({ signalEngineUrl: await silence() });
    const from = performance.now();
    expect((await healthAt(door.url)).report).toEqual({
      status: "degraded",
      checks: { database: measured, signalEngine: { status: "down" } },
    });
    const took = performance.now() - from;
    expect(took).toBeGreaterThan(1900);
    expect(took).toBeLessThan(20_000);
  });

  test.each([
    ["53100", 'could not write to file "base/pgsql_tmp/pgsql_tmp1.0": No space left on device', "no disk space left"],
    ["42501", 'could not create file "base/pgsql_tmp/pgsql_tmp1.0": Read-only file system', "a read-only file system"],
    ["53000", 'could not create file "base/pgsql_tmp/pgsql_tmp1.0": Too many open files', "too many open files"],
  ])("a database that answers and cannot write (%s): degraded, with the reason", async (code, message, reason) => {
    const database = { ask: () => Promise.reject(Object.assign(new Error(message), { code })) };
    expect(await checkHealth({ database, signalEngine: null, clock: systemClock })).toEqual({
      status: "degraded",
      checks: { database: { ...measured, reason }, signalEngine: { status: "not_configured" } },
    });
  });

  test("no signal engine configured lowers nothing", async () => {
    const door = await testApp.open();
    expect((await healthAt(door.url)).report).toEqual({
      status: "ok",
      checks: { database: measured, signalEngine: { status: "not_configured" } },
    });
  });

  test("asks nobody who they are, and limits nobody", async () => {
    const door = await testApp.open({ access: { open: false, loopback: false } });
    expect((await ask(door.url, "GET", "/v1/config")).status).toBe(401);
    const answers = await Promise.all(
      Array.from({ length: 400 }, () => ask(door.url, "GET", "/api/health", { headers: { "x-api-key": "wrong" } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers.has("ratelimit-limit")).toBe(false);
  });

  test("tells of itself and of nobody's account", async () => {
    const door = await testApp.open();
    const { body } = await ask(door.url, "GET", "/api/health");
    expect(JSON.stringify(body).replaceAll(/[\d.]+/g, "0")).toBe(
      '{"status":"ok","checks":{"database":{"status":"up","latencyMs":0},"signalEngine":{"status":"not_configured"}}}',
    );
  });

  test("HEAD has the same status and no body; nothing else is a method of it", async () => {
    const door = await testApp.open();
    const head = await ask(door.url, "HEAD", "/api/health");
    expect({ status: head.status, body: head.body, cache: head.headers.get("cache-control") }).toEqual({
      status: 200,
      body: null,
      cache: "no-store",
    });
    testApp.cable.cut();
    expect((await ask(door.url, "HEAD", "/api/health")).status).toBe(503);
    testApp.cable.mend();
    const post = await ask(door.url, "POST", "/api/health");
    expect({ status: post.status, allow: post.headers.get("allow") }).toEqual({ status: 405, allow: "GET, HEAD" });
  });
});

describe("the checks", () => {
  test("run side by side: two that hang take the time of one", async () => {
    const from = performance.now();
    const report = await checkHealth({
      database: { ask: (signal) => new Promise((_resolve, reject) => signal.addEventListener("abort", reject)) },
      signalEngine: { url: await silence(), secret: "s" },
      clock: systemClock,
    });
    expect(report).toEqual({
      status: "down",
      checks: { database: { status: "down" }, signalEngine: { status: "down" } },
    });
    expect(performance.now() - from).toBeLessThan(20_000);
  });

  test("with nothing configured all is well", async () => {
    expect(await checkHealth({ database: null, signalEngine: null, clock: systemClock })).toEqual({
      status: "ok",
      checks: { database: { status: "not_configured" }, signalEngine: { status: "not_configured" } },
    });
  });
});

describe("a front door of its own", () => {
  /** `conclave http`; resolves with its address once it listens. */
  async function serve(databaseUrl: string): Promise<{ url: string; said: () => string }> {
    const main = join(import.meta.dirname, "../../src/cli/main.js");
    const child = spawn(process.execPath, [main, "http", "--internal", "0"], {
      env: { DATABASE_URL: databaseUrl, PORT: "0", SERVICE_LLM_PROVIDER: "rules" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    const port = (): string | undefined => /"port":(\d+)/.exec(text)?.[1];
    await expect.poll(port, { interval: 20 }).toBeDefined();
    return { url: `http://127.0.0.1:${port()}`, said: () => text };
  }

  test("says so when it has no database, and refuses what needs one", async () => {
    const { url } = await serve("");
    expect(await healthAt(url)).toMatchObject({
      status: 200,
      report: { status: "ok", checks: { database: { status: "not_configured" } } },
    });
    const { status, body } = await ask(url, "GET", "/v1/config");
    expect({ status, body }).toEqual({ status: 503, body: { detail: "no database is configured" } });
  });

  test("that starts before its database says down, and serves when it has come up", async () => {
    testApp.cable.cut();
    const address = new URL(testApp.url);
    address.port = String(testApp.cable.port);
    const { url, said } = await serve(address.href);
    expect(await healthAt(url)).toMatchObject({ status: 503, report: { status: "down" } });
    const { status, body } = await ask(url, "GET", "/v1/config");
    expect({ status, body }).toEqual({ status: 503, body: { detail: "the database cannot be reached" } });
    testApp.cable.mend();
    await expect.poll(said).toContain("front door ready");
    expect((await healthAt(url)).status).toBe(200);
    expect((await ask(url, "GET", "/v1/config")).status).toBe(200);
  });
});
