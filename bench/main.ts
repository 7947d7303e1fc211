import { execFileSync, fork, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { systemClock } from "#src/core/clock.ts";
import shared from "#tests/support/shared.ts";
import { historyOf, remember, type Entry } from "./history.ts";
import { Figure } from "./setup.ts";
import { table } from "./table.ts";

/*
 * `npm run bench`: runs the benches one after the other and prints one table. `-- chain poll` runs these alone,
 * `--strict` ends with 1 when a target was missed. Each bench also prints its lines of JSON, with all that it measured.
 */

interface Bench {
  readonly name: string;
  readonly args?: readonly string[];
  /** Whether it opens the web application, which has to be built. */
  readonly pages?: true;
}

const benches: readonly Bench[] = [
  { name: "chain" },
  { name: "rules" },
  { name: "analyze" },
  { name: "archives" },
  { name: "tokens" },
  { name: "figures" },
  { name: "submit" },
  { name: "poll" },
  { name: "streams" },
  { name: "signal-stream" },
  { name: "ipn" },
  { name: "durable" },
  { name: "start", pages: true },
  { name: "backtest" },
  { name: "assistant" },
  { name: "growth", args: ["1000", "10000"] },
  { name: "pdf" },
  { name: "portfolio" },
  { name: "vitals", pages: true },
  { name: "lighthouse", pages: true },
];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: "boolean", default: false } },
});
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench ${unknown.join(", ")}. There are: ${benches.map(({ name }) => name).join(", ")}\n`,
  );
  process.exit(2);
}
const wanted = positionals.length === 0 ? benches : benches.filter(({ name }) => positionals.includes(name));

/** Loaded before a bench: it ends when this process does, however that ends. */
const endsWithUs = `data:text/javascript,process.once("disconnect", () => process.exit(1)); process.channel?.unref();`;

let running: ChildProcess | undefined;
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    stopped = true;
    if (running?.pid !== undefined) process.kill(-running.pid, "SIGTERM");
  });

const machine = `${cpus()[0]?.model.trim() ?? "unknown"}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version.slice(1)}`;

function commit(): string | null {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/** What a bench measured, and whether it came to its end. A group of its own, so that nothing that it started stays. */
async function run({ name, args = [] }: Bench): Promise<{ entries: Entry[]; failed: boolean }> {
  const known = { at: new Date(systemClock.now()).toISOString(), commit: commit(), machine, load: loadavg()[0] ?? 0 };
  const child = fork(join(import.meta.dirname, `${name}.ts`), args, {
    detached: true,
    execArgv: ["--import", endsWithUs],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  running = child;
  const [printed] = await Promise.all([text(child.stdout ?? process.stdin), once(child, "exit")]);
  if (child.pid !== undefined) endGroup(child.pid);
  running = undefined;
  process.stdout.write(printed);
  const entries = printed.split("\n").flatMap((line): Entry[] => {
    if (!line.startsWith("{")) return [];
    const figure = Figure.safeParse(JSON.parse(line));
    return figure.success ? [{ ...figure.data, ...known }] : [];
  });
  const missed = entries.some(({ met }) => !met);
  return { entries, failed: entries.length === 0 || (child.exitCode !== 0 && !missed) };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // Nothing of it is left.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

if (wanted.some(({ pages }) => pages))
  execFileSync(process.execPath, [join(import.meta.dirname, "../scripts/build-pages.ts")], { stdio: "inherit" });
const leave = await shared();
const before = new Map(wanted.map(({ name }) => [name, historyOf(name)]));
const measured: { readonly name: string; readonly entries: readonly Entry[] }[] = [];
const failed: string[] = [];
for (const bench of wanted) {
  if (stopped) break;
  process.stderr.write(`bench ${bench.name}\n`);
  const result = await run(bench);
  if (result.failed) failed.push(bench.name);
  if (stopped) break;
  remember(bench.name, result.entries);
  measured.push({ name: bench.name, entries: result.entries });
}
await leave();

const entries = measured.flatMap((one) => one.entries);
const nameOf = new Map(measured.flatMap((one) => one.entries.map((entry) => [entry, one.name] as const)));
process.stdout.write(`\n${machine}\n\n`);
for (const line of table(entries, (entry) => before.get(nameOf.get(entry) ?? "") ?? []))
  process.stdout.write(`${line}\n`);
if (failed.length > 0) process.stdout.write(`\nDid not come to an end: ${failed.join(", ")}\n`);
if (stopped) process.exitCode = 130;
else if (failed.length > 0 || (values.strict && entries.some(({ met }) => !met))) process.exitCode = 1;
