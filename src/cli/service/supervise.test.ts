import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#src/core/operation/log.ts";
import { pauseAfter, roleLine, supervise } from "./supervise.ts";

test("the pause before a start doubles with each death in a row, up to 30 s", () => {
  const never = (): number => 0;
  expect([1, 2, 3, 7, 8, 100, 5000].map((deaths) => pauseAfter(deaths, never))).toEqual([
    250, 500, 1000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

test("chance makes it shorter, by half at most", () => {
  expect(pauseAfter(8, () => 0.5)).toBe(22_500);
  expect(pauseAfter(8, () => 0.999_999)).toBeGreaterThan(15_000);
});

test("a role keeps little of what it has freed, unless the operator says otherwise", async () => {
  const folder = await mkdtemp(join(tmpdir(), "conclave-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = join(folder, "role.mjs");
  await writeFile(
    script,
    "const { MALLOC_ARENA_MAX: arenas, MALLOC_TRIM_THRESHOLD_: trim } = process.env; console.log(process.argv[2], arenas, trim); setInterval(() => {}, 1000);",
  );
  const { promise: said, resolve } = Promise.withResolvers<string[]>();
  const lines: string[] = [];
  const role = (name: string, env: Readonly<Record<string, string>>) => ({ name, script, args: [name], env });
  const supervised = supervise(
    [role("ours", {}), role("theirs", { MALLOC_ARENA_MAX: "7" })],
    () => {},
    (line) => {
      if (lines.push(line) === 2) resolve(lines.toSorted());
    },
  );
  onTestFinished(() => supervised.stop());
  expect(await said).toEqual(["ours 2 131072", "theirs 7 131072"]);
});

/** A line as a role writes it. */
function logged(level: "info" | "warn" | "error", entry: object, msg: string): string {
  let line = "";
  createLog("trace", "worker", { write: (text) => void (line = text.trim()) })[level](entry, msg);
  return line;
}

test("a job's line names what happened and the job, and not what only a search needs", () => {
  const line = logged("info", { job: "ana_1", request_id: "req_1", outcome: "Hold" }, "job ended");
  expect(roleLine(line, false)).toMatch(/^\d\d:\d\d:\d\d {2}worker {2}job ended, ana_1, outcome Hold$/);
});

test("a warning is named as one, an error with its message and without its stack", () => {
  expect(roleLine(logged("warn", { host: "0.0.0.0" }, "everybody is let in"), false)).toMatch(
    /worker {2}warn: everybody is let in, host 0\.0\.0\.0$/,
  );
  const line = logged("error", { err: new Error("first\nsecond") }, "recovery failed");
  expect(roleLine(line, false)).toMatch(/worker {2}error: recovery failed, first second$/);
});

test("requests and greetings are shown only to whoever wants all", () => {
  const line = logged("info", { method: "GET", path: "/v1/config", status: 200, owner: null }, "request");
  expect(roleLine(line, false)).toBeNull();
  expect(roleLine(line, true)).toMatch(/request, method GET, path \/v1\/config, status 200$/);
});

test("what is no log line is shown as it is, but a terminal obeys nothing in it", () => {
  expect(roleLine("conclave: PORT must be a whole number", false)).toBe("conclave: PORT must be a whole number");
  expect(roleLine('{"odd": 1}', false)).toBe('{"odd": 1}');
  expect(roleLine("\u001B[2Jgone", false)).toBe("gone");
  expect(roleLine("", false)).toBeNull();
  expect(roleLine(logged("info", { job: "ana_\u001B[31m1" }, "job started"), false)).toMatch(/job started, ana_1$/);
});
