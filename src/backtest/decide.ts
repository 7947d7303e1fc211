import { Decimal } from "decimal.js";
import type {
  BacktestDecision,
  BacktestResult,
  BacktestSettings,
  DecisionBaselines,
} from "#src/contract/backtests/backtest.ts";
import { type Repetition, shortField } from "#src/contract/jobs/analysis.ts";
import { type Outcome, analyze } from "#src/debate/analyze.ts";
import { type Checkpoint, noCheckpoint } from "#src/debate/checkpoint.ts";
import type { DecisionMemory } from "#src/debate/memory.ts";
import type { Calendar } from "#src/market/calendar/calendar.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { type LocalDate, dayMs, fixedClock } from "#src/core/clock.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { repeatedRuns } from "#src/contract/run/agreement.ts";
import { keptCalls } from "#src/debate/turns/model-call.ts";
import { singleCall } from "#src/debate/turns/single-call.ts";
import { total } from "#src/debate/budget.ts";
import { ModelFailed } from "#src/core/errors.ts";
import { rounded } from "#src/core/figures/statistics.ts";
import { Snapshot } from "#src/debate/evidence/snapshot.ts";

type Bill = Pick<BacktestDecision, "calls" | "tokens" | "cost_usd">;

/** At what the answers cost when made. */
export function backtestUsage(decisions: readonly BacktestDecision[]): BacktestResult["usage"] {
  return debateUsage([...decisions, ...decisions.flatMap(({ baselines }) => baselines?.single_call ?? [])]);
}

/** The same of the debates alone. */
export function debateUsage(bills: readonly Bill[]): BacktestResult["usage"] {
  const sum = (of: (bill: Bill) => number): number => bills.reduce((all, bill) => all + of(bill), 0);
  let cost: Decimal | null = new Decimal(0);
  for (const { cost_usd } of bills) cost = cost === null || cost_usd === null ? null : cost.plus(cost_usd);
  return {
    calls: sum(({ calls }) => calls),
    input_tokens: sum(({ tokens }) => tokens.input_tokens),
    cached_input_tokens: sum(({ tokens }) => tokens.cached_input_tokens),
    output_tokens: sum(({ tokens }) => tokens.output_tokens),
    cost_usd: cost === null ? null : cost.toFixed(),
  };
}

export interface DebateTools {
  readonly vendors: VendorChain;
  readonly reasoner: Reasoner;
  readonly signal: AbortSignal;
}

/** What is decided: an instrument on a session. */
export interface Occasion {
  readonly symbol: string;
  readonly calendar: Calendar;
  readonly session: LocalDate;
}

/** Decisions stand alone, so dates can be decided in any order. */
export const noMemory: DecisionMemory = { of: () => Promise.resolve([]), keep: () => Promise.resolve() };

/** A decision's whole debate. */
export type DecisionRun = Extract<Outcome, { ok: true }>["run"];

/** @throws what ended it */
export async function debateOn(
  { vendors, reasoner, signal }: DebateTools,
  settings: BacktestSettings,
  symbol: string,
  calendar: Calendar,
  session: LocalDate,
  checkpoint = noCheckpoint,
): Promise<DecisionRun> {
  const outcome = await analyze(
    {
      vendors,
      reasoner,
      signal,
      memory: noMemory,
      checkpoint,
      clock: fixedClock(calendar.sessionClose(session) + dayMs),
    },
    {
      runId: `${symbol}-${session}`,
      codeVersion: settings.code_version,
      seed: settings.seed,
      rounds: settings.rounds,
      riskRounds: settings.risk_rounds,
      toolSteps: settings.tool_steps,
      onlineTools: false,
      budgetUsd: null,
      ...(settings.ask_again_figures === false && { askAgainFigures: settings.ask_again_figures }),
    },
    {
      ticker: symbol,
      trade_date: session,
      asset_type: settings.asset_type,
      analysts: [...settings.analysts],
      max_debate_rounds: null,
      ...shortField(settings.short),
    },
  );
  if (!outcome.ok) throw outcome.error;
  return outcome.run;
}

/** What a backtest keeps of a debate. */
export function decisionOf(
  { result, usage, manifest }: DecisionRun,
  symbol: string,
  session: LocalDate,
): BacktestDecision {
  return {
    symbol,
    session,
    ...opinionOf(result),
    calls: usage.calls,
    tokens: {
      input_tokens: usage.input_tokens,
      cached_input_tokens: usage.cached_input_tokens,
      output_tokens: usage.output_tokens,
    },
    cost_usd: usage.cost_usd,
    unsupported_numbers: result.reports.numbers.unsupported,
    result_sha256: manifest.result_sha256,
    ...levelsOf(result),
  };
}

function levelsOf({ reports: { levels, verdict } }: DecisionRun["result"]): Pick<BacktestDecision, "levels"> {
  if (levels === null || levels.action === "hold") return {};
  const { action, stop, target, size_pct } = levels;
  return { levels: { action, stop, target, size_pct, horizon_days: verdict?.horizon_days ?? null } };
}

function opinionOf({
  rating,
  reports,
}: DecisionRun["result"]): Pick<BacktestDecision, "rating" | "review_reason" | "confidence"> {
  return { rating, review_reason: reports.review_reason, confidence: reports.verdict?.confidence ?? null };
}

interface Repeated {
  readonly repetition: Repetition;
  readonly bill: Pick<BacktestDecision, "calls" | "tokens" | "cost_usd">;
  /** `null`: it failed. */
  readonly made: BacktestDecision | null;
}

