/*
 * Runs the fault tests with many seeds, and writes what was injected and what was lost into docs/faults.json and
 * docs/faults.md.
 * Ends with 1 when anything was lost. With `--only PATTERN` it runs the faults and tests alone whose name has that, and
 * leaves what was written of the others. With `--results FILE` it takes reports of earlier runs instead (Vitest's
 * `--reporter=json`), as many as are given.
 *
 * Usage: npm run test:fault -- [--seeds N] [--only PATTERN] [--results FILE]...
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { faults as allFaults } from "#tests/support/faults/faults.ts";
import { gatheredTests } from "#tests/support/faults/gathered.ts";

const root = join(import.meta.dirname, "..");
const histories = "broken-service.full.test.ts";

const Outcome = z.object({
  fault: z.string(),
  injected: z.string(),
  seed: z.int(),
  jobs: z.record(z.string(), z.int()),
  deposits: z.int(),
  events: z.int(),
  connections: z.int(),
  turnedAway: z.int(),
  requests: z.int(),
  wellAfterMs: z.int(),
  lost: z.array(z.string()),
  wrong: z.array(z.string()),
});
type Outcome = z.infer<typeof Outcome>;
const Results = z.object({
  startTime: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          meta: z.object({ outcomes: z.array(Outcome).optional() }).optional(),
        }),
      ),
    }),
  ),
});
type Results = z.infer<typeof Results>;

const OfFault = z.object({
  fault: z.string(),
  injected: z.string(),
  day: z.string(),
  seeds: z.array(z.int()),
  jobs: z.int(),
  failed: z.int(),
  deposits: z.int(),
  events: z.int(),
  connections: z.int(),
  requests: z.int(),
  turnedAway: z.int(),
  wellAfterMs: z.object({ median: z.int(), most: z.int() }),
  lost: z.array(z.string()),
  wrong: z.array(z.string()),
});
type OfFault = z.infer<typeof OfFault>;
const OfTest = z.object({ file: z.string(), day: z.string(), cases: z.int(), failed: z.array(z.string()) });
const figures = join(root, "docs/faults.json");
const before = z
  .object({ faults: z.array(OfFault), tests: z.array(OfTest) })
  .parse(JSON.parse(readFileSync(figures, "utf8")));

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "20" },
    only: { type: "string", default: "" },
    results: { type: "string", multiple: true },
  },
});
const only = new RegExp(values.only, "i");
const hasHistories = allFaults.some(({ name }) => only.test(name));
const loadBefore = loadavg()[0] ?? 0;
const reports = values.results?.map((file) => Results.parse(JSON.parse(readFileSync(file, "utf8")))) ?? [run()];
const files = reports.flatMap(({ testResults }) => testResults);
const outcomes = files.flatMap(({ assertionResults }) => assertionResults.flatMap(({ meta }) => meta?.outcomes ?? []));
const day = new Date(Math.min(...reports.map(({ startTime }) => startTime))).toISOString().slice(0, 10);
const faults = allFaults.map(({ name, injected }): OfFault => {
  const kept = only.test(name) ? undefined : before.faults.find(({ fault }) => fault === name);
  const fresh = summed(outcomes.filter(({ fault }) => fault === name));
  return kept === undefined ? { fault: name, injected, day, ...fresh } : { ...kept, injected };
});
const gathered = gatheredTests.map((one) => {
  const kept = only.test(one.file) ? undefined : before.tests.find(({ file }) => file === one.file);
  if (kept !== undefined) return { ...one, ...kept };
  const ran = files.filter(({ name }) => basename(name) === one.file).flatMap((all) => all.assertionResults);
  const cases = ran.filter(({ status }) => status === "passed" || status === "failed");
  const failed = cases.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  return { ...one, day, cases: cases.length, failed };
});
const known = new Set([histories, ...gatheredTests.map(({ file }) => file)]);
const unknown = files.map(({ name }) => basename(name)).filter((name) => !known.has(name));
if (unknown.length > 0) throw new Error(`tests/support/faults/gathered.ts does not name ${unknown.join(", ")}`);

function run(): Results {
  const out = mkdtempSync(join(tmpdir(), "conclave-faults-"));
  try {
    const file = join(out, "results.json");
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const named = gatheredTests.flatMap((one) => (only.test(one.file) ? [one.file] : []));
    const paths = [...(hasHistories ? [histories] : []), ...named].map((name) => `tests/fault/${name}`);
    spawnSync(process.execPath, [vitest, "run", ...paths, ...reporters], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, FAULT_SEEDS: values.seeds, FAULT_ONLY: values.only },
    });
    return Results.parse(JSON.parse(readFileSync(file, "utf8")));
  } finally {
    rmSync(out, { recursive: true });
  }
}

function summed(all: readonly Outcome[]) {
  const sum = (of: (one: Outcome) => number): number => all.reduce((total, one) => total + of(one), 0);
  const well = all.map(({ wellAfterMs }) => wellAfterMs).toSorted((a, b) => a - b);
  return {
    seeds: all.map(({ seed }) => seed).toSorted((a, b) => a - b),
    jobs: sum(({ jobs }) => Object.values(jobs).reduce((total, count) => total + count, 0)),
    failed: sum(({ jobs }) => jobs["failed"] ?? 0),
    deposits: sum(({ deposits }) => deposits),
    events: sum(({ events }) => events),
    connections: sum(({ connections }) => connections),
    requests: sum(({ requests }) => requests),
    turnedAway: sum(({ turnedAway }) => turnedAway),
    wellAfterMs: { median: well[Math.floor((well.length - 1) / 2)] ?? 0, most: well.at(-1) ?? 0 },
    lost: all.flatMap(({ seed, lost }) => lost.map((text) => `seed ${seed}: ${text}`)),
    wrong: all.flatMap(({ seed, wrong }) => wrong.map((text) => `seed ${seed}: ${text}`)),
  };
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");
const grouped = (count: number): string => count.toLocaleString("en");
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)}s`;

const machine = `${availableParallelism()} cores, Node ${process.versions.node}`;
const historyTable = table(
  ["Fault", "Jobs", "Turned away", "Well after", "Lost"],
  faults.map((one) => {
    const broken = [...one.lost, ...one.wrong];
    return one.seeds.length === 0
      ? [one.fault, "not run", "", "", ""]
      : [
          one.fault,
          one.failed === 0 ? grouped(one.jobs) : `${grouped(one.jobs)}, ${one.failed} failed`,
          `${Math.round((100 * one.turnedAway) / Math.max(1, one.requests))}%`,
          `${seconds(one.wellAfterMs.median)} to ${seconds(one.wellAfterMs.most)}`,
          broken.length === 0 ? "0" : `**${broken.length}**: ${broken[0]}`,
        ];
  }),
);
const gatheredList = gathered
  .map(({ file, injected, holds, cases, failed }) => {
    const seen =
      cases === 0 ? " **Not run.**" : failed.length === 0 ? "" : ` **${failed.length} broken**: ${failed[0]}`;
    return `- \`${file}\`: ${injected}; ${holds}.${seen}`;
  })
  .join("\n");

/** Replaces what stands between the two marks of a name. */
function fill(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}: written by npm run test:fault -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/faults.md has no place for ${name}`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

const page = join(root, "docs/faults.md");
const text = readFileSync(page, "utf8");
writeFileSync(page, fill(fill(text, "histories", historyTable), "tests", gatheredList));
const written = { machine, loadBefore: Math.round(loadBefore * 10) / 10, faults, tests: gathered };
writeFileSync(figures, `${JSON.stringify(written, null, 2)}\n`);
const lost = faults.flatMap((one) => one.lost);
const wrong = faults.flatMap((one) => one.wrong);
const broken = gathered.flatMap(({ failed }) => failed);
for (const line of [...lost, ...wrong, ...broken]) console.error(line);
console.log(
  `${outcomes.length} faults: ${lost.length} lost, ${wrong.length} wrong answers; ${broken.length} other tests failed`,
);
process.exitCode =
  lost.length + wrong.length === 0 && broken.length === 0 && (outcomes.length > 0 || !hasHistories) ? 0 : 1;
