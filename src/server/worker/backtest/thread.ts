import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { assemble } from "#src/backtest/assemble.ts";
import { datesToDecide, loadPricePath, type PricePath } from "#src/backtest/price-path.ts";
import { decide } from "#src/backtest/decide.ts";
import { trialOf } from "#src/backtest/validity/deflated-sharpe.ts";
import { archiveDigest } from "#src/server/compose/data/archives.ts";
import { composeReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import { composeVendors } from "#src/server/compose/data/choose-data.ts";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import type { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { BacktestAsked, BacktestModels } from "#src/contract/backtests/backtests.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { settingsInForce } from "#src/core/config/config.ts";
import { InvalidInput, VendorFailed } from "#src/core/errors.ts";
import { tradesCsv } from "#src/report/backtest/backtest-report.ts";
import { summaryOf } from "#src/product/backtests/public/order.ts";
import {
  ThreadRequest,
  type BacktestOutput,
  type BacktestPlan,
  type RunDefaults,
  type ThreadReply,
} from "../thread-messages.ts";

/*
 * The thread of a backtest: `rules` never wait, and on the worker's own thread everything else would stand still. It
 * opens the archives once and keeps what it has read of them.
 */

// On Linux a thread has a priority of its own: jobs that people wait for go first. Elsewhere it is the process's.
if (process.platform === "linux") setPriority(0, 10);

const { archives } = z.object({ archives: z.array(z.string()) }).parse(workerData);
const port = parentPort;
if (port === null) throw new Error("this file runs in a thread of a worker");
const inForce = settingsInForce();
const opened = composeVendors({ archives, online: false }, inForce);
// Told with the first question; until then nobody waits for it.
opened.catch(() => {});
const reasoner = await composeReasoner({ provider: "rules", deep: null, quick: null, baseUrl: null }, inForce);
const { signal } = new AbortController();
const paths = new Map<string, Promise<PricePath>>();
const seed = 1;

async function answer(question: ThreadRequest): Promise<ThreadReply> {
  switch (question.kind) {
    case "plan":
      return { kind: "plan", plan: await plan(question.asked, question.defaults) };
    case "decide":
      return { kind: "decisions", decisions: await decideAll(question.settings, question.dates) };
    case "assemble":
      return { kind: "end", end: await endOf(question.settings, question.decisions) };
  }
}

/** As the command line has it for the same question: see its `planOf`. */
async function plan(
  asked: BacktestAsked,
  { rounds, riskRounds, codeVersion, askAgainFigures, models }: RunDefaults,
): Promise<BacktestPlan> {
  const { instruments } = await opened;
  const digests = await Promise.all(archives.map(archiveDigest));
  const names = instruments.map(({ name }) => name.replace(/^archive:/, ""));
  const settings: BacktestSettings = {
    symbols: asked.symbols,
    asset_type: asked.asset_type,
    from: asked.from,
    to: asked.to,
    every: asked.every,
    archives: digests.map((sha256, index) => ({ name: names[index] ?? "", sha256 })),
    reasoner: models?.reasoner ?? { provider: reasoner.provider, ...reasoner.models, base_url: null },
    analysts: [...Analyst.options],
    rounds,
    risk_rounds: riskRounds,
    tool_steps: models?.toolSteps ?? 0,
    ...(askAgainFigures === false && { ask_again_figures: askAgainFigures }),
    seed,
    short: asked.short,
    commission_bps: asked.commission_bps,
    slippage_bps: asked.slippage_bps,
    mask_ticker: false,
    ...(models !== undefined && modelSettings(asked.models, models.minAgreement)),
    cutoff: models?.cutoff ?? null,
    code_version: codeVersion,
  };
  const work = [];
  for (const symbol of settings.symbols)
    work.push({ symbol, sessions: datesToDecide(await pathOf(settings, symbol), settings) });
  return { settings, work };
}

function modelSettings(
  { single_call, runs = 1 }: Pick<BacktestModels, "single_call" | "runs"> = {},
  minAgreement: number,
): Pick<BacktestSettings, "single_call" | "runs" | "min_agreement"> {
  return {
    ...(single_call !== false && { single_call: true }),
    ...(runs > 1 && { runs, min_agreement: minAgreement }),
  };
}

async function decideAll(
  settings: BacktestSettings,
  { symbol, sessions }: { readonly symbol: string; readonly sessions: readonly string[] },
): Promise<BacktestDecision[]> {
  const tools = { vendors: await opened, reasoner, signal };
  const { calendar } = await pathOf(settings, symbol);
  const decisions = [];
  for (const session of sessions) decisions.push(await decide(tools, settings, symbol, calendar, session));
  return decisions;
}

async function endOf(settings: BacktestSettings, decisions: readonly BacktestDecision[]): Promise<BacktestOutput> {
  const subjects = [];
  for (const symbol of settings.symbols)
    subjects.push({
      symbol,
      path: await pathOf(settings, symbol),
      decisions: decisions.filter((decision) => decision.symbol === symbol),
    });
  const { result, trades } = assemble(settings, subjects);
  return {
    result: JSON.stringify(result),
    trades: tradesCsv(trades),
    summary: summaryOf(result),
    trial: trialOf(result),
  };
}

/** Prices up to the backtest's last day; a thread serves one backtest. */
async function pathOf({ to }: BacktestSettings, symbol: string): Promise<PricePath> {
  const known = paths.get(symbol);
  if (known !== undefined) return known;
  const parsed = parseSymbol(symbol);
  if (!parsed.ok) throw new InvalidInput(`${symbol}: ${parsed.reason}`);
  const path = loadPricePath(await opened, parsed.symbol, to, signal);
  paths.set(symbol, path);
  return path;
}

port.on("message", (message: unknown) => {
  const say = (reply: ThreadReply): void => port.postMessage(reply);
  answer(ThreadRequest.parse(message)).then(say, (error: unknown) => {
    // The command line's names of flags say nothing here.
    if (error instanceof InvalidInput || error instanceof VendorFailed)
      return say({ kind: "refused", reason: error.message.replace(/^--[\w-]+(?:, --[\w-]+)*: /, "") });
    return say({ kind: "broken", stack: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
});
