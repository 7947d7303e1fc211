/**
 * Runs every attack that docs/security.md lists and writes what was seen into it: `npm run attacks`. A case
 * that does not end as it must says so in its line, and the command fails. With `--only PATTERN` it runs those
 * alone whose name or tests have that, and leaves what the other lines say. With each `--results FILE` it
 * takes what a run of tests has seen (`npm test -- --reporter=json --outputFile.json=FILE`) instead of running them.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { attacks, type Attack } from "#tests/support/attacks.ts";

const root = join(import.meta.dirname, "..");
const page = join(root, "docs/security.md");

const Results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
        }),
      ),
    }),
  ),
});
type Results = z.infer<typeof Results>;

function run(files: readonly string[]): Results {
  const out = mkdtempSync(join(tmpdir(), "conclave-attacks-"));
  try {
    const file = join(out, "results.json");
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    spawnSync(
      process.execPath,
      [vitest, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...files],
      {
        cwd: root,
        stdio: "inherit",
      },
    );
    return Results.parse(JSON.parse(readFileSync(file, "utf8")));
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** What is wrong with a case; `null` where it ended as it must. */
function problemOf({ testResults }: Results, { tests }: Attack): string | null {
  const files = testResults.filter(({ name }) => tests.some((path) => name.endsWith(`/${path}`)));
  const cases = files.flatMap(({ assertionResults }) => assertionResults);
  const failed = cases.filter(({ status }) => status === "failed");
  const [first] = failed;
  if (first !== undefined) return `**${failed.length} of ${cases.length} not**: ${first.fullName}`;
  const hasPassed = cases.some(({ status }) => status === "passed");
  return files.length < tests.length || !hasPassed || files.some(({ status }) => status !== "passed")
    ? "**not seen**: a test did not run"
    : null;
}

const { results: given, only } = parseArgs({
  options: { results: { type: "string", multiple: true }, only: { type: "string", default: "" } },
}).values;
const pattern = new RegExp(only, "i");
const chosen = new Set(attacks.filter(({ name, tests }) => pattern.test([name, ...tests].join(" "))));
const results =
  given === undefined
    ? run([...new Set([...chosen].flatMap(({ tests }) => tests))])
    : { testResults: given.flatMap((file) => Results.parse(JSON.parse(readFileSync(file, "utf8"))).testResults) };
const before = readFileSync(page, "utf8");
const told = attacks.map((attack) => ({
  attack,
  problem: chosen.has(attack) ? problemOf(results, attack) : problemBefore(attack),
}));

/** What the line of a case says, which is not run now. */
function problemBefore({ name }: Attack): string | null {
  const line = before.split("\n").find((one) => one.startsWith(`- ${name}: `));
  return line === undefined ? "**not seen**: not run" : (/\*\*.*/.exec(line)?.[0] ?? null);
}

const list = told
  .map(({ attack: { name, expected }, problem }) => `- ${name}: ${(problem ?? expected).replaceAll("\n", " ")}`)
  .join("\n");
const between = /(<!-- cases: written by npm run attacks -->\n\n)[^]*(\n\n<!-- end of cases -->)/;
if (!between.test(before)) throw new Error("docs/security.md has no place for the cases");
writeFileSync(
  page,
  before.replace(between, (_all, begin: string, end: string) => begin + list + end),
);
const missed = told.filter(({ problem }) => problem !== null);
for (const { attack, problem } of missed) console.error(`${attack.name}: ${problem}`);
console.log(`${told.length - missed.length} of ${told.length} cases as expected`);
process.exitCode = missed.length === 0 ? 0 : 1;
