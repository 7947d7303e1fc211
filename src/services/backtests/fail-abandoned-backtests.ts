import type { Database } from "#src/db/database.ts";
import { failBacktest, openBacktests } from "#src/db/queries/backtests.ts";
import type { Clock } from "#src/platform/clock.ts";

const reasons: Readonly<Record<string, string>> = {
  ERROR: "something went wrong on our side, and the backtest could not be finished; start it again",
  MAX_RECOVERY_ATTEMPTS_EXCEEDED:
    "the server that ran the backtest went down three times while it ran, so it was set aside; start it again with fewer symbols or a shorter time",
};

/**
 * Fails the backtests that still count as open although their workflow has ended without ending them.
 * @param ended workflow status by backtest id
 */
export async function failAbandonedBacktests(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  ended: ReadonlyMap<string, string>,
): Promise<void> {
  for (const id of await openBacktests(db.sql, [...ended.keys()]))
    await failBacktest(db.sql, id, reasons[ended.get(id) ?? ""] ?? "the backtest was abandoned", clock.now());
}
