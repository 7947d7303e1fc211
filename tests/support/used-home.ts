import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect } from "vitest";
import { isAlive, makeHome, postmasterOf, startUp, until, type UpProcess } from "./up-process.ts";

/**
 * A home that was used, with one visit in its database, and properly left: a copy of one that is made once a file, for
 * what is not about making it. Its port is free to choose.
 */
export async function usedHome(): Promise<string> {
  const home = await makeHome();
  await copy(await (left ??= leaveHome()), home);
  await rm(join(home, "postgres", "port"));
  return home;
}

let left: Promise<string> | null = null;
afterAll(async () => {
  if (left !== null) await rm(dirname(await left), { recursive: true, force: true });
});

/** Outlives `clearUp`, and is gone with the test file. */
async function leaveHome(): Promise<string> {
  const home = await makeHome();
  const up = await startUp(home);
  await up.ready();
  await up.visit();
  const postmaster = postmasterOf(home);
  await stopped(up);
  await gone(postmaster);
  const kept = await mkdtemp(join(tmpdir(), "conclave-left-"));
  await copy(home, join(kept, "home"));
  return join(kept, "home");
}

/** With whom its files belong to, and when they were written. */
async function copy(from: string, to: string): Promise<void> {
  const [code] = await once(spawn("cp", ["-a", from, to], { stdio: "inherit" }), "close");
  expect(code).toBe(0);
}

export async function stopped(up: UpProcess): Promise<void> {
  const pids = [await up.pidOf("worker"), await up.pidOf("http")];
  up.process.kill("SIGTERM");
  const { code, ms } = await up.ended();
  expect({ code, said: up.said() }).toMatchObject({ code: 0 });
  expect(ms).toBeLessThan(60_000);
  expect(pids.filter(isAlive)).toEqual([]);
}

/** The process is our child or init's: its pid may outlive it for a moment. */
export async function gone(pid: number | null): Promise<void> {
  expect(pid).not.toBeNull();
  await until(() => pid !== null && !isAlive(pid));
}
