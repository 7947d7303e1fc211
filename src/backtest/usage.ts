import { Decimal } from "decimal.js";
import type { BacktestDecision, BacktestResult } from "#src/contract/backtest.ts";

/** The decisions' calls and tokens together, and what the answers cost when they were made. */
export function backtestUsage(decisions: readonly BacktestDecision[]): BacktestResult["usage"] {
  const sum = (of: (decision: BacktestDecision) => number): number =>
    decisions.reduce((total, decision) => total + of(decision), 0);
  let cost: Decimal | null = new Decimal(0);
  for (const { cost_usd } of decisions) cost = cost === null || cost_usd === null ? null : cost.plus(cost_usd);
  return {
    calls: sum(({ calls }) => calls),
    input_tokens: sum(({ tokens }) => tokens.input_tokens),
    cached_input_tokens: sum(({ tokens }) => tokens.cached_input_tokens),
    output_tokens: sum(({ tokens }) => tokens.output_tokens),
    cost_usd: cost === null ? null : cost.toFixed(),
  };
}
