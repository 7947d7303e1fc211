import type { Backtest, BacktestOrder } from "#src/contract/backtests/backtests.ts";
import { findJob } from "#src/product/jobs/queries/jobs.ts";
import { Conflict } from "#src/core/errors.ts";
import { backtestJob } from "../jobs/public/kinds.ts";
import { requireScope, type Context } from "../context.ts";
import type { BacktestEnvironment } from "./public/backtest-environment.ts";
import { enqueueBacktest } from "./lib/enqueue-backtest.ts";
import { readOrder } from "./public/read-order.ts";

/** @throws InvalidField for what the archives lack; Conflict for a deleted one; and as enqueueBacktest */
export async function orderBacktest(
  ctx: Context,
  {
    environment,
    order,
    idempotencyKey: key,
  }: {
    readonly environment: BacktestEnvironment;
    readonly order: BacktestOrder;
    readonly idempotencyKey: string | null;
  },
): Promise<{ readonly backtest: Backtest; readonly notes: readonly string[]; readonly replayed: boolean }> {
  requireScope(ctx, "backtests:write");
  const { asked, decisions, notes } = readOrder(environment, order);
  const once = key === null ? null : ({ operation: "start backtest", key, asked: order } as const);
  const { id, replayed } = await enqueueBacktest(ctx, { asked, decisions, once });
  const row = await findJob(ctx.db.sql, "backtest", id, ctx.actor.owner);
  if (row === null) throw new Conflict("the backtest that was made with this Idempotency-Key has been deleted");
  return { backtest: backtestJob.show(row, null), notes, replayed };
}
