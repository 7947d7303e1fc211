import { toolSteps } from "#src/contract/run/run.ts";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Decimal } from "decimal.js";
import { cutoffOf, setCutoff } from "#src/contract/backtests/knowledge-cutoff.ts";
import { measureMemory } from "#src/backtest/memory/measure.ts";
import {
  prepareMemory,
  type MemorySubject,
  type MemoryTools,
  type PreparedMemory,
} from "#src/backtest/memory/prepare.ts";
import { chooseData } from "#src/server/compose/data/choose-data.ts";
import { chooseReasoner } from "#src/server/compose/models/choose-reasoner.ts";
import { memoryRepetitions, type MemoryMeasurement } from "#src/contract/backtests/memory.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { KeptAnswer, keptAnswers } from "#src/debate/attribution/reuse.ts";
import { listedSymbols, readSymbol } from "#src/market/symbols/read-symbol.ts";
import { isRealDate } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { appendLine, readLines } from "#src/core/text/lines-file.ts";
import { counted } from "#src/core/text/number-text.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { memoryRows, agreementLine } from "#src/report/backtest/memory-text.ts";
import { keepMeasurement } from "#src/product/memory/memory.ts";
import type { Cli } from "../cli.ts";
import { readBudget, readReasoner, readSeed, readWhole } from "../runs/run-flags.ts";
import { lockRun } from "../runs/run-folder.ts";
import { jsonLine, say } from "../terminal.ts";
import { readRequest, type AnalyzeFlags } from "./analyze.ts";

export interface MemoryFlags extends AnalyzeFlags {
  /** The managers' and all others'. */
  readonly model?: string;
  readonly repeat?: string;
  readonly cutoff?: string;
  readonly store?: boolean;
  readonly yes?: boolean;
}

const resultFile = "memory.json";
const answersFile = "answers.jsonl";

/**
 * Shows the cost and waits for `--yes`. Answers are kept, so a later call continues.
 * @throws InvalidInput, VendorFailed, ModelFailed
 */
export async function memory(cli: Cli, ticker: string, flags: MemoryFlags): Promise<void> {
  const { model } = flags;
  const wish = readReasoner({
    ...flags,
    ...(model !== undefined && { deep: flags.deep ?? model, quick: flags.quick ?? model }),
  });
  const chosen = await chooseReasoner(wish, cli.settings);
  if (chosen.provider === "rules") {
    say(cli.out, "The rules engine has no training data, so there is no memory to measure.");
    return;
  }
  const repetitions = readWhole("--repeat", flags.repeat, 1, memoryRepetitions.most) ?? memoryRepetitions.usual;
  const { subject, vendors } = await subjectOf(cli, ticker, flags);
  const reasoner = await cli.reasonerFor(chosen);
  const cutoff = readCutoff(flags.cutoff) ?? setCutoff(cli.settings.reasoner.cutoffs, reasoner.models);
  const draft = await cli.reasonerFor({ provider: "rules", deep: null, quick: null, baseUrl: null });
  const tools = { vendors, reasoner, clock: cli.clock, signal: cli.interruption() };
  const prepared = await prepareMemory(tools, draft, subject);
  const most = prepared.mostUsd === null ? null : new Decimal(prepared.mostUsd).times(repetitions).toFixed();
  announce(cli, { prepared, reasoner, repetitions, most, cutoff });
  if (flags.yes !== true) {
    say(cli.err, "No model was called. Add --yes to continue.");
    if (flags.json === true)
      cli.out.write(jsonLine({ estimate: { calls: prepared.calls * repetitions, cost_usd: most } }));
    return;
  }
  const folder = flags.out ?? join(cli.settings.home, "memory", folderName(prepared, reasoner, chosen));
  await mkdir(folder, { recursive: true });
  const free = await lockRun(folder);
  try {
    const measured = await measure(cli, tools, prepared, {
      repetitions,
      budget: readBudget(flags) ?? most,
      cutoff,
      folder,
    });
    await writeFile(join(folder, resultFile), `${JSON.stringify(measured, null, 2)}\n`);
    show(cli, measured, flags.json === true, folder);
    if (flags.store !== true) return;
    const { withDatabase } = await import("../service/with-database.ts");
    await withDatabase(cli, (ctx) => keepMeasurement(ctx, measured));
    say(cli.err, "Stored: reports of this service show it beside ratings of the same models and year.");
  } finally {
    await free();
  }
}

