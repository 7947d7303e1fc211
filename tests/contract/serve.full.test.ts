import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ask } from "#tests/support/api-client.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";

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
  const child = spawn(process.execPath, [main, "http"], {
    env: {
      DATABASE_URL: fresh.url,
      PORT: "0",
      METRICS_PORT: "0",
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
  test("asks for keys on every other address than a loopback one", async () => {
    const { url, auth } = await ready(serve({ HOST: "0.0.0.0" }));
    expect(auth).toBe("key");
    expect((await ask(url, "GET", "/v1/config")).status).toBe(401);
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
