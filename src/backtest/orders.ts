import type { BacktestDecision, BacktestSettings, StrategyName } from "#src/contract/backtests/backtest.ts";
import type { PricePath } from "./price-path.ts";
import type { Costs, Order } from "./simulate.ts";
import { targetsOf } from "./targets.ts";

/** What was decided, and the prices it is judged by. */
export interface Subject {
  readonly symbol: string;
  readonly path: PricePath;
  /** Ascending by session. */
  readonly decisions: readonly BacktestDecision[];
}

/** `null` where a date was not asked. */
export function ratingsOf(
  decisions: readonly BacktestDecision[],
  strategy: StrategyName,
): Pick<BacktestDecision, "session" | "rating">[] | null {
  if (strategy !== "single_call" && strategy !== "rules") return [...decisions];
  const ratings = decisions.flatMap(({ session, baselines }) => {
    const rating = baselines?.[strategy]?.rating;
    return rating === undefined ? [] : [{ session, rating }];
  });
  return ratings.length === decisions.length ? ratings : null;
}

/** The orders of the debate's ratings; a rating that keeps the position gives none. */
export function ordersOf(decisions: readonly Pick<BacktestDecision, "session" | "rating">[], short: boolean): Order[] {
  const targets = targetsOf(short);
  return decisions.flatMap(({ session, rating }) => {
    const target = targets[rating];
    return target === "keep" ? [] : [{ session, target }];
  });
}

export function costsOf(settings: Pick<BacktestSettings, "commission_bps" | "slippage_bps">): Costs {
  return { commissionBps: settings.commission_bps, slippageBps: settings.slippage_bps };
}
