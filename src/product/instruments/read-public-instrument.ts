import { priceUnit } from "#src/contract/run/price-unit.ts";
import type { InstrumentRecord } from "#src/contract/signals/instrument-record.ts";
import { pricesOfRun } from "./queries/instrument-records.ts";
import type { SystemContext } from "../context.ts";
import { loadPrices } from "../signals/public/settled-marks.ts";
import { assetTypeOf, hitsOf, joinPrices, trackOf } from "./lib/instrument-parts.ts";
import { publicReviews, publicSignals } from "./lib/public-signals.ts";

/** `null` while nothing is public. */
export async function readPublicInstrument(ctx: SystemContext, symbol: string): Promise<InstrumentRecord | null> {
  const { sql } = ctx.db;
  const signals = await publicSignals(ctx, symbol);
  const newest = signals.at(0)?.signal;
  if (newest === undefined) return null;
  const [prices, known] = await Promise.all([loadPrices(sql, [symbol]), pricesOfRun(sql, newest.analysis_id)]);
  const days = prices.daysOf(symbol);
  const reviews = (await publicReviews(sql, symbol, prices.daysOf)).map(({ session }) => ({ session, href: null }));
  return {
    symbol,
    asset_type: assetTypeOf(newest.asset_type),
    name: newest.name,
    currency: priceUnit(newest),
    closes: joinPrices(known, days),
    tracks: [{ name: "House list", ratings: trackOf(signals, reviews, false) }],
    signals,
    hits: hitsOf(signals, days),
  };
}
