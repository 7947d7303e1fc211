import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { askingModel } from "./conclave.ts";
import { cuttableProxy } from "./cuttable-proxy.ts";
import { startModelServer } from "./model-server.ts";
import { startPostgres, type PostgresServer } from "./postgres-server.ts";
import { executorConnections, healthOf, startRole, submitAll, untilReadyAt, watchRuns } from "./roles.ts";

/** `stop` and `kill` end Postgres, `freeze` stops its processes; `cut` and `hang` are of the network between. */
export type Outage = "stop" | "kill" | "freeze" | "cut" | "hang";

/** Of a run with one round and no look-ups. */
const callsOfRun = 12;
const workers = 3;
const pollMs = 100;

/**
 * Three workers and a front door, each started alone, lose their database in the middle of jobs. Checks that all of
 * them go on by themselves, as somebody new where they had to let go, that every job ends well and that nothing kept is
 * done again; and that workers say meanwhile that they are alive and not ready.
 * @returns the workers that took a new identity
 */
export async function loseUnderWorkers(outage: Outage, forMs: number, jobs: number): Promise<number> {
  const model = await startModelServer({ latencyMs: 150 });
  onTestFinished(() => model.close());
  const postgres = await startPostgres();
  const address = new URL(postgres.url);
  const proxy = await cuttableProxy({ host: address.hostname, port: Number(address.port) });
  onTestFinished(() => proxy.close());
  if (outage === "cut" || outage === "hang") address.port = String(proxy.port);
  const env = { ...askingModel(model.url), SERVICE_MAX_CONCURRENCY: "6", SERVICE_MODEL_CONCURRENCY: "16" };
  const roles = await Promise.all(Array.from({ length: workers }, () => startRole("worker", address.href, env)));
  const door = await startRole("http", address.href, env);
  await Promise.all([...roles, door].map(untilReadyAt));
  const before = await executorConnections(postgres.url);
  expect(before).toHaveLength(workers);

  const runs = await watchRuns(postgres.url, model, callsOfRun);
  const ids = await submitAll([door.url], jobs);
  await expect.poll(() => model.finished(), { interval: 5 }).toBeGreaterThan(callsOfRun);
  await runs.note();
  const watch = watchHealth(roles.map(({ health }) => health));
  await lose(outage, forMs, postgres, proxy);
  await Promise.all([...roles, door].map(untilReadyAt));
  const { alive, ready } = await watch.end();
  await runs.note();
  await runs.allEndWell(ids);

  expect(alive, "liveness stays 200").toEqual(new Set([200]));
  expect(ready).toContain(503);
  for (const role of [...roles, door]) expect(role.process.exitCode).toBeNull();
  const after = await executorConnections(postgres.url);
  expect(after).toHaveLength(workers);
  return after.filter((pid) => !before.includes(pid)).length;
}

async function lose(
  outage: Outage,
  forMs: number,
  postgres: PostgresServer,
  proxy: Awaited<ReturnType<typeof cuttableProxy>>,
): Promise<void> {
  switch (outage) {
    case "stop":
    case "kill":
      await postgres.stop(outage === "stop" ? "SIGINT" : "SIGKILL");
      await pause(forMs);
      return postgres.start();
    case "freeze":
      postgres.freeze();
      await pause(forMs);
      return postgres.thaw();
    default:
      proxy[outage]();
      await pause(forMs);
      proxy.mend();
  }
}

/** What the workers say of themselves, over and over until the end. */
function watchHealth(bases: readonly string[]) {
  const alive = new Set<number | null>();
  const ready = new Set<number | null>();
  const over = new AbortController();
  const watching = bases.map(async (base) => {
    while (!over.signal.aborted) {
      alive.add(await healthOf(base, "/healthz"));
      ready.add(await healthOf(base, "/readyz"));
      await pause(pollMs);
    }
  });
  return {
    async end() {
      over.abort();
      await Promise.all(watching);
      return { alive, ready };
    },
  };
}
