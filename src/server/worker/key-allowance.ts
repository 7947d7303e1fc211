import { providerLabels, type CustomerProvider } from "#src/contract/model-keys.ts";
import type { Usd } from "#src/contract/usage.ts";
import type { Database } from "#src/core/db/database.ts";
import { findKeyLimit, holdOnKey, settleOnKey } from "#src/product/model-keys/queries/model-spending.ts";
import type { Clock } from "#src/core/clock.ts";
import { BudgetExceeded } from "#src/core/errors.ts";
import { usdText } from "#src/contract/usd.ts";
import { monthOf } from "#src/product/plans/public/monthly-quota.ts";
import type { Allowance } from "./allowance.ts";

/** Counted also without a limit. */
export function keyAllowance(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  owner: string,
  provider: CustomerProvider,
): Allowance {
  return {
    async hold(most: Usd) {
      const month = { owner, provider, month: monthOf(clock.now()) };
      if (await holdOnKey(db.sql, month, most)) return (cost) => settleOnKey(db.sql, month, most, cost);
      const { limit, used } = await findKeyLimit(db.sql, month);
      const label = providerLabels[provider];
      throw new BudgetExceeded(
        limit === null
          ? `your ${label} key was deleted; add one under Account, Models, and start again`
          : `your monthly limit of ${usdText(limit)} for your ${label} key does not cover the next call: ${usdText(used)} used or reserved, up to ${usdText(most)} more needed; raise it under Account, Models`,
      );
    },
  };
}
