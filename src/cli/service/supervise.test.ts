import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pauseAfter, supervise } from "./supervise.ts";

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
