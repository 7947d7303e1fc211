import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { toolSteps } from "#src/contract/run/run.ts";
import { AnalysisRequest, AssetType, shortField } from "#src/contract/jobs/analysis.ts";
import { Language, languageField } from "#src/contract/run/language.ts";
import { todayWhere, tooEarly } from "#src/market/calendar/calendar.ts";
import { listedSymbols, readSymbol } from "#src/market/symbols/read-symbol.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { Instant } from "#src/core/clock.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { chooseData } from "#src/server/compose/data/choose-data.ts";
import { chooseReasoner } from "#src/server/compose/models/choose-reasoner.ts";
import type { Cli, Json } from "../cli.ts";
import { exit } from "../failure.ts";
import { keepHoldings, readHoldingsFile } from "../runs/holdings-files.ts";
import { announce, keptReasoner, runInFolder } from "../runs/run-in-folder.ts";
import {
  type RunFlags,
  oneOf,
  readAnalysts,
  readBudget,
  readReasoner,
  readRounds,
  readSeed,
} from "../runs/run-flags.ts";
import { createRunFolder, runFolder } from "../runs/run-folder.ts";
import { type RunHeader, readRepeatable } from "../runs/steps-file.ts";

/** The flags as they came, all text. */
export interface AnalyzeFlags extends RunFlags {
  readonly date?: string;
  readonly online?: boolean;
  readonly offline?: boolean;
  readonly language?: string;
  readonly allowShort?: boolean;
  readonly holdings?: string;
  readonly failOnReview?: boolean;
}

/**
 * In a new folder.
 * @returns its exit code
 * @throws InvalidInput before anything is asked or written
 */
export async function runAnalyze(cli: Cli, ticker: string, flags: AnalyzeFlags): Promise<number> {
  const request = readRequest(ticker, flags, cli.clock.now());
  const holdings = flags.holdings === undefined ? null : readHoldingsFile(flags.holdings);
  const { folder, header, vendors, reasoner, dataText } = await prepareRun(cli, request, flags);
  if (holdings !== null) await keepHoldings(folder, holdings, null);
  announce(cli, header, dataText);
  const rating = await runInFolder(cli, folder, vendors, reasoner, flags.json === true);
  return flags.failOnReview === true && rating === "REVIEW" ? exit.review : exit.ok;
}

/** A run that has a folder and has not begun. */
interface PreparedRun {
  readonly folder: string;
  readonly header: RunHeader;
  readonly vendors: VendorChain;
  readonly reasoner: Reasoner;
  /** Where its data comes from, for people. */
  readonly dataText: string;
}

/** @throws InvalidInput before anything is asked or written */
export async function prepareRun(cli: Cli, request: AnalysisRequest, flags: AnalyzeFlags): Promise<PreparedRun> {
  const { settings } = cli;
  const parsed = parseSymbol(request.ticker, request.asset_type);
  const { riskRounds } = readRounds(flags);
  const seed = readSeed(flags);
  const budget = readBudget(flags) ?? settings.budgetUsd;
  const data = chooseData(
    { archives: flags.archive ?? [], online: flags.offline === true ? false : (flags.online ?? null) },
    settings,
    parsed.ok ? parsed.symbol.symbol : "",
    request.trade_date,
    cli.demoArchive,
  );
  const vendors = await cli.vendorChainFor(data.choice);
  const symbol = readSymbol(request.ticker, request.asset_type, listedSymbols(vendors));
  if (!symbol.ok) throw new InvalidInput(`ticker: ${symbol.detail}`);
  const chosen = await chooseReasoner(readReasoner(flags), settings);
  const reasoner = await cli.reasonerFor(chosen);
  const header: RunHeader = {
    version: 2,
    run_id: runId(symbol.symbol.symbol, request.trade_date),
    code_version: cli.version,
    seed,
    request,
    rounds: settings.rounds,
    risk_rounds: riskRounds ?? settings.riskRounds,
    tool_steps: toolSteps,
    budget_usd: budget,
    online_tools: data.choice.online,
    conditions: true,
    reasoner: {
      provider: reasoner.provider,
      deep: reasoner.models.deep,
      quick: reasoner.models.quick,
      base_url: chosen.baseUrl,
      uses_tools: reasoner.usesTools,
      ...(chosen.deepBaseUrl !== undefined && { deep_base_url: chosen.deepBaseUrl }),
      ...reasoner.tuning,
    },
    data: data.choice,
  };
  const folder = flags.out === undefined ? join(settings.home, "runs", header.run_id) : resolve(flags.out);
  await createRunFolder(folder, header);
  return { folder, header, vendors, reasoner, dataText: data.text };
}

export function readRequest(ticker: string, flags: AnalyzeFlags, now: Instant): AnalysisRequest {
  if (flags.date === undefined)
    throw new InvalidInput("--date: is required; give the as-of date as YYYY-MM-DD, or today");
  const assetType =
    flags.assetType === undefined ? usualType(ticker) : oneOf("--asset-type", flags.assetType, AssetType);
  const request = AnalysisRequest.safeParse({
    ticker,
    trade_date: flags.date === "today" ? todayWhere(ticker, now) : flags.date,
    asset_type: assetType,
    analysts: readAnalysts(flags),
    max_debate_rounds: readRounds(flags).rounds,
    ...languageField(readFlaggedLanguage(flags)),
    ...shortField(flags.allowShort),
  });
  if (request.success) {
    const early = tooEarly(request.data.trade_date);
    if (early !== null) throw new InvalidInput(`--date: ${early}`);
    return request.data;
  }
  const [issue] = request.error.issues;
  if (issue?.path[0] === "trade_date") throw new InvalidInput(`--date: ${flags.date} ${issue.message}`);
  throw new InvalidInput(`${String(issue?.path[0] ?? "request")}: ${issue?.message ?? "is not valid"}`);
}

function readFlaggedLanguage({ language }: AnalyzeFlags): string | null {
  if (language === undefined) return null;
  const read = Language.safeParse(language);
  if (!read.success)
    throw new InvalidInput(`--language: ${language} ${read.error.issues[0]?.message ?? "is not valid"}`);
  return read.data;
}

/** A pair that begins with a coin is a coin, unless `--asset-type` says otherwise. */
function usualType(ticker: string): AssetType {
  const parsed = parseSymbol(ticker);
  return parsed.ok && parsed.symbol.assetType === "crypto" ? "crypto" : "stock";
}

/** Readable, and random enough to be unique: `AAPL-2025-06-02-3f9a1c`. */
function runId(symbol: string, date: string): string {
  return `${symbol.replaceAll(/[^A-Z0-9.-]/g, "")}-${date}-${randomBytes(3).toString("hex")}`;
}

export async function runResume(cli: Cli, idOrPath: string, { json }: Json): Promise<void> {
  const folder = runFolder(cli.settings.home, idOrPath);
  const { header, steps } = await readRepeatable(folder, "resumed");
  const reasoner = await keptReasoner(cli, header.reasoner);
  const vendors = await cli.vendorChainFor(header.data);
  announce(cli, header, `same settings, ${steps.size} steps done`);
  await runInFolder(cli, folder, vendors, reasoner, json === true);
}
