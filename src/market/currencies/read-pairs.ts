import type { Instant } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { openRecordReader } from "../door/record-reader.ts";
import { attempt } from "../door/vendor-chain.ts";
import type { VendorChain } from "../market-data.ts";
import { findInstrument } from "../symbols/listing.ts";
import { type Believed, believedCloses } from "./believed.ts";
import { type PairCloses, pairsFor, type Pairs, rateAt } from "./rates.ts";

interface Known {
  readonly vendors: VendorChain;
  /** When the run started: what was past then is. */
  readonly now: Instant;
  readonly asOf: Instant;
  readonly signal: AbortSignal;
}

/**
 * The pairs that `rateAt` needs from each currency to `base`, through the as-of door, and which of their bars are not
 * believed. Those that no vendor has or can give are missing.
 * @param days calendar days before `asOf`
 * @throws Cancelled
 */
export async function readPairs(
  known: Known,
  currencies: readonly string[],
  base: string,
  days: number,
): Promise<{ readonly pairs: Pairs; readonly doubts: readonly string[] }> {
  const pairs = new Map<string, PairCloses>();
  const doubts: string[] = [];
  const date = new Date(known.asOf).toISOString().slice(0, 10);
  for (const currency of new Set(currencies)) {
    for (const step of pairsFor(currency, base)) {
      if (rateAt(pairs, currency, base, date).ok) break;
      for (const symbol of step) {
        if (pairs.has(symbol)) continue;
        const read = await readPair(known, symbol, days);
        pairs.set(symbol, read.closes);
        doubts.push(...read.doubts);
      }
    }
  }
  return { pairs, doubts };
}

async function readPair({ vendors, now, asOf, signal }: Known, symbol: string, days: number): Promise<Believed> {
  const none = { closes: [], doubts: [] };
  const { listing } = await findInstrument(vendors, symbol, signal);
  // Bars in another currency than the pair's name says are not its rate.
  if (listing === null || listing.instrument.currency !== symbol.slice(3, 6)) return none;
  const { calendar } = listing;
  const day = calendar.dateAt(asOf);
  const run = {
    vendors,
    session: calendar.lastSessionOnOrBefore(day),
    asOf,
    historical: day < calendar.dateAt(now),
    signal,
  };
  const bars = await attempt(() => openRecordReader(run, listing).bars(days), signal);
  if (bars instanceof VendorFailed) return none;
  return believedCloses(
    symbol,
    bars.records.map(({ date, close }) => ({ date, close })),
  );
}
