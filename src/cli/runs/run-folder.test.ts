import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { InvalidInput } from "#src/core/errors.ts";
import { temporaryFolder } from "#tests/support/archive-folder.ts";
import { lockRun, processStart } from "./run-folder.ts";

/** A process that does nothing until it is killed. */
function idle(): ReturnType<typeof spawn> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("a run that nobody has can be taken, and given free again", async () => {
  const folder = temporaryFolder();
  const free = await lockRun(folder);
  expect(readdirSync(folder)).toHaveLength(1);
  await free();
  expect(readdirSync(folder)).toEqual([]);
});

test("a living process keeps a run, and a dead one does not", async () => {
  const folder = temporaryFolder();
  const child = idle();
  const claim = `run.${child.pid}-${processStart(child.pid ?? 0)}.lock`;
  writeFileSync(join(folder, claim), "");
  await expect(lockRun(folder)).rejects.toThrow(InvalidInput);
  await expect(lockRun(folder)).rejects.toThrow(`process ${child.pid} is already working`);
  // Who steps back leaves nothing.
  expect(readdirSync(folder)).toEqual([claim]);
  child.kill("SIGKILL");
  await once(child, "exit");
  const free = await lockRun(folder);
  expect(readdirSync(folder)).not.toContain(claim);
  await free();
});

test("a process that has got the id of a dead one keeps nothing for it", async () => {
  const folder = temporaryFolder();
  const child = idle();
  writeFileSync(join(folder, `run.${child.pid}-1.lock`), "");
  await (
    await lockRun(folder)
  )();
  expect(readdirSync(folder)).toEqual([]);
});

test("other files of the folder are left alone", async () => {
  const folder = temporaryFolder();
  for (const name of ["steps.jsonl", "run.x-1.lock", "run.1-1.lock.bak"]) writeFileSync(join(folder, name), "");
  await (
    await lockRun(folder)
  )();
  expect(readdirSync(folder).toSorted()).toEqual(["run.1-1.lock.bak", "run.x-1.lock", "steps.jsonl"]);
});

test("a start is the same each time it is asked, and there is none where there is no process", async () => {
  expect(processStart(process.pid)).toBe(processStart(process.pid));
  expect(processStart(process.pid)).not.toBeNull();
  const child = idle();
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(processStart(child.pid ?? 0)).toBeNull();
});
