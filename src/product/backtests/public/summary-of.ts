import type { BacktestResult, StrategyName } from "#src/contract/backtests/backtest.ts";
import type { BacktestSummary } from "#src/contract/backtests/backtests.ts";

/** The headline of a result, as lists show it. */
export function summaryOf({ settings, decisions, ratings, portfolio }: BacktestResult): BacktestSummary {
  const returnOf = (name: StrategyName): number | null =>
    portfolio.strategies.find(({ strategy }) => strategy === name)?.metrics.cumulative_return ?? null;
  return {
    provider: settings.reasoner.provider,
    decisions: decisions.length,
    reviews: ratings.REVIEW,
    cumulative_return: returnOf("debate"),
    buy_and_hold_return: returnOf("buy_and_hold"),
  };
}
