import { type AsOfMarket, type MarketOpening, openMarket } from "#src/market/door/open-market.ts";
import type { Bar, VendorChain } from "#src/market/market-data.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { bar, instrument, memoryVendor, type MemoryVendor } from "./memory-vendor.ts";

/** The machine's time in a test that names none. */
export const NOON = "2025-08-01T12:00:00Z";

export const aapl = instrument("AAPL");

/** Two sessions before and two after a weekend. */
export const fourBars: readonly Bar[] = [
  bar("2025-05-29", 100),
  bar("2025-05-30", 101),
  bar("2025-06-02", 102),
  bar("2025-06-03", 103),
];

/** A vendor that knows AAPL and its four bars. */
export function papers(): MemoryVendor {
  return memoryVendor("papers", { bars: fourBars }, [aapl]);
}

export async function open(
  vendors: VendorChain,
  tradeDate: string,
  now = NOON,
  symbol = "AAPL",
  signal = new AbortController().signal,
): Promise<MarketOpening> {
  const parse = parseSymbol(symbol);
  if (!parse.ok) throw new Error(parse.reason);
  return openMarket({ vendors, symbol: parse.symbol, tradeDate, now: Date.parse(now), signal });
}

/** The market of AAPL, which must open. */
export async function marketOn(
  vendors: VendorChain,
  tradeDate: string,
  now = NOON,
  symbol = "AAPL",
): Promise<AsOfMarket> {
  const opening = await open(vendors, tradeDate, now, symbol);
  if (!opening.ok) throw new Error(opening.detail);
  return opening.market;
}

export function datesOf(records: readonly Bar[]): string[] {
  return records.map((each) => each.date);
}
