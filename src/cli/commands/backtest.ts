import { toolSteps } from "#src/contract/run/run.ts";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { assemble } from "#src/backtest/assemble.ts";
import { datesToDecide, loadPricePath, type PricePath } from "#src/backtest/price-path.ts";
import { maskedReasoner } from "#src/backtest/mask.ts";
import type { Subject } from "#src/backtest/orders.ts";
import { rememberingReasoner } from "#src/backtest/remembered-answers.ts";
import { usualCapital, usualSample } from "#src/backtest/validity/section.ts";
import { trialOf } from "#src/backtest/validity/deflated-sharpe.ts";
import type { ValidityReport } from "#src/contract/backtests/validity.ts";
import { everyText, renderBacktest, equityCsv, tradesCsv } from "#src/report/backtest/backtest-report.ts";
import { archiveDigest } from "#src/server/compose/data/archives.ts";
import type { ReasonerChoice } from "#src/server/compose/models/choices.ts";
import { chooseReasoner } from "#src/server/compose/models/choose-reasoner.ts";
import { backtestArchives } from "#src/server/compose/data/choose-data.ts";
import {
  mostDecisionRuns,
  type BacktestDecision,
  type BacktestResult,
  type BacktestSettings,
} from "#src/contract/backtests/backtest.ts";
import { createBudget } from "#src/debate/budget.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { ParsedSymbol } from "#src/market/symbols/symbols.ts";
import { addDays, toIso } from "#src/core/clock.ts";
import { cutoffOf, setCutoff, trainingWarning } from "#src/contract/backtests/knowledge-cutoff.ts";
import { InvalidInput, isConclaveError } from "#src/core/errors.ts";
import { counted } from "#src/core/text/number-text.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import {
  answerFiles,
  backtestId,
  keepDecision,
  openBacktestFolder,
  writeBacktest,
  trialsFile,
} from "../backtest/folder.ts";
import { decideHere, decideInThreads, type SymbolWork } from "../backtest/decide-all.ts";
import { readBps, readDate, readEvery, readSymbols, usual, type BacktestFlags } from "../backtest/flags.ts";
import { confirmCost, backtestProgress, summary, validitySummary } from "../backtest/console.ts";
import { makeValidity } from "../backtest/make-validity.ts";
import type { Cli } from "../cli.ts";
import { RunEnded } from "../failure.ts";
import { readAnalysts, readBudget, readReasoner, readRounds, readSeed, readWhole } from "../runs/run-flags.ts";
import { lockRun } from "../runs/run-folder.ts";
import { jsonText, say } from "../terminal.ts";

/** A backtest before it starts. */
interface Plan {
  readonly settings: BacktestSettings;
  readonly archives: readonly string[];
  readonly vendors: VendorChain;
  readonly choice: ReasonerChoice;
  readonly reasoner: Reasoner;
  readonly symbols: readonly ParsedSymbol[];
  readonly budgetUsd: string | null;
  readonly yes: boolean;
}

/**
 * Continues a stopped backtest, repeats a finished one.
 * @throws InvalidInput before anything is asked or written; RunEnded
 */
export async function runBacktest(cli: Cli, flags: BacktestFlags): Promise<void> {
  const { result, folder, validity } = await makeBacktest(cli, flags);
  if (flags.json === true) cli.out.write(jsonText(result));
  else cli.out.write(`${summary(result, folder)}${validity === null ? "" : validitySummary(validity, folder)}`);
}

interface MadeBacktest {
  readonly result: BacktestResult;
  readonly folder: string;
  /** Only of a backtest with models; `conclave study validity` makes the report for `rules`. */
  readonly validity: ValidityReport | null;
}

/** The backtest in its folder, noted as a trial. @throws as `runBacktest` */
export async function makeBacktest(cli: Cli, flags: BacktestFlags): Promise<MadeBacktest> {
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
    await writeBacktest(folder, {
      "result.json": jsonText(result),
      "trades.csv": tradesCsv(trades),
      "equity.csv": equityCsv(result),
      "report.md": renderBacktest(result),
    });
    await trialsFile(cli.settings.home).note(trialOf(result));
    return { result, folder, validity: await validityOf(cli, plan, result, subjects, folder, signal) };
  } finally {
    await free();
  }
}

async function validityOf(
  cli: Cli,
  { reasoner, vendors }: Plan,
  result: BacktestResult,
  subjects: readonly Subject[],
  folder: string,
  signal: AbortSignal,
): Promise<ValidityReport | null> {
  if (reasoner.provider === "rules") return null;
  const examination = { vendors, subjects, reasoner, sample: usualSample };
  return makeValidity(cli, { result, others: [], examination, capital: usualCapital, folder }, signal);
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
    yes: flags.yes === true,
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
      ...modelSettings(reasoner, flags, settings.signals.threshold),
      cutoff: cutoffFor(flags, settings, reasoner),
      code_version: cli.version,
    },
  };
}

/** What only models have. @throws InvalidInput */
function modelSettings(
  { provider }: Reasoner,
  flags: BacktestFlags,
  threshold: number,
): Pick<BacktestSettings, "single_call" | "runs" | "min_agreement"> {
  const runs = readWhole("--seeds", flags.seeds, 1, mostDecisionRuns) ?? 1;
  if (provider !== "rules")
    return {
      ...(flags.singleCall !== false && { single_call: true }),
      ...(runs > 1 && { runs, min_agreement: threshold }),
    };
  if (runs > 1) throw new InvalidInput("--seeds: the rules engine decides the same every time; choose a model");
  return {};
}

function cutoffFor(
  { cutoff }: BacktestFlags,
  { reasoner: set }: Cli["settings"],
  { models }: Plan["reasoner"],
): string | null {
  return cutoff === undefined ? setCutoff(set.cutoffs, models) : readDate("--cutoff", cutoff, "9999-12-31");
}

/** Online vendors change what they say of the past. */
function archivesOf(cli: Cli, { archive }: BacktestFlags): string[] {
  const flag = archive === undefined ? "MARKET_ARCHIVES" : "--archive";
  const dirs = (archive ?? backtestArchives(cli.settings, cli.demoArchive)).map((dir) => resolve(dir));
  for (const dir of dirs) if (!existsSync(dir)) throw new InvalidInput(`${flag}: there is no folder ${dir}`);
  return dirs;
}

/** @returns all decisions by symbol, ascending */
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
  if (left > 0 && plan.reasoner.provider !== "rules") await confirmCost(cli, { ...plan, decisions: left });
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
    const rules = await cli.reasonerFor({ provider: "rules", deep: null, quick: null, baseUrl: null });
    await decideHere({ vendors, reasoner: speaker, rules, signal }, settings, work, decided);
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
  const warning = trainingWarning(cutoffOf(settings.cutoff, settings.reasoner), settings.reasoner, settings.from);
  if (warning !== null) say(cli.err, warning);
}
