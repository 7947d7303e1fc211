import { failBacktest, openBacktests } from "#src/db/queries/backtests.ts";
import type { SystemContext } from "../context.ts";

const reasons: Readonly<Record<string, string>> = {
  ERROR: "something went wrong on our side and the backtest could not be completed; start it again",
  MAX_RECOVERY_ATTEMPTS_EXCEEDED:
    "the server stopped several times while running this backtest, so it was not retried; start it again with fewer symbols or a shorter period",
};

/**
 * Fails the backtests that still count as open although their workflow has ended without ending them.
 * @param ended workflow status by backtest id
 */
export async function failAbandonedBacktests(ctx: SystemContext, ended: ReadonlyMap<string, string>): Promise<void> {
  const { db, clock } = ctx;
  for (const id of await openBacktests(db.sql, [...ended.keys()]))
    await failBacktest(db.sql, id, reasons[ended.get(id) ?? ""] ?? "the backtest was abandoned", clock.now());
}
