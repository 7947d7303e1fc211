import type { Database } from "#src/db/database.ts";
import { failBacktest, openBacktests } from "#src/db/queries/backtests.ts";
import type { Clock } from "#src/platform/clock.ts";

const reasons: Readonly<Record<string, string>> = {
  ERROR: "the backtest failed for an internal reason",
  MAX_RECOVERY_ATTEMPTS_EXCEEDED: "the backtest brought down its worker too often",
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
