import { repeatedRuns } from "#src/contract/run/agreement.ts";
import type { Repetition } from "#src/contract/jobs/analysis.ts";
import type { BacktestDecision, BacktestResult, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import { keptCalls } from "#src/debate/turns/model-call.ts";
import { total } from "#src/debate/usage.ts";
import { ModelFailed } from "#src/core/errors.ts";
import { rounded } from "#src/core/figures/rounded.ts";
import { debateOn, decisionOf, type DebateTools, type Occasion } from "./debate-on.ts";
import { debateUsage } from "./usage.ts";

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
export async function decideRepeatedly(
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
