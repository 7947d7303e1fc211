import type { ChartBar } from "#src/contract/run.ts";
import type { Signal } from "#src/contract/signals.ts";
import { daysOf } from "#src/db/queries/signal-days.ts";
import { requireScope, type Context } from "../context.ts";
import { readableList } from "./lib/readable-list.ts";

/**
 * The sessions by which a signal is settled, on the basis of the first of them: splits are applied as they come. Opens
 * and closes are kept alone, so the high and the low of a bar are those of the two.
 * @throws NotFound, Forbidden as for the signal
 */
export async function readSignalPrices(ctx: Context, { list, symbol }: Signal): Promise<ChartBar[]> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, list);
  const days = (await daysOf(ctx.db.sql, [symbol])).get(symbol) ?? [];
  let factor = 1;
  return days.flatMap(({ session, price, split }) => {
    factor *= split;
    if (price === null) return [];
    const [open, close] = [price.open * factor, price.close * factor];
    return { date: session, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: null };
  });
}
