/**
 * Runs every attack that docs/security.md lists and writes what was seen into its tables: `npm run attacks`. A case
 * that does not end as it must says so in its row, and the command fails. With `--only PATTERN` it runs those
 * alone whose name or tests have that, and leaves what the others' lines say. With each `--results FILE` it
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

/** What tests/contract/attack.test.ts notes of a request at the front door: a status for each set-up. */
const Request = z.object({
  name: z.string(),
  setups: z.array(z.string()),
  expected: z.array(z.number()),
  seen: z.array(z.number()),
});
const Results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          meta: z.object({ attack: Request.optional() }).optional(),
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

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");

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
  const line = before.split("\n").find((one) => one.startsWith(`| ${cell(name)} |`));
  return line === undefined ? "**not seen**: not run" : (/\*\*.*(?= \| `)/.exec(line)?.[0] ?? null);
}
const requests = results.testResults.flatMap(({ assertionResults }) =>
  assertionResults.flatMap(({ meta }) => (meta?.attack === undefined ? [] : [meta.attack])),
);
const setups = requests[0]?.setups ?? [];

const cases = table(
  ["Case", "Ends as", "Tests"],
  told.map(({ attack, problem }) => [
    attack.name,
    problem ?? attack.expected,
    attack.tests.map((path) => `\`${path}\``).join(", "),
  ]),
);
const byRequest = table(["Request", ...setups], requestRows());

/** Paths of one case share a row: the API's status, then the others'. So do requests that were answered alike. */
function requestRows(): string[][] {
  const names = Map.groupBy(requests, ({ name }) => name.replace(/: \/\S+$/, ""));
  const rows = [...names].map(([name, paths]) => ({ name, cells: setups.map((_, at) => statuses(paths, at)) }));
  return [...Map.groupBy(rows, ({ cells }) => cells.join())].map(([, alike]) => [
    alike.map(({ name }) => name).join("; "),
    ...(alike[0]?.cells ?? []),
  ]);
}

function statuses(paths: typeof requests, at: number): string {
  const texts = paths.map(({ seen, expected }) =>
    seen[at] === expected[at] ? String(seen[at]) : `**${seen[at]}**, expected ${expected[at]}`,
  );
  return [...new Set(texts)].join(" / ");
}

/** Replaces what stands between the two marks of a name. */
function fill(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}: written by npm run attacks -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/security.md has no place for ${name}`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

const filled = fill(before, "cases", cases);
writeFileSync(page, requests.length === 0 ? filled : fill(filled, "requests", byRequest));
const missed = told.filter(({ problem }) => problem !== null);
for (const { attack, problem } of missed) console.error(`${attack.name}: ${problem}`);
console.log(
  `${told.length - missed.length} of ${told.length} cases as expected, ${requests.length} requests in ${setups.length} set-ups`,
);
process.exitCode = missed.length === 0 && (requests.length > 0 || only !== "") ? 0 : 1;
