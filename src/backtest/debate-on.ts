import { shortField } from "#src/contract/jobs/analysis.ts";
import type { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { analyze, type Outcome } from "#src/debate/analyze.ts";
import { noCheckpoint } from "#src/debate/checkpoint.ts";
import type { DecisionMemory } from "#src/debate/memory.ts";
import type { Calendar } from "#src/market/calendar/calendar.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { dayMs, fixedClock, type LocalDate } from "#src/core/clock.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";

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

export function opinionOf({
  rating,
  reports,
}: DecisionRun["result"]): Pick<BacktestDecision, "rating" | "review_reason" | "confidence"> {
  return { rating, review_reason: reports.review_reason, confidence: reports.verdict?.confidence ?? null };
}
