/*
 * `npm test` runs the core tier, `npm run test:all` the full one, which is the rest. What follows is Vitest's: files,
 * groups of scripts/test/groups.ts, `-t NAME`. TEST_DEADLINE is when it has to have ended, in milliseconds since 1970:
 * where the full tier cannot, one half of it runs, which one by the commit.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { createVitest, parseCLI, type TestSpecification, type Vitest } from "vitest/node";
import { tierVariable } from "#tests/support/runs.ts";
import { groupNames, groups, type Group, type Tier } from "./test/groups.ts";
import { ProcessorTime, secondsOfChildren } from "./test/processor-time.ts";
import { Progress } from "./test/progress.ts";

const root = join(import.meta.dirname, "..");
const [given, ...rest] = process.argv.slice(2);
const tier: Tier = given === "--full" ? "full" : "core";
const args = tier === "full" ? rest : process.argv.slice(2);
const startedAt = performance.now();
const deadline = Number(process.env["TEST_DEADLINE"] ?? Number.POSITIVE_INFINITY);

/** By group, and of what belongs to none. */
const spent = new Map<Group | "set-up", number>();
// The shell of npm ran the set-up before this.
if (process.env["npm_lifecycle_event"] !== undefined) spent.set("set-up", secondsOfChildren(process.ppid));
const processorTime = new ProcessorTime(process.pid);
const progress = new Progress(process.stdout.isTTY && process.env["CI"] === undefined);
let seenSeconds = 0;

/** What was spent since the last look was by the files that run, in equal parts. */
function look(): void {
  const seconds = processorTime.look() ?? 0;
  const running = progress.runningGroups;
  for (const group of running.length === 0 ? (["set-up"] as const) : running)
    spent.set(group, (spent.get(group) ?? 0) + (seconds - seenSeconds) / Math.max(1, running.length));
  seenSeconds = seconds;
}

function prepare(): void {
  for (const script of ["chromium.ts", "build-pages.ts"]) {
    const { status } = spawnSync(process.execPath, [join(root, "scripts", script)], { stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
}

async function runAll(vitest: Vitest, filters: readonly string[]): Promise<string | null> {
  await vitest.standalone();
  const all = await vitest.globTestSpecifications([...filters]);
  if (all.length === 0) return `no test file of this tier fits ${args.join(" ")}`;
  if (tier === "core" || deadline === Number.POSITIVE_INFINITY) {
    await vitest.runTestSpecifications(all, true);
    return null;
  }
  const head = spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).stdout.trim();
  const first = Number.parseInt(head.slice(0, 8), 16) % 2 || 0;
  console.log(`half ${first + 1} of 2 first, by the commit ${head.slice(0, 8)}`);
  const from = Date.now();
  await vitest.runTestSpecifications(halfOf(all, first));
  const tookMs = Date.now() - from;
  if (Date.now() + tookMs * 1.2 > deadline) {
    console.log(
      `ONLY HALF ${first + 1} OF 2 of the full tier ran: it took ${minutes(tookMs)}, and the other does not fit`,
    );
    return null;
  }
  console.log(`half ${2 - first} of 2`);
  await vitest.runTestSpecifications(halfOf(all, 1 - first));
  return null;
}

/** Every other file, so that each half has a part of each group. */
function halfOf(files: readonly TestSpecification[], half: number): TestSpecification[] {
  return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1)).filter((_, index) => index % 2 === half);
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function printTable(): void {
  const seconds = (group: Group | "set-up"): string => (spent.get(group) ?? 0).toFixed(0);
  const rows = groupNames.flatMap((name) => {
    const one = progress.results.get(name);
    if (one === undefined) return [];
    const tests = `${one.passed} passed${one.failed > 0 ? `, ${one.failed} failed` : ""}${one.skipped > 0 ? `, ${one.skipped} skipped` : ""}`;
    return [[name, String(one.files), tests, minutes(one.lastAt - one.firstAt), seconds(name)]];
  });
  const firstAt = Math.min(...[...progress.results.values()].map((one) => one.firstAt), performance.now());
  const total = [...spent.values()].reduce((sum, one) => sum + one, 0);
  const table = [
    ["group", "files", "tests", "wall", "processor s"],
    ["set-up", "", "", minutes(firstAt - startedAt), seconds("set-up")],
    ...rows,
    ["total", "", "", minutes(performance.now() - startedAt), total.toFixed(0)],
  ];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  console.log();
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

/** What went wrong beside tests that failed. */
function otherFailures(problem: string | null, timeIsUp: boolean): string[] {
  const all = args.length > 0 || tier === "full" ? [] : groupNames;
  const results = [...progress.results];
  const without = [...all, ...results.map(([name]) => name)].filter((name) => {
    const one = progress.results.get(name);
    return one === undefined || one.passed + one.failed === 0;
  });
  return [
    ...(problem === null ? [] : [problem]),
    ...(options.testNamePattern !== undefined ? [] : [...new Set(without)].map((name) => `no test of ${name} ran`)),
    ...(progress.unhandled.length > 0 ? [`errors that no test handled: ${progress.unhandled.length}`] : []),
    ...(timeIsUp || progress.unended > 0 ? [`the run was cut off; files that never ended: ${progress.unended}`] : []),
  ];
}

prepare();
look();
setInterval(look, 1000).unref();
process.env[tierVariable] = tier;
const { filter, options } = parseCLI(["vitest", "run", ...args]);
const isGroup = (name: string): name is Group => name in groups;
const filters = filter.flatMap((name) => (isGroup(name) ? groups[name] : [name]));
const vitest = await createVitest({ ...options, watch: false, root, reporters: [progress] });
let timeIsUp = false;
const cutOff = setTimeout(
  () => {
    timeIsUp = true;
    void vitest.cancelCurrentRun("keyboard-input");
  },
  Math.min(2 ** 31 - 1, deadline - Date.now()),
).unref();
let problem: string | null = null;
try {
  problem = await runAll(vitest, filters);
} finally {
  clearTimeout(cutOff);
  await vitest.close();
}
look();
printTable();
const others = otherFailures(problem, timeIsUp);
const results = [...progress.results.values()];
const passed = results.reduce((sum, one) => sum + one.passed, 0);
const counted = results.reduce((sum, one) => sum + one.failed, 0) + others.length;
if (counted === 0 && (process.exitCode ?? 0) !== 0)
  others.push(`Vitest ended with ${process.exitCode} though no test failed`);
for (const text of [...progress.failures, ...others]) console.log(`FAILED ${text}`);
const failed = Math.max(counted, others.length);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
