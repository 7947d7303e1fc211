import { Decimal } from "decimal.js";
import type { BacktestDecision, BacktestResult } from "#src/contract/backtests/backtest.ts";

type Bill = Pick<BacktestDecision, "calls" | "tokens" | "cost_usd">;

/** At what the answers cost when made. */
export function backtestUsage(decisions: readonly BacktestDecision[]): BacktestResult["usage"] {
  return debateUsage([...decisions, ...decisions.flatMap(({ baselines }) => baselines?.single_call ?? [])]);
}

/** The same of the debates alone. */
export function debateUsage(bills: readonly Bill[]): BacktestResult["usage"] {
  const sum = (of: (bill: Bill) => number): number => bills.reduce((total, bill) => total + of(bill), 0);
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
