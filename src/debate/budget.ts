import { Decimal } from "decimal.js";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { BudgetExceeded } from "#src/core/errors.ts";

export interface Budget {
  /**
   * Sets aside the most a call can cost.
   * @param estimate `null`: unknown price, so refused
   * @returns called with the true cost; with `null` the estimate stays spent
   * @throws BudgetExceeded
   */
  reserve(estimate: Usd | null, step: string): (cost: Usd | null) => void;
  /** A call that an earlier attempt made and kept. */
  count(cost: Usd | null): void;
}

/**
 * Fail-closed: spent + reserved + the next estimate never exceeds the limit.
 * @param limit US dollars; `null`: no limit
 */
export function createBudget(limit: Usd | null): Budget {
  if (limit === null) return { reserve: () => () => {}, count: () => {} };
  const most = new Decimal(limit);
  let used = new Decimal(0);
  return {
    count(cost) {
      // Under a budget every kept call has a cost.
      used = used.plus(cost ?? 0);
    },
    reserve(estimate, step) {
      if (estimate === null)
        throw new BudgetExceeded(
          `the price of the model for ${step} is not known, so the budget of $${limit} cannot be kept: set its price in SERVICE_MODELS or drop the budget`,
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