/**
 * Repeated with the next seeds: most runs' opinion, if enough, else REVIEW. The bill is of all.
 * @throws as `decide`; the first failure where none has a result
 */
async function decideRepeatedly(
  tools: DebateTools,
  settings: BacktestSettings,
  on: Occasion,
  checkpoint: Checkpoint,
): Promise<BacktestDecision> {
  const { symbol, calendar, session } = on;
  const { runs: count = 1, min_agreement: threshold = 0, seed } = settings;
  if (count === 1)
    return decisionOf(await debateOn(tools, settings, symbol, calendar, session, checkpoint), symbol, session);
  const ended: Repeated[] = [];
  const failures: ModelFailed[] = [];
  for (let at = 0; at < count; at += 1) {
    const one = await repeat(tools, { ...settings, seed: seed + at }, on, checkpoint);
    if ("failure" in one) failures.push(one.failure);
    ended.push(one);
  }
  const { verdict, runs } = repeatedRuns(
    ended.map(({ repetition }) => repetition),
    threshold,
  );
  const shown = ended[runs.shown - 1]?.made ?? null;
  if (shown === null) throw failures[0] ?? new RangeError("a decision has at least one run");
  const { calls, cost_usd, ...tokens } = debateUsage(ended.map(({ bill }) => bill));
  const agreed =
    verdict.ok || runs.agreeing === 0
      ? {}
      : { rating: "REVIEW" as const, review_reason: verdict.reason, confidence: null };
  return { ...shown, ...agreed, calls, tokens, cost_usd, runs };
}

async function repeat(
  tools: DebateTools,
  settings: BacktestSettings,
  { symbol, calendar, session }: Occasion,
  checkpoint: Checkpoint,
): Promise<Repeated | (Repeated & { readonly failure: ModelFailed })> {
  const { seed } = settings;
  const steps = new Map<string, unknown>();
  const noting: Checkpoint = {
    kept: checkpoint.kept,
    async step(key, schema, run) {
      const value = await checkpoint.step(key, schema, run);
      steps.set(key, value);
      return value;
    },
  };
  try {
    const made = decisionOf(await debateOn(tools, settings, symbol, calendar, session, noting), symbol, session);
    const { rating, confidence, cost_usd } = made;
    return { repetition: { seed, rating, confidence, cost_usd, error: null }, bill: made, made };
  } catch (error) {
    // Any other failure would end the next debate too.
    if (!(error instanceof ModelFailed) || error.reason === "unauthorized") throw error;
    const calls = keptCalls(steps);
    const { tokens, cost_usd } = total(calls);
    const repetition = { seed, rating: null, confidence: null, cost_usd, error: error.message };
    return { repetition, bill: { calls: calls.length, tokens, cost_usd }, made: null, failure: error };
  }
}

/** Of decisions that were made several times. */
export function agreementAmong(
  { runs: count }: BacktestSettings,
  decisions: readonly BacktestDecision[],
): Pick<BacktestResult, "agreement"> {
  const repeated = decisions.flatMap(({ runs, rating }) => (runs === undefined ? [] : [{ runs, rating }]));
  if (count === undefined || repeated.length === 0) return {};
  return {
    agreement: {
      runs: count,
      decisions: repeated.length,
      mean: rounded(repeated.reduce((sum, { runs }) => sum + runs.agreement, 0) / repeated.length),
      unanimous: repeated.filter(({ runs }) => runs.agreement === 1).length,
      disagreed: repeated.filter(({ runs, rating }) => rating === "REVIEW" && runs.agreeing > 0).length,
    },
  };
}

export interface DecisionTools extends DebateTools {
  /** Its rating stands beside each decision of a model. */
  readonly rules?: Reasoner;
}

/**
 * `conclave analyze` as of the close, seen from a day later, as often as set.
 * @throws ModelFailed, BudgetExceeded, VendorFailed, Cancelled; defects
 */
export async function decide(
  tools: DecisionTools,
  settings: BacktestSettings,
  symbol: string,
  calendar: Calendar,
  session: LocalDate,
): Promise<BacktestDecision> {
  const { rules, ...asked } = tools;
  if (rules === undefined)
    return decisionOf(await debateOn(asked, settings, symbol, calendar, session), symbol, session);
  const on = { symbol, calendar, session };
  const evidence = evidenceOnce();
  const decision = await decideRepeatedly(asked, settings, on, evidence.checkpoint);
  return { ...decision, baselines: await baselinesOn({ ...asked, rules }, settings, on, evidence) };
}

/** Gathered once for everybody who is asked. */
function evidenceOnce() {
  let taken: unknown;
  const checkpoint: Checkpoint = {
    ...noCheckpoint,
    async step(key, schema, run) {
      if (key !== "snapshot") return run();
      taken ??= await run();
      return schema.parse(taken);
    },
  };
  return { checkpoint, taken: () => Snapshot.parse(taken) };
}

/** The ratings that the baselines give on the same evidence. */
async function baselinesOn(
  { rules, ...tools }: DecisionTools & { readonly rules: Reasoner },
  settings: BacktestSettings,
  { symbol, calendar, session }: Occasion,
  { checkpoint, taken }: ReturnType<typeof evidenceOnce>,
): Promise<DecisionBaselines> {
  const byRules = { ...settings, tool_steps: 0 };
  const { result } = await debateOn({ ...tools, reasoner: rules }, byRules, symbol, calendar, session, checkpoint);
  const { analysts, seed } = settings;
  return {
    rules: opinionOf(result),
    ...(settings.single_call === true && {
      single_call: await singleCall(tools, taken(), { analysts, tradeDate: session, seed }),
    }),
  };
}
