import { horizons } from "#src/contract/signals/signals.ts";
import type { HitSummary } from "#src/contract/signals/track-record.ts";
import { listSignals } from "#src/product/signals/queries/signals.ts";
import { hitSummary, placesOf } from "../signals/public/outcomes.ts";
import { loadPrices, settledMarks } from "../signals/public/settled-marks.ts";
import { requireScope, type Context } from "../context.ts";
import { followedLists } from "./public/followed-lists.ts";

/** The newest of each list; older ones say little about what is asked today. */
const mostSignals = 500;

/** How often the signals of the actor's own lists were right, by horizon. */
export async function readOwnTrackRecord(ctx: Context): Promise<HitSummary[]> {
  requireScope(ctx, "analyses:read");
  const { db } = ctx;
  const { own } = await followedLists(ctx);
  const filter = { symbol: null, rating: null, changed: false, before: null, limit: mostSignals };
  const signals = (await Promise.all(own.map(({ id }) => listSignals(db.sql, id, filter)))).flat();
  const symbols = [...new Set(signals.map(({ signal }) => signal.symbol))];
  const prices = await loadPrices(db.sql, symbols);
  const marked = signals.map(({ signal }) => ({ signal, marks: settledMarks(signal, prices) }));
  const places = placesOf(symbols.flatMap((symbol) => [...prices.daysOf(symbol)]));
  return horizons.map((horizon) => hitSummary(marked, horizon, places));
}
