import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { usualCapital, usualSample } from "#src/backtest/validity/section.ts";
import { loadSubjects } from "#src/backtest/orders.ts";
import { sameArchives } from "#src/server/compose/data/archives.ts";
import { backtestArchives } from "#src/server/compose/data/choose-data.ts";
import { BacktestResult } from "#src/contract/backtests/backtest.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { jsonOrNothing } from "#src/core/json-or-nothing.ts";
import type { BacktestFlags } from "../backtest/flags.ts";
import { makeValidity, type Examination } from "../backtest/make-validity.ts";
import { validitySummary } from "../backtest/console.ts";
import type { Cli } from "../cli.ts";
import { keptReasoner } from "../runs/run-in-folder.ts";
import { jsonText, say } from "../terminal.ts";

/** Includes those of an order: without a result, the backtest is made first. */
export interface ValidityFlags extends BacktestFlags {
  readonly capital?: string;
  readonly sample?: string;
}

/**
 * Nothing is paid for.
 * @param names folder or `result.json`; more are other configurations
 * @throws InvalidInput; CorruptRun; VendorFailed; Cancelled
 */
export async function runValidity(cli: Cli, names: readonly string[], flags: ValidityFlags): Promise<void> {
  const capital = readAmount("--capital", flags.capital, usualCapital, 1, 1e12);
  const sample = readAmount("--sample", flags.sample, usualSample, 1, 1000);
  const ordered = orderOf(flags);
  if (names.length > 0 && ordered !== undefined)
    throw new InvalidInput(`${ordered}: cannot be combined with an existing result; leave it out`);
  if (names.length === 0 && flags.symbols === undefined)
    throw new InvalidInput(
      "name the folder or result.json of a backtest, or give --symbols, --from and --to to make one",
    );
  const [first, ...rest] = names.length === 0 ? [await backtestFirst(cli, flags)] : names.map((name) => resolve(name));
  if (first === undefined) throw new InvalidInput("name the folder or result.json of a backtest");
  const result = await readResult(first);
  const others = await Promise.all(rest.map(readResult));
  const signal = cli.interruption();
  const examination = await examinationOf(cli, result, flags, sample, signal);
  const folder = statSync(first).isDirectory()
    ? first
    : existsSync(join(dirname(first), "backtest.json"))
      ? dirname(first)
      : null;
  const report = await makeValidity(cli, { result, others, examination, capital, folder }, signal);
  if (flags.json === true) cli.out.write(jsonText(report));
  else cli.out.write(validitySummary(report, folder));
}

/** The first flag that configures a backtest. */
function orderOf({ symbols, from, to, short, maskTicker, cutoff, out, budgetUsd }: ValidityFlags): string | undefined {
  return Object.entries({
    "--symbols": symbols,
    "--from": from,
    "--to": to,
    "--short": short,
    "--mask-ticker": maskTicker,
    "--cutoff": cutoff,
    "--out": out,
    "--budget-usd": budgetUsd,
  }).find(([, value]) => value !== undefined)?.[0];
}

async function backtestFirst(cli: Cli, flags: ValidityFlags): Promise<string> {
  const { makeBacktest } = await import("./backtest.ts");
  const { folder } = await makeBacktest(cli, flags);
  return folder;
}

async function readResult(name: string): Promise<BacktestResult> {
  const path = existsSync(name) && statSync(name).isDirectory() ? join(name, "result.json") : name;
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new InvalidInput(`${path} cannot be read; name the folder or result.json of a finished backtest`, { cause });
  });
  const read = BacktestResult.safeParse(jsonOrNothing(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new InvalidInput(`${path} is not the result.json of a backtest (${issue?.path.map(String).join(".") ?? ""})`);
}

/** `null`, with a message, where the backtest's archives are not here. */
async function examinationOf(
  cli: Cli,
  result: BacktestResult,
  flags: ValidityFlags,
  sample: number,
  signal: AbortSignal,
): Promise<Examination | null> {
  const { settings } = result;
  const archives = await archivesOf(cli, flags, settings.archives);
  if (archives === null) {
    const wanted = settings.archives.map(({ name }) => name).join(", ");
    say(cli.err, `conclave: the archives that this backtest used are not here (${wanted}); name them with --archive`);
    return null;
  }
  const vendors = await cli.vendorChainFor({ archives, online: false });
  const subjects = await loadSubjects(vendors, result, signal);
  return { vendors, subjects, reasoner: await reasonerOf(cli, result), sample };
}

/** The same bytes, among named or set ones. */
async function archivesOf(
  cli: Cli,
  { archive }: ValidityFlags,
  wanted: BacktestResult["settings"]["archives"],
): Promise<string[] | null> {
  const dirs = (archive ?? backtestArchives(cli.settings, cli.demoArchive)).map((dir) => resolve(dir));
  for (const dir of archive === undefined ? [] : dirs)
    if (!existsSync(dir)) throw new InvalidInput(`--archive: there is no folder ${dir}`);
  return sameArchives(dirs, wanted);
}

/** The reasoner that made the backtest; `null`, with a message, where it cannot be built here. */
async function reasonerOf(cli: Cli, { settings }: BacktestResult): Promise<Reasoner | null> {
  const { reasoner } = settings;
  try {
    return await keptReasoner(cli, reasoner.provider === "rules" ? { ...reasoner, deep: null, quick: null } : reasoner);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    say(cli.err, `conclave: decisions cannot be repeated: ${error.message}`);
    return null;
  }
}

function readAmount(flag: string, text: string | undefined, unset: number, least: number, most: number): number {
  if (text === undefined) return unset;
  const value = Number(text);
  if (!/^\d{1,13}$/.test(text) || value < least || value > most)
    throw new InvalidInput(`${flag}: must be a whole number from ${least} to ${most}, not "${text}"`);
  return value;
}