async function subjectOf(cli: Cli, ticker: string, flags: MemoryFlags) {
  const { settings } = cli;
  const request = readRequest(ticker, flags, cli.clock.now());
  const wish = { archives: flags.archive ?? [], online: flags.offline === true ? false : (flags.online ?? null) };
  const data = chooseData(wish, settings, request.ticker, request.trade_date, cli.demoArchive);
  const vendors = await cli.vendorChainFor(data.choice);
  const read = readSymbol(request.ticker, request.asset_type, listedSymbols(vendors));
  if (!read.ok) throw new InvalidInput(`ticker: ${read.detail}`);
  const subject: MemorySubject = {
    symbol: read.symbol,
    request,
    settings: {
      runId: `${read.symbol.symbol}-${request.trade_date}`,
      codeVersion: cli.version,
      seed: readSeed(flags),
      rounds: settings.rounds,
      riskRounds: readWhole("--risk-rounds", flags.riskRounds, 1, 10) ?? settings.riskRounds,
      toolSteps,
      onlineTools: data.choice.online,
      budgetUsd: null,
    },
  };
  return { subject, vendors };
}

interface Announced {
  readonly prepared: PreparedMemory;
  readonly reasoner: Reasoner;
  readonly repetitions: number;
  readonly most: string | null;
  readonly cutoff: string | null;
}

function announce(cli: Cli, { prepared, reasoner, repetitions, most, cutoff }: Announced): void {
  const { symbol, session, calls, notes } = prepared;
  const { provider, models } = reasoner;
  const price = most === null ? "at an unknown price" : `for at most ${usdText(most)}`;
  const names = [...new Set([models.deep, models.quick])].join(" and ");
  say(
    cli.err,
    `Conclave · memory of ${provider} ${names} · ${symbol.symbol} as of ${session} · ${counted(repetitions, "repetition")}, about ${counted(calls * repetitions, "call")} ${price}`,
  );
  const { date, source } = cutoffOf(cutoff, { provider, ...models });
  if (date === null) say(cli.err, `Knowledge cut-off: ${source}`);
  else if (session > date)
    say(
      cli.err,
      `The session is after the models' knowledge cut-off of ${date}, so there should be nothing to remember.`,
    );
  for (const note of notes) say(cli.err, note);
}

async function measure(
  cli: Cli,
  tools: MemoryTools,
  prepared: PreparedMemory,
  how: { repetitions: number; budget: string | null; cutoff: string | null; folder: string },
): Promise<MemoryMeasurement> {
  const path = join(how.folder, answersFile);
  const { values } = await readLines(path, KeptAnswer);
  const answers = keptAnswers(values, (answer) => appendLine(path, answer));
  return measureMemory({ ...tools, answers }, prepared, {
    ...how,
    onRated: (world, repetition, rating) =>
      say(cli.err, `${repetition + 1}/${how.repetitions} ${world.replace("_", " ")}: ${rating}`),
  });
}

function show(cli: Cli, measured: MemoryMeasurement, json: boolean, folder: string): void {
  if (json) {
    cli.out.write(jsonLine(measured));
    return;
  }
  for (const row of memoryRows(measured)) say(cli.out, row.join("  "));
  say(cli.out, agreementLine(measured));
  const { calls, reused, cost_usd: cost, stopped } = measured;
  say(
    cli.out,
    `${counted(calls, "call")} made, ${reused} reused, ${cost === null ? "unknown price" : usdText(cost)}. ${folder}/${resultFile}`,
  );
  if (stopped !== null) say(cli.out, `Not everything was measured: ${stopped}`);
}

/** By instrument, session and model settings. */
function folderName(
  { symbol, session }: PreparedMemory,
  { provider, models, tuning }: Reasoner,
  { baseUrl, deepBaseUrl }: { readonly baseUrl: string | null; readonly deepBaseUrl?: string },
): string {
  const asked = canonicalJson({ provider, models, tuning: tuning ?? null, urls: [baseUrl, deepBaseUrl ?? null] });
  const plain = [symbol.symbol, session, models.deep].map((part) => part.replaceAll(/[^A-Za-z0-9.-]/g, "_"));
  return [...plain, sha256(asked).slice(0, 8)].join("-");
}

function readCutoff(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isRealDate(text))
    throw new InvalidInput(`--cutoff: must be a date as YYYY-MM-DD, not "${text}"`);
  return text;
}
