import type { Backtest, BacktestOrder } from "#src/contract/backtests.ts";
import { findBacktest } from "#src/db/queries/backtests.ts";
import { Conflict, InvalidField } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";
import type { BacktestEnvironment } from "./lib/backtest-environment.ts";
import { enqueueBacktest } from "./lib/enqueue-backtest.ts";

/**
 * Reads an order against the service's archives and puts it into the queue; with an idempotency key once.
 * @throws InvalidField for an order that the archives cannot answer; Conflict also when the backtest that the key made
 *   has been deleted; and as enqueueBacktest does
 */
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
  const read = environment.read(order);
  if (!read.ok) throw new InvalidField(read.field, order[read.field] ?? null, read.reason);
  const { asked, decisions, notes } = read;
  const once = key === null ? null : ({ operation: "start backtest", key, asked: order } as const);
  const { id, replayed } = await enqueueBacktest(ctx, { asked, decisions, once });
  const backtest = await findBacktest(ctx.db.sql, id, ctx.actor.owner);
  if (backtest === null) throw new Conflict("the backtest that was made with this Idempotency-Key has been deleted");
  return { backtest, notes, replayed };
}
