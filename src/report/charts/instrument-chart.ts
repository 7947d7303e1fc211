import type { ChartData, DrawnBar } from "#src/contract/chart.ts";
import type { InstrumentRecord, SessionPrices } from "#src/contract/signals/instrument-record.ts";
import { chartData } from "./chart-data.ts";

/** The chart of an instrument: its prices up to the last one known, and what it was rated. `null` without a price. */
export function instrumentChart({
  symbol,
  currency,
  closes,
  tracks,
}: Pick<InstrumentRecord, "symbol" | "currency" | "closes" | "tracks">): ChartData | null {
  const data = chartData({
    symbol,
    currency: currency ?? "its currency",
    asOf: closes.at(-1)?.session ?? "",
    bars: closes.map(barOf),
  });
  if (data === null) return null;
  return {
    ...data,
    tracks: tracks.map(({ name, ratings }) => ({
      name,
      ratings: ratings.map(({ session, rating, outcome, href }) => ({ session, rating, outcome, href })),
    })),
  };
}

function barOf({ session: date, open, high, low, close }: SessionPrices): DrawnBar {
  const prices = { date, open: sent(open), close: sent(close) };
  if (high === null || low === null)
    return {
      ...prices,
      high: Math.max(prices.open, prices.close),
      low: Math.min(prices.open, prices.close),
      rangeUnknown: true,
    };
  return { ...prices, high: sent(high), low: sent(low) };
}

/** A price that a split divided has more digits than anybody reads, and the page carries each of them. */
function sent(price: number): number {
  return Number(price.toPrecision(8));
}
