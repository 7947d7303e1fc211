import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { median, report } from "./setup.ts";

/*
 * `conclave up` from the start of its process to the first 200 of /v1/config, with its own Postgres, whose cluster the
 * first start made. `cold` is that first start. Then, once it says that it runs, its first page, and three seconds later
 * the memory of all of its processes, in which shared pages count once (proportional set size; on Linux alone).
 */
const warmStarts = 5;
const restMs = 3000;
const folder = await mkdtemp(join(tmpdir(), "conclave-bench-"));
await chmod(folder, 0o755);
const home = join(folder, "home");

/** Below those that systems give to clients: one of these could be taken, and asked on it, while nobody listens yet. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer().listen(port, "127.0.0.1");
    const free = await once(server, "listening").then(
      () => true,
      () => false,
    );
    server.close();
    if (free) return port;
  }
}

interface Start {
  readonly readyMs: number;
  /** Until it says that it runs: the pages answer too. */
  readonly runsMs: number;
  readonly pageMs: number;
  readonly memoryMb: number;
}

/** Of a process and all that it has started. */
function memoryMb(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(
    processes.map((name) => [Number(name), Number(read(name, "stat").split(") ")[1]?.split(" ")[1])]),
  );
  const isOurs = (one: number): boolean =>
    one === pid || ((parents.get(one) ?? 0) > 1 && isOurs(parents.get(one) ?? 0));
  const ours = [...parents.keys()].filter(isOurs);
  const kb = ours.map((one) => Number(/^Pss:\s+(\d+)/m.exec(read(String(one), "smaps_rollup"))?.[1] ?? 0));
  return kb.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Nothing of a process that has ended meanwhile. */
function read(name: string, file: string): string {
  try {
    return readFileSync(`/proc/${name}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** Reads on to the end, so that nobody waits to be read. @throws when it ends without those words */
async function says(output: Readable, words: string): Promise<void> {
  const heard = Promise.withResolvers<void>();
  let said = "";
  output.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
    if (said.includes(words)) heard.resolve();
  });
  output.once("end", () => heard.reject(new Error(`it ended without a word of "${words}"`)));
  return heard.promise;
}

async function start(): Promise<Start> {
  const port = await freePort();
  const started = performance.now();
  const service = spawn(process.execPath, [join(import.meta.dirname, "../src/cli/main.js"), "up"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: process.env["PATH"],
      CONCLAVE_HOME: home,
      PORT: String(port),
      SERVICE_LLM_PROVIDER: "rules",
    },
  });
  const ended = once(service, "exit");
  const runs = says(service.stdout, "Conclave is running").then(() => performance.now() - started);
  try {
    for (;;) {
      if (service.exitCode !== null) throw new Error(`conclave up ended with ${service.exitCode}`);
      const status = await fetch(`http://127.0.0.1:${port}/v1/config`).then(
        async (answer) => {
          await answer.body?.cancel();
          return answer.status;
        },
        () => null,
      );
      if (status === 200) break;
      await pause(10);
    }
    const readyMs = performance.now() - started;
    const runsMs = await runs;
    const asked = performance.now();
    const page = await fetch(`http://127.0.0.1:${port}/`);
    await page.text();
    if (page.status !== 200) throw new Error(`the first page was answered with ${page.status}`);
    const pageMs = performance.now() - asked;
    await pause(restMs);
    return { readyMs, runsMs, pageMs, memoryMb: memoryMb(service.pid ?? 0) };
  } finally {
    service.kill("SIGTERM");
    await ended;
  }
}

const cold = await start();
const warm: Start[] = [];
for (let index = 0; index < warmStarts; index += 1) warm.push(await start());
await rm(folder, { recursive: true, force: true });
const seconds = median(warm.map(({ readyMs }) => readyMs)) / 1000;
report(
  { figure: "start to first 200, warm", value: seconds, unit: "s", target: "<= 1.5", met: seconds <= 1.5 },
  {
    slowest: Number((Math.max(...warm.map(({ readyMs }) => readyMs)) / 1000).toFixed(2)),
    running: Number((median(warm.map(({ runsMs }) => runsMs)) / 1000).toFixed(2)),
    cold: Number((cold.readyMs / 1000).toFixed(2)),
    starts: warmStarts,
  },
);
const page = median(warm.map(({ pageMs }) => pageMs));
report({ figure: "first page after the start", value: page, unit: "ms", target: "<= 300", met: page <= 300 });
const memory = median(warm.map((one) => one.memoryMb));
report({
  figure: "memory of the service at rest, shared pages counted once",
  value: memory,
  unit: "MB",
  target: "<= 600",
  met: memory <= 600,
});
