import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Passage } from "#src/contract/jobs/assistant.ts";
import { emptyFolder } from "#tests/support/empty-folder.ts";
import { keptPassages, passagesKey } from "./compose-assistant.ts";

const passage = (text: string): Passage => ({
  id: "help/a",
  source: "help",
  url: "/help/a",
  title: "A",
  heading: null,
  text,
  asks: [],
});

const never = (): Promise<never> => Promise.reject(new Error("it was made again"));
const made = (text: string) => () => Promise.resolve([passage(text)]);

test("what was made from the same is not made again; what was made from another is", async () => {
  const file = join(emptyFolder(), "cache/passages.json");
  expect(await keptPassages(file, "one", made("first"))).toEqual([passage("first")]);
  expect(await keptPassages(file, "one", never)).toEqual([passage("first")]);
  expect(await keptPassages(file, "two", made("second"))).toEqual([passage("second")]);
  expect(await keptPassages(file, "two", never)).toEqual([passage("second")]);
  expect(readdirSync(join(file, ".."))).toEqual(["passages.json"]);
});

test.each(["", "{", "[]", '{"key":"one","passages":[{"id":"help/a"}]}'])(
  "a file that holds %j is made again",
  async (text) => {
    const file = join(emptyFolder(), "passages.json");
    writeFileSync(file, text);
    expect(await keptPassages(file, "one", made("whole"))).toEqual([passage("whole")]);
    expect(await keptPassages(file, "one", never)).toEqual([passage("whole")]);
  },
);

test("where nothing can be written, it is made each time", async () => {
  const file = join(emptyFolder(), "passages.json");
  mkdirSync(file);
  for (const text of ["first", "second"]) expect(await keptPassages(file, "one", made(text))).toEqual([passage(text)]);
});

test("the key changes with the code, each text, the measured figures and the libraries", () => {
  const project = join(import.meta.dirname, "../../../..");
  const root = emptyFolder();
  const copied = [
    "package.json",
    "content/figures.json",
    "content/help/as-of.md",
    "content/blog/review-is-not-hold.md",
  ];
  for (const path of copied) cpSync(join(project, path), join(root, path));
  const keys = new Set([passagesKey(root, "1"), passagesKey(root, "2")]);
  for (const path of copied) {
    writeFileSync(join(root, path), `${readFileSync(join(root, path), "utf8")}\n`);
    keys.add(passagesKey(root, "1"));
  }
  cpSync(join(root, "content/help/as-of.md"), join(root, "content/help/new.md"));
  keys.add(passagesKey(root, "1"));
  expect(keys.size).toBe(copied.length + 3);
});
