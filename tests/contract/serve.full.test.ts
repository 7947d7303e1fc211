import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ask, submit } from "#tests/support/api-client.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { followEvents } from "#tests/support/event-stream.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");
const Ready = z.object({
  msg: z.literal("front door ready"),
  port: z.number(),
  metrics_port: z.number(),
  auth: z.string(),
});

interface Served {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

let fresh: FreshDatabase;
const started: ChildProcess[] = [];
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});
afterAll(() => fresh.drop());

/** `conclave http` as a process of its own, with an IPC channel as `conclave up` gives it. */
function serve(env: Record<string, string> = {}): Served {
  const child = spawn(process.execPath, [main, "http", "--internal", "0"], {
    env: {
      DATABASE_URL: fresh.url,
      PORT: "0",
      SERVICE_LLM_PROVIDER: "rules",
      SERVICE_ONLINE_TOOLS: "false",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  started.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  return { child, said: () => text, ended };
}

async function ready({ said, ended }: Served): Promise<{ url: string; internal: string; auth: string }> {
  let over = false;
  void ended.then(() => (over = true));
  await expect.poll(() => over || said().includes("front door ready"), { interval: 20 }).toBe(true);
  const line = said()
    .split("\n")
    .find((each) => each.includes("front door ready"));
  if (line === undefined) throw new Error(`it ended: ${said()}`);
  const { port, metrics_port: metricsPort, auth } = Ready.parse(JSON.parse(line));
  return { url: `http://127.0.0.1:${port}`, internal: `http://127.0.0.1:${metricsPort}`, auth };
}

describe("conclave http", () => {
  test("serves the API and its own health, and says which settings are in force", async () => {
    const { url, internal, auth } = await ready(serve({ SERVICE_MAX_DEBATE_ROUNDS: "3" }));
    expect(auth).toBe("open");
    expect((await ask(url, "GET", "/v1/config")).body).toMatchObject({
      llm_provider: "rules",
      max_debate_rounds: 3,
      online_tools: false,
    });
    expect((await submit(url)).request.max_debate_rounds).toBe(3);
    for (const path of ["/healthz", "/readyz"]) expect(await (await fetch(`${internal}${path}`)).text()).toBe("ok\n");
    expect(await (await fetch(`${internal}/metrics`)).text()).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/v1\/analyses",status="202"\} 1/,
    );
    expect((await ask(url, "GET", "/metrics")).status).toBe(404);
  });

  test("asks for keys on every other address than a loopback one", async () => {
    const { url, auth } = await ready(serve({ HOST: "0.0.0.0" }));
    expect(auth).toBe("key");
    expect((await ask(url, "GET", "/v1/config")).status).toBe(401);
  });

  test("on SIGTERM ends streams, answers who waits, takes nobody new, and exits with 0", async () => {
    const served = serve();
    const { url, internal } = await ready(served);
    const { id } = await submit(url);
    const stream = await followEvents(`${url}/v1/analyses/${id}/events`);
    const waiting = ask(url, "GET", `/v1/analyses/${id}?wait=30`);
    const figures = async () => (await fetch(`${internal}/metrics`)).text();
    await expect.poll(figures).toMatch(/^http_requests_in_flight 2$/m);
    await expect.poll(() => stream.events.length).toBe(1);
    const at = performance.now();
    served.child.kill("SIGTERM");
    expect((await waiting).body).toMatchObject({ id, status: "queued" });
    expect(await stream.ended).toBe("ended");
    expect(await served.ended).toBe(0);
    expect(performance.now() - at).toBeLessThan(30_000);
    await expect(fetch(`${url}/v1/config`)).rejects.toThrow("fetch failed");
  });

  test.each(["SIGINT", "SIGHUP"] as const)("ends on %s as well", async (signal) => {
    const served = serve();
    await ready(served);
    served.child.kill(signal);
    expect(await served.ended).toBe(0);
    expect(served.said()).toContain('"msg":"stopping"');
  });

  test("ends when whoever started it is gone", async () => {
    const served = serve();
    await ready(served);
    served.child.disconnect();
    expect(await served.ended).toBe(0);
  });

  test("logs lines of JSON that follow a request and hold no key, and not the database's password", async () => {
    const served = serve();
    const { url } = await ready(served);
    const key = "cnc_0123456789abcdefghjkmnpqrstvwxyz01234567";
    const { status } = await ask(url, "GET", `/v1/analyses/${key}?key=${key}`, {
      headers: { "x-api-key": key, "x-request-id": "trace-7" },
    });
    expect(status).toBe(401);
    await expect.poll(served.said).toContain("trace-7");
    for (const line of served.said().trim().split("\n")) expect(() => JSON.parse(line), line).not.toThrow();
    for (const secret of [key.slice(4, 20), new URL(fresh.url).password]) expect(served.said()).not.toContain(secret);
  });

  test("with a port that is taken it says so and exits with 2", async () => {
    const served = serve({ PORT: new URL(fresh.url).port });
    expect(await served.ended).toBe(2);
    await expect.poll(served.said).toMatch(/cannot listen on port/);
  });
});
