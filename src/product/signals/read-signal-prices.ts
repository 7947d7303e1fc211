import type { DrawnBar } from "#src/contract/chart.ts";
import type { Signal } from "#src/contract/signals/signals.ts";
import { daysOf } from "./queries/signal-days.ts";
import { requireScope, type Context } from "../context.ts";
import { readableList } from "./public/readable-list.ts";
import { settledBars } from "./public/settled-bars.ts";

/**
 * In shares as of the last.
 * @throws NotFound, Forbidden
 */
export async function readSignalPrices(
  ctx: Context,
  { list, symbol }: Pick<Signal, "list" | "symbol">,
): Promise<DrawnBar[]> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, list);
  return settledBars((await daysOf(ctx.db.sql, [symbol])).get(symbol) ?? []);
}
