import { usdText } from "#src/contract/accounts/money.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Database } from "#src/core/db/database.ts";
import { holdOnJob, settleOnJob } from "#src/product/jobs/queries/jobs.ts";
import { BudgetExceeded, Cancelled } from "#src/core/errors.ts";
import type { Allowance } from "./allowance.ts";

/** What an owner lets the calls of one job cost. */
export function jobAllowance(
  db: Database,
  { id, budgetUsd }: { readonly id: string; readonly budgetUsd: Usd | null },
): Allowance {
  return {
    async hold(most: Usd) {
      const held = await holdOnJob(db.sql, id, most);
      if (held === "ended") throw new Cancelled();
      if (held === "exceeded")
        throw new BudgetExceeded(
          `the budget of ${usdText(budgetUsd ?? "0")} does not cover the next call, which can cost up to ${usdText(most)}`,
        );
      return (cost) => settleOnJob(db.sql, id, most, cost);
    },
  };
}
