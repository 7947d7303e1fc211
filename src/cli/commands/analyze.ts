import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { z } from "zod";
import { Analyst, AnalysisRequest, AssetType } from "#src/contract/analysis.ts";
import { Usd } from "#src/contract/usage.ts";
import { tooEarly } from "#src/market/desk.ts";
import { listedSymbols, readSymbol } from "#src/market/read-symbol.ts";
import { parseSymbol } from "#src/market/symbols.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import type { Cli } from "../cli.ts";
import { chooseData } from "#src/compose/choose-data.ts";
import { chooseReasoner } from "#src/compose/choose-reasoner.ts";
import { announce, conduct } from "../conduct.ts";
import { createRunFolder } from "../run-folder.ts";
import type { RunHeader } from "../steps-file.ts";

/** The flags as they came, all text. */
export interface AnalyzeFlags {
  readonly date?: string;
  readonly assetType?: string;
  readonly analysts?: string;
  readonly rounds?: string;
  readonly riskRounds?: string;
  readonly reasoner?: string;
  readonly provider?: string;
  readonly deep?: string;
  readonly quick?: string;
  readonly baseUrl?: string;
  readonly budgetUsd?: string;
  readonly archive?: readonly string[];
  readonly online?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

const seed = 1;
const toolSteps = 2;

/** Runs one analysis in a new folder. @throws InvalidInput before anything is asked or written */
export async function runAnalyze(cli: Cli, ticker: string, flags: AnalyzeFlags): Promise<void> {
  const { settings } = cli;
  const request = readRequest(ticker, flags);
  const parsed = parseSymbol(request.ticker, request.asset_type);
  const rounds = whole("--risk-rounds", flags.riskRounds, 1, 10);
  const budget = flags.budgetUsd === undefined ? settings.budgetUsd : readUsd(flags.budgetUsd);
  const data = chooseData(
    { archives: flags.archive ?? [], online: flags.online ?? null },
    settings,
    parsed.ok ? parsed.symbol.symbol : "",
    request.trade_date,
    cli.demoArchive,
  );
  const chain = await cli.chainFor(data.choice);
  const symbol = readSymbol(request.ticker, request.asset_type, listedSymbols(chain));
  if (!symbol.ok) throw new InvalidInput(`ticker: ${symbol.detail}`);
  const chosen = await chooseReasoner(
    {
      reasoner: flags.reasoner === undefined ? null : oneOf("--reasoner", flags.reasoner, z.enum(["rules", "llm"])),
      provider: flags.provider ?? null,
      deep: flags.deep ?? null,
      quick: flags.quick ?? null,
      baseUrl: flags.baseUrl ?? null,
    },
    settings,
  );
  const reasoner = cli.reasonerFor(chosen);
  const header: RunHeader = {
    version: 1,
    run_id: runId(symbol.symbol.symbol, request.trade_date),
    code_version: cli.version,
    seed,
    request,
    rounds: settings.rounds,
    risk_rounds: rounds ?? settings.riskRounds,
    tool_steps: toolSteps,
    budget_usd: budget,
    online_tools: data.choice.online,
    reasoner: {
      provider: reasoner.provider,
      deep: reasoner.models.deep,
      quick: reasoner.models.quick,
      base_url: chosen.baseUrl,
      uses_tools: reasoner.usesTools,
    },
    data: data.choice,
  };
  const folder = flags.out === undefined ? join(settings.home, "runs", header.run_id) : resolve(flags.out);
  await createRunFolder(folder, header);
  announce(cli, header, data.text);
  await conduct(cli, folder, chain, reasoner, flags.json === true);
}

function readRequest(ticker: string, flags: AnalyzeFlags): AnalysisRequest {
  if (flags.date === undefined) throw new InvalidInput("--date: is missing; give the as-of date as YYYY-MM-DD");
  const assetType =
    flags.assetType === undefined ? usualType(ticker) : oneOf("--asset-type", flags.assetType, AssetType);
  const analysts = flags.analysts?.split(",").map((name) => oneOf("--analysts", name.trim(), Analyst));
  const request = AnalysisRequest.safeParse({
    ticker,
    trade_date: flags.date,
    asset_type: assetType,
    analysts: analysts === undefined ? undefined : [...new Set(analysts)],
    max_debate_rounds: whole("--rounds", flags.rounds, 1, 10),
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

/** A pair with a coin in front is a coin, everything else a stock; `--asset-type` says otherwise. */
function usualType(ticker: string): AssetType {
  const parsed = parseSymbol(ticker);
  return parsed.ok && parsed.symbol.assetType === "crypto" ? "crypto" : "stock";
}

function whole(flag: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new InvalidInput(`${flag}: must be a whole number from ${least} to ${most}, not "${text}"`);
  return value;
}

function readUsd(text: string): Usd {
  const usd = Usd.safeParse(text);
  if (!usd.success) throw new InvalidInput(`--budget-usd: must be an amount in dollars such as 0.50, not "${text}"`);
  return usd.data;
}

function oneOf<T extends string>(
  flag: string,
  text: string,
  allowed: z.ZodType<T> & { readonly options: readonly T[] },
): T {
  const value = allowed.safeParse(text);
  if (!value.success) throw new InvalidInput(`${flag}: must be one of ${allowed.options.join(", ")}, not "${text}"`);
  return value.data;
}

/** Readable, and random enough to be unique: `AAPL-2025-06-02-3f9a1c`. */
function runId(symbol: string, date: string): string {
  return `${symbol.replaceAll(/[^A-Z0-9.-]/g, "")}-${date}-${randomBytes(3).toString("hex")}`;
}
