import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

/* What a run does not use is not loaded: half of a short command's time is the loading of modules. */

const root = join(import.meta.dirname, "../..");

/** Packages and files of ours that `conclave` loads for these arguments. */
function loadedBy(...args: readonly string[]): { packages: string[]; files: string[] } {
  const home = mkdtempSync(join(tmpdir(), "conclave-modules-"));
  try {
    const list = join(home, "modules.txt");
    const recorder = pathToFileURL(join(root, "tests/support/record-modules.ts")).href;
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--import", recorder, join(root, "src/cli/main.js"), ...args],
      { env: { PATH: process.env["PATH"], CONCLAVE_HOME: join(home, "home"), RECORD_MODULES: list }, encoding: "utf8" },
    );
    expect(status, stderr).toBe(0);
    const urls = readFileSync(list, "utf8").split("\n");
    const of = (pattern: RegExp): string[] => [
      ...new Set(urls.flatMap((url) => pattern.exec(decodeURIComponent(url))?.[1] ?? [])),
    ];
    return {
      packages: of(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//).toSorted(),
      files: of(/\/src\/((?:cli|contract|core|debate|market|product|report|server\/compose)\/.*)$/),
    };
  } finally {
    rmSync(home, { recursive: true });
  }
}

test("an analysis by the rules loads no model, no online vendor, no database and no other command", () => {
  const { packages, files } = loadedBy("analyze", "DEMO", "--date", "2019-06-03", "--reasoner", "rules");
  // What reads markdown with positions is many small packages.
  const isMarkdown =
    /^(?:micromark|mdast|unist)-|^(?:micromark|character-entities|decode-named-character-reference|devlop|longest-streak|markdown-table|zwitch)$/;
  expect(packages.filter((name) => !isMarkdown.test(name))).toEqual([
    "afinn-165-financialmarketnews",
    "commander",
    "d3-array",
    "d3-color",
    "d3-format",
    "d3-interpolate",
    "d3-scale",
    "d3-time",
    "d3-time-format",
    "decimal.js",
    "entities",
    "hono",
    "linkify-it",
    "markdown-it",
    "mdurl",
    "punycode.js",
    "uc.micro",
    "zod",
  ]);
  expect(files.filter((file) => file.startsWith("cli/commands/"))).toEqual(["cli/commands/analyze.ts"]);
  expect(files.filter((file) => file.startsWith("market/vendors/")).toSorted()).toEqual([
    "market/vendors/archive/archive-files.ts",
    "market/vendors/archive/archive-lines.ts",
    "market/vendors/archive/archive-records.ts",
    "market/vendors/archive/archive.ts",
  ]);
  // The names of providers and their models are a table that loads nothing.
  expect(
    files.filter((file) => /^(?:core\/db|product)\/|^debate\/reasoners\/(?:llm|scripted)\/|^report\/pdf/.test(file)),
  ).toEqual(["debate/reasoners/llm/provider-names.ts"]);
});

test("the version is printed without a command being loaded", () => {
  const { files } = loadedBy("--version");
  expect(files.filter((file) => /^cli\/commands\/|^debate\/(?!reasoners\/)|^report\//.test(file))).toEqual([]);
});
