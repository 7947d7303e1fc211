import type { BacktestDecision, BacktestSettings } from "#src/contract/backtest.ts";
import { analyze } from "#src/debate/analyze.ts";
import { noCheckpoint } from "#src/debate/checkpoint.ts";
import type { DecisionMemory } from "#src/debate/memory.ts";
import type { Calendar } from "#src/market/calendar.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { fixedClock, type LocalDate } from "#src/platform/clock.ts";
import type { Reasoner } from "#src/reasoners/reasoner.ts";

export interface DecisionTools {
  readonly vendors: VendorChain;
  readonly reasoner: Reasoner;
  readonly signal: AbortSignal;
}

/**
 * Each decision stands alone: earlier ones of the same backtest are not shown to it. So any date can be decided
 * before any other, and what a date says does not hang on where the backtest began.
 */
const noMemory: DecisionMemory = { of: () => Promise.resolve([]), keep: () => Promise.resolve() };

const DAY = 86_400_000;

/**
 * The debate of `conclave analyze` on one session, as of its close, seen from a day later: a past date, whenever it
 * is asked.
 * @throws what ended the run: ModelFailed, BudgetExceeded, VendorFailed, Cancelled; defects
 */
export async function decide(
  tools: DecisionTools,
  settings: BacktestSettings,
  symbol: string,
  calendar: Calendar,
  session: LocalDate,
): Promise<BacktestDecision> {
  const outcome = await analyze(
    {
      ...tools,
      memory: noMemory,
      checkpoint: noCheckpoint,
      clock: fixedClock(calendar.sessionClose(session) + DAY),
      emit: () => {},
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
    },
    {
      ticker: symbol,
      trade_date: session,
      asset_type: settings.asset_type,
      analysts: [...settings.analysts],
      max_debate_rounds: null,
    },
  );
  if (!outcome.ok) throw outcome.error;
  const { result, usage, manifest } = outcome.run;
  return {
    symbol,
    session,
    rating: result.rating,
    review_reason: result.reports.review_reason,
    confidence: result.reports.verdict?.confidence ?? null,
    calls: usage.calls,
    tokens: {
      input_tokens: usage.input_tokens,
      cached_input_tokens: usage.cached_input_tokens,
      output_tokens: usage.output_tokens,
    },
    cost_usd: usage.cost_usd,
    unsupported_numbers: result.reports.numbers.unsupported,
    result_sha256: manifest.result_sha256,
  };
}
