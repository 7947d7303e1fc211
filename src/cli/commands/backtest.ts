import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { assemble } from "#src/backtest/assemble.ts";
import { datesToDecide } from "#src/backtest/decision-dates.ts";
import { maskedReasoner } from "#src/backtest/mask.ts";
import { loadPricePath, type PricePath } from "#src/backtest/price-path.ts";
import { rememberingReasoner } from "#src/backtest/remembered-answers.ts";
import { everyText, figures, headings, renderBacktest, titleOf } from "#src/report/backtest-report.ts";
import { equityCsv, tradesCsv } from "#src/report/backtest-tables.ts";
import { archiveDigest } from "#src/compose/archive-digest.ts";
import type { ReasonerChoice } from "#src/compose/choices.ts";
import { chooseReasoner } from "#src/compose/choose-reasoner.ts";
import { backtestArchives } from "#src/compose/service-data.ts";
import type { BacktestDecision, BacktestResult, BacktestSettings } from "#src/contract/backtest.ts";
import { createBudget } from "#src/debate/budget.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { ParsedSymbol } from "#src/market/symbols.ts";
import { addDays, toIso } from "#src/platform/clock.ts";
import { InvalidInput, isConclaveError } from "#src/platform/errors.ts";
import { counted, percentText } from "#src/platform/number-text.ts";
import type { Reasoner } from "#src/reasoners/reasoner.ts";
import { answerFiles } from "../backtest/answer-files.ts";
import { decideHere, decideInThreads, type SymbolWork } from "../backtest/decide-all.ts";
import { readBps, readDate, readEvery, readSymbols, usual, type BacktestFlags } from "../backtest/flags.ts";
import { backtestId, keepDecision, openBacktestFolder, writeBacktest } from "../backtest/folder.ts";
import { backtestProgress } from "../backtest/progress.ts";
import type { Cli } from "../cli.ts";
import { RunEnded } from "../failure.ts";
import { readAnalysts, readBudget, readReasoner, readRounds, readSeed } from "../run-flags.ts";
import { lockRun } from "../run-lock.ts";
import { printable, say } from "../terminal.ts";

const toolSteps = 2;

/** A backtest before it is begun. */
interface Plan {
  readonly settings: BacktestSettings;
  readonly archives: readonly string[];
  readonly vendors: VendorChain;
  readonly choice: ReasonerChoice;
  readonly reasoner: Reasoner;
  readonly symbols: readonly ParsedSymbol[];
  readonly budgetUsd: string | null;
}

/**
 * Decides on past dates and says what would have come of it. The same command goes on with a backtest that was
 * stopped, and repeats a finished one from what it has kept.
 * @throws InvalidInput before anything is asked or written; RunEnded when it was stopped or could not go on
 */
export async function runBacktest(cli: Cli, flags: BacktestFlags): Promise<void> {
  const plan = await planOf(cli, flags);
  const { settings } = plan;
  const folder =
    flags.out === undefined ? join(cli.settings.home, "backtests", backtestId(settings)) : resolve(flags.out);
  const signal = cli.interruption();
  const paths = new Map<string, PricePath>();
  for (const symbol of plan.symbols)
    paths.set(symbol.symbol, await loadPricePath(plan.vendors, symbol, settings.to, signal));
  const kept = await openBacktestFolder(folder, settings);
  const free = await lockRun(folder);
  try {
    const decisions = await decideRest(cli, plan, paths, folder, kept, signal);
    const subjects = [...paths].map(([symbol, path]) => ({ symbol, path, decisions: decisions.get(symbol) ?? [] }));
    const { result, trades } = assemble(settings, subjects);
    const text = `${JSON.stringify(result, null, 2)}\n`;
    await writeBacktest(folder, {
      "result.json": text,
      "trades.csv": tradesCsv(trades),
      "equity.csv": equityCsv(result),
      "report.md": renderBacktest(result),
    });
    cli.out.write(flags.json === true ? text : summary(result, folder));
  } finally {
    await free();
  }
}

async function planOf(cli: Cli, flags: BacktestFlags): Promise<Plan> {
  const { settings } = cli;
  const symbols = readSymbols(flags.symbols, flags.assetType);
  const yesterday = addDays(toIso(cli.clock.now()).slice(0, 10), -1);
  const from = readDate("--from", flags.from, yesterday);
  const to = readDate("--to", flags.to, yesterday);
  if (from > to) throw new InvalidInput(`--from: ${from} is after --to ${to}`);
  const archives = archivesOf(cli, flags);
  const vendors = await cli.vendorChainFor({ archives, online: false });
  const names = vendors.instruments.map(({ name }) => name.replace(/^archive:/, ""));
  const digests = await Promise.all(archives.map(archiveDigest));
  const choice = await chooseReasoner(readReasoner(flags), settings);
  const reasoner = await cli.reasonerFor(choice);
  const { rounds, riskRounds } = readRounds(flags);
  return {
    symbols,
    archives,
    vendors,
    choice,
    reasoner,
    budgetUsd: readBudget(flags) ?? settings.budgetUsd,
    settings: {
      symbols: symbols.map(({ symbol }) => symbol),
      asset_type: symbols.some(({ assetType }) => assetType === "crypto") ? "crypto" : "stock",
      from,
      to,
      every: readEvery(flags.every),
      archives: digests.map((sha256, index) => ({ name: names[index] ?? "", sha256 })),
      reasoner: { provider: reasoner.provider, ...reasoner.models, base_url: choice.baseUrl, ...reasoner.tuning },
      analysts: readAnalysts(flags),
      rounds: rounds ?? settings.rounds,
      risk_rounds: riskRounds ?? settings.riskRounds,
      tool_steps: reasoner.usesTools ? toolSteps : 0,
      seed: readSeed(flags),
      short: flags.short === true,
      commission_bps: readBps("--commission-bps", flags.commissionBps, usual.commissionBps),
      slippage_bps: readBps("--slippage-bps", flags.slippageBps, usual.slippageBps),
      mask_ticker: flags.maskTicker === true,
      cutoff: flags.cutoff === undefined ? null : readDate("--cutoff", flags.cutoff, "9999-12-31"),
      code_version: cli.version,
    },
  };
}

