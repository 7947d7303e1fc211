import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../bench/history.ts";
import { table } from "../../bench/table.ts";

const main = join(import.meta.dirname, "../../bench/main.ts");

/** Processes whose parent is this one; on Linux alone. */
function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => parentOf(one) === pid);
}

function parentOf(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
  } catch {
    return null;
  }
}

function lives(pid: number): boolean {
  return parentOf(pid) !== null;
}

describe.skipIf(process.platform !== "linux")("a bench that is stopped leaves no process behind", () => {
  test("by SIGKILL", async () => {
    const run = spawn(process.execPath, [main, "rules"], { stdio: ["ignore", "ignore", "pipe"] });
    const ended = once(run, "exit");
    let told = "";
    run.stderr.on("data", (part: Buffer) => (told += part.toString()));
    await expect.poll(() => told).toContain("bench rules");
    const { pid } = run;
    if (pid === undefined) throw new Error("the bench did not start");
    // What keeps the Postgres, and the bench.
    await expect.poll(() => childrenOf(pid).length).toBe(2);
    const started = childrenOf(pid);
    run.kill("SIGKILL");
    await ended;
    await expect.poll(() => started.filter(lives)).toEqual([]);
  });
});

test("an unknown name is refused with those that there are", async () => {
  const run = spawn(process.execPath, [main, "speed"], { stdio: ["ignore", "ignore", "pipe"] });
  let told = "";
  run.stderr.on("data", (part: Buffer) => (told += part.toString()));
  const [code] = await once(run, "exit");
  expect({ code, told }).toEqual({ code: 2, told: expect.stringContaining("There are: chain, rules,") });
});

test("the table holds each value against its target and against the same machine's before", () => {
  const entry = (value: number, machine = "a"): Entry => ({
    figure: "wall / chain",
    value,
    unit: "x",
    target: "<= 1.05",
    met: value <= 1.05,
    at: "2026-11-24T00:00:00.000Z",
    commit: null,
    machine,
    load: 0,
  });
  const [, , first, second] = table([entry(1.05), entry(1.26, "b")], () => [entry(1), entry(1.2), entry(1)]);
  expect(first?.split(/ {2,}/)).toEqual(["wall / chain", "1.05 x", "<= 1.05", "1.00", "met", "+5 % on 3"]);
  expect(second?.split(/ {2,}/)).toEqual(["wall / chain", "1.26 x", "<= 1.05", "1.20", "missed", "first"]);
});
