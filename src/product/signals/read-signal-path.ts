import type { SessionClose } from "#src/contract/signals/instrument-record.ts";
import type { Signal } from "#src/contract/signals/signals.ts";
import { requireScope, type Context } from "../context.ts";
import { levelHit, type LevelHit } from "./public/levels.ts";
import { entryOf } from "./lib/marks.ts";
import { readableList } from "./public/readable-list.ts";
import { loadPrices } from "./public/settled-marks.ts";

export interface SignalPath {
  /** In shares as of the signal, so that levels compare. */
  readonly closes: readonly SessionClose[];
  /** `null` before the entry. */
  readonly entry: { readonly session: string; readonly price: number } | null;
  readonly hit: LevelHit | null;
}

/**
 * As settled.
 * @throws NotFound; Forbidden
 */
export async function readSignalPath(ctx: Context, { signal }: { readonly signal: Signal }): Promise<SignalPath> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, signal.list);
  const prices = await loadPrices(ctx.db.sql, [signal.symbol]);
  const days = prices.daysOf(signal.symbol);
  const first = entryOf(signal, days);
  let shares = 1;
  const closes: SessionClose[] = [];
  let entry: SignalPath["entry"] = null;
  for (const [index, { session, split, price }] of days.entries()) {
    if (session > signal.session) shares *= split;
    if (price === null || first === -1 || index < first - 1) continue;
    if (index === first) entry = { session, price: price.open * shares };
    closes.push({ session, close: price.close * shares });
  }
  return { closes, entry, hit: levelHit(signal, days) };
}
