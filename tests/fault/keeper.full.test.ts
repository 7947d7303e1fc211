import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { executorConnections, healthOf, startRole, untilReadyAt, type Role } from "#tests/support/roles.ts";
import { childrenOf, isAlive, until } from "#tests/support/up-process.ts";

/* `conclave worker` with nobody above it. */

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** The keeper, and the one process that it has started. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<{ role: Role; worker: number }> {
  const role = await startRole("worker", database.url, env);
  await untilReadyAt(role);
  return { role, worker: onlyChild(role) };
}

function onlyChild({ process: keeper }: Role): number {
  const own = childrenOf(keeper.pid ?? 0).filter(isAlive);
  expect(own).toHaveLength(1);
  return own[0] ?? 0;
}

test("a worker process that is killed is started again, as somebody new, and it is alive all the while", async () => {
  const { role, worker } = await start();
  const before = await executorConnections(database.url);
  process.kill(worker, "SIGKILL");
  const alive: (number | null)[] = [];
  await until(async () => {
    alive.push(await healthOf(role.health, "/healthz"));
    const now = childrenOf(role.process.pid ?? 0).find(isAlive);
    return now !== undefined && now !== worker && (await healthOf(role.health, "/readyz")) === 200;
  });
  expect(new Set(alive)).toEqual(new Set([200]));
  const after = await executorConnections(database.url);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  expect(role.said()).toMatch(/worker was terminated by SIGKILL; restarting in/);
  expect((await fetch(`${role.health}/metrics`)).status).toBe(200);
});

test.each(["SIGTERM", "SIGHUP"] as const)("%s ends both in time", async (signal) => {
  const { role, worker } = await start();
  const gone = once(role.process, "exit");
  const from = performance.now();
  role.process.kill(signal);
  expect(await gone).toEqual([0, null]);
  expect(performance.now() - from).toBeLessThan(60_000);
  expect(isAlive(worker)).toBe(false);
});

test("a keeper that is killed outright takes its worker with it", async () => {
  const { role, worker } = await start();
  role.process.kill("SIGKILL");
  expect(await until(() => !isAlive(worker))).toBe(true);
});

test("before its database is there a worker is alive and not ready; SIGTERM ends it all the same", async () => {
  const role = await startRole("worker", "postgres://u:p@127.0.0.1:9/none", {});
  await until(() => role.said().includes("the database cannot be used; waiting for it"));
  expect(await healthOf(role.health, "/healthz")).toBe(200);
  expect(await healthOf(role.health, "/readyz")).toBe(503);
  const gone = once(role.process, "exit");
  role.process.kill("SIGTERM");
  expect(await gone).toEqual([0, null]);
});
