import type { BacktestDecision, BacktestSettings } from "#src/contract/backtest.ts";
import type { PricePath } from "./price-path.ts";
import type { Costs, Order } from "./simulate.ts";
import { targetsOf } from "./targets.ts";

/** One instrument of the backtest: what was decided, and the prices it is judged by. */
export interface Subject {
  readonly symbol: string;
  readonly path: PricePath;
  /** Ascending by session. */
  readonly decisions: readonly BacktestDecision[];
}

/** The debate's orders: a rating that keeps the position gives none. */
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
