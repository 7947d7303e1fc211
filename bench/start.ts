import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { median, report } from "./setup.ts";

/*
 * `conclave up` from the start of its process to the first 200 of /v1/config, with its own Postgres, whose cluster the
 * first start made. `cold` is that first start.
 */
const warmStarts = 5;
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

async function startMs(): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const service = spawn(process.execPath, [join(import.meta.dirname, "../src/cli/main.ts"), "up"], {
    stdio: "ignore",
    env: {
      PATH: process.env["PATH"],
      CONCLAVE_HOME: home,
      PORT: String(port),
      SERVICE_LLM_PROVIDER: "rules",
    },
  });
  const ended = once(service, "exit");
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
      if (status === 200) return performance.now() - started;
      await pause(10);
    }
  } finally {
    service.kill("SIGTERM");
    await ended;
  }
}

const cold = await startMs();
const warm: number[] = [];
for (let index = 0; index < warmStarts; index += 1) warm.push(await startMs());
await rm(folder, { recursive: true, force: true });
const seconds = median(warm) / 1000;
report(
  "start to first 200, warm",
  {
    seconds: Number(seconds.toFixed(2)),
    target: "<= 5 s",
    slowest: Number((Math.max(...warm) / 1000).toFixed(2)),
    cold: Number((cold / 1000).toFixed(2)),
    starts: warmStarts,
  },
  seconds <= 5,
);
