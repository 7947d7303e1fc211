import { Decimal } from "decimal.js";
import type { Usd } from "#src/contract/usage.ts";
import { BudgetExceeded } from "#src/platform/errors.ts";

export interface Budget {
  /**
   * Sets aside the most a call can cost, before it is made.
   * @param estimate `null` when the price is not known: then no limit can be kept, and the call is refused
   * @returns what to call with the true cost; with `null` when it is not known, and the estimate stays spent
   * @throws BudgetExceeded when it could cross the limit
   */
  reserve(estimate: Usd | null, step: string): (cost: Usd | null) => void;
  /** Counts a call that an earlier attempt of the run has made and kept. */
  count(cost: Usd | null): void;
}

/**
 * A run's money, fail-closed: spent + reserved by calls in flight + the next estimate never exceeds the limit.
 * @param limit US dollars; `null` sets no limit
 */
export function createBudget(limit: Usd | null): Budget {
  if (limit === null) return { reserve: () => () => {}, count: () => {} };
  const most = new Decimal(limit);
  let used = new Decimal(0);
  return {
    count(cost) {
      // Without a price no call of a run with a budget is made, so a kept one has its cost.
      used = used.plus(cost ?? 0);
    },
    reserve(estimate, step) {
      if (estimate === null)
        throw new BudgetExceeded(
          `the price of the model for ${step} is not known, so the budget of $${limit} cannot be kept: set its price in SERVICE_MODEL_PRICES or drop the budget`,
        );
      const held = new Decimal(estimate);
      if (used.plus(held).gt(most))
        throw new BudgetExceeded(
          `the budget of $${limit} does not cover ${step}: $${used.toFixed()} spent or reserved, up to $${held.toFixed()} more needed`,
        );
      used = used.plus(held);
      return (cost) => {
        used = used.minus(held).plus(cost ?? held);
      };
    },
  };
}