/** Archives alone: what an online vendor says of the past changes from day to day, and a backtest must not. */
function archivesOf(cli: Cli, { archive }: BacktestFlags): string[] {
  const flag = archive === undefined ? "MARKET_ARCHIVES" : "--archive";
  const dirs = (archive ?? backtestArchives(cli.settings, cli.demoArchive)).map((dir) => resolve(dir));
  for (const dir of dirs) if (!existsSync(dir)) throw new InvalidInput(`${flag}: there is no folder ${dir}`);
  return dirs;
}

/** Decides what was not decided before. @returns all decisions by symbol, ascending by session */
async function decideRest(
  cli: Cli,
  plan: Plan,
  paths: ReadonlyMap<string, PricePath>,
  folder: string,
  kept: ReadonlyMap<string, BacktestDecision>,
  signal: AbortSignal,
): Promise<Map<string, BacktestDecision[]>> {
  const { settings } = plan;
  const all = [...paths].map(([symbol, path]) => ({
    symbol,
    calendar: path.calendar,
    sessions: datesToDecide(path, settings),
  }));
  const done = new Map(kept);
  const work = all.map(({ symbol, calendar, sessions }) => ({
    symbol,
    calendar,
    sessions: sessions.filter((session) => !done.has(`${symbol} ${session}`)),
  }));
  const total = all.reduce((sum, { sessions }) => sum + sessions.length, 0);
  const left = work.reduce((sum, { sessions }) => sum + sessions.length, 0);
  announce(cli, plan, total, total - left);
  if (left > 0)
    await decideWork(cli, plan, work, total - left, total, signal, (decision) => {
      keepDecision(folder, decision);
      done.set(`${decision.symbol} ${decision.session}`, decision);
    });
  return new Map(
    all.map(({ symbol, sessions }) => [symbol, sessions.flatMap((session) => done.get(`${symbol} ${session}`) ?? [])]),
  );
}

async function decideWork(
  cli: Cli,
  { settings, archives, vendors, choice, reasoner, budgetUsd }: Plan,
  work: readonly SymbolWork[],
  before: number,
  total: number,
  signal: AbortSignal,
  keep: (decision: BacktestDecision) => void,
): Promise<void> {
  const progress = backtestProgress(cli.err, cli.clock, before, total);
  const decided = (decision: BacktestDecision): void => {
    keep(decision);
    progress.step(`${decision.symbol} ${decision.session} ${decision.rating}`);
  };
  let asked = 0;
  try {
    if (reasoner.provider === "rules") return await decideInThreads(archives, settings, work, decided, signal);
    const store = answerFiles(join(cli.settings.home, "backtests", "answers"));
    const remembering = rememberingReasoner(reasoner, store, createBudget(budgetUsd), choice.baseUrl ?? "", () => {
      asked += 1;
    });
    const speaker = settings.mask_ticker ? maskedReasoner(remembering) : remembering;
    await decideHere({ vendors, reasoner: speaker, signal }, settings, work, decided);
  } catch (error) {
    if (isConclaveError(error))
      throw new RunEnded(error, "Decisions so far are saved. Run the same command again to continue.");
    throw error;
  } finally {
    progress.close();
    if (reasoner.provider !== "rules")
      say(cli.err, `${asked} calls were made; all others were answered from stored results`);
  }
}

function announce(cli: Cli, { settings, reasoner }: Plan, total: number, before: number): void {
  const who = reasoner.provider === "rules" ? "rules (no model)" : `${reasoner.provider} ${reasoner.models.deep}`;
  const data = settings.archives.map(({ name }) => name).join(", ");
  const masked = settings.mask_ticker ? " · ticker masked" : "";
  const resumed = before === 0 ? "" : `, ${before} of them already decided`;
  say(
    cli.err,
    `Conclave · backtest of ${settings.symbols.join(", ")} · ${settings.from} to ${settings.to} ${everyText(settings.every)} · reasoner: ${who}${masked} · data: ${data} · ${counted(total, "decision")}${resumed}`,
  );
}

const columns = ["", ...headings];

function summary(result: BacktestResult, folder: string): string {
  const { portfolio, ratings, luck } = result;
  const rows = portfolio.strategies.map(({ strategy, metrics }) => [titleOf(result, strategy), ...figures(metrics)]);
  const widths = columns.map((head, index) => Math.max(head.length, ...rows.map((row) => (row[index] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((text, index) => (index === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[index] ?? 0)))
      .join("  ");
  const counts = Object.entries(ratings).map(([rating, count]) => `${rating} ${count}`);
  const timing =
    luck.beaten === null ? "" : `; better than ${percentText(luck.beaten)} of its own ratings shifted to other dates`;
  return printable(
    `\n${[columns, ...rows].map(line).join("\n")}\n\n${counts.join(" · ")}${timing}\n${join(folder, "report.md")}\n`,
  );
}
