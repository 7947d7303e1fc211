import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CorruptRun } from "#src/core/errors.ts";
import { temporaryFolder } from "#tests/support/archive-folder.ts";
import { answerFiles } from "./folder.ts";

const key = "ab".repeat(32);

test("what was never asked is not there, and what was written comes back", async () => {
  const store = answerFiles(temporaryFolder());
  expect(await store.read(key)).toBeNull();
  await store.write(key, { kind: "statement", text: "so", none: undefined });
  expect(await store.read(key)).toEqual({ kind: "statement", text: "so" });
});

test("an altered or cut answer is refused and not taken for another", async () => {
  const dir = temporaryFolder();
  const store = answerFiles(dir);
  await store.write(key, { text: "Buy" });
  const path = join(dir, "ab", `${key}.json`);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace("Buy", "Sell"));
  await expect(store.read(key)).rejects.toThrow(CorruptRun);
  writeFileSync(path, text.slice(0, 20));
  await expect(store.read(key)).rejects.toThrow(CorruptRun);
});

test("many writers of one answer leave one whole file and no parts", async () => {
  const dir = temporaryFolder();
  const store = answerFiles(dir);
  await Promise.all(Array.from({ length: 20 }, () => store.write(key, { text: "x".repeat(5000) })));
  expect(readdirSync(join(dir, "ab"))).toEqual([`${key}.json`]);
  expect(await store.read(key)).toEqual({ text: "x".repeat(5000) });
});
