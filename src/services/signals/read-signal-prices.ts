import type { DrawnBar } from "#src/contract/chart.ts";
import type { Signal } from "#src/contract/signals.ts";
import { daysOf } from "#src/db/queries/signal-days.ts";
import { requireScope, type Context } from "../context.ts";
import { readableList } from "./lib/readable-list.ts";
import { settledBars } from "./lib/settled-bars.ts";

/**
 * The sessions by which a signal is settled, in shares as of the last of them.
 * @throws NotFound, Forbidden as for the signal
 */
export async function readSignalPrices(
  ctx: Context,
  { list, symbol }: Pick<Signal, "list" | "symbol">,
): Promise<DrawnBar[]> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, list);
  return settledBars((await daysOf(ctx.db.sql, [symbol])).get(symbol) ?? []);
}
