import { type Instant, type LocalDate, daysBetween } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { pairSymbol } from "../symbols/symbols.ts";
import { openRecordReader } from "../door/record-reader.ts";
import { attempt, findInstrument } from "../door/vendor-chain.ts";
import type { VendorChain } from "../market-data.ts";

/** Units in which prices are quoted, such as London's pence, as vendors spell them. */
const minorUnits: ReadonlyMap<string, { readonly name: string; readonly currency: string; readonly per: number }> =
  new Map([
    ["GBp", { name: "pence", currency: "GBP", per: 100 }],
    ["GBX", { name: "pence", currency: "GBP", per: 100 }],
    ["ZAc", { name: "cents", currency: "ZAR", per: 100 }],
    ["ZAC", { name: "cents", currency: "ZAR", per: 100 }],
    ["ILA", { name: "agorot", currency: "ILS", per: 100 }],
  ]);

export function currencyName(code: string): string {
  const unit = minorUnits.get(code);
  return unit === undefined ? code : `${unit.name} (${code})`;
}

/** `GBp` is a hundredth of `GBP`; any other code is itself. */
export function majorUnit(code: string): { readonly currency: string; readonly per: number } {
  return minorUnits.get(code) ?? { currency: code, per: 1 };
}

/* What one currency is in another on a day, from daily bars of pairs. Pure. */

/** A pair's bars: their days and closes, ascending. */
export type PairCloses = readonly { readonly date: LocalDate; readonly close: number }[];

/** By symbol, such as `EURUSD=X`: what one euro is in dollars. */
export type Pairs = ReadonlyMap<string, PairCloses>;

export interface Rate {
  /** May be a minor unit, such as `GBp`. */
  readonly currency: string;
  readonly base: string;
  /** What one unit of `currency` is in `base`. */
  readonly rate: number;
  /** Of the bars. */
  readonly date: LocalDate;
  /** What it was read from: none within one currency, two for a cross over the dollar. */
  readonly pairs: readonly string[];
  readonly how: "same" | "direct" | "inverse" | "cross";
}

export type RateAnswer = ({ readonly ok: true } & Rate) | { readonly ok: false; readonly reason: string };

/** Holidays and a weekend; an older rate is not that day's. */
const oldestDays = 10;

/**
 * By the last bar on or before `date`: of the pair, else of its inverse, else of both against the dollar on one day.
 * Later bars change nothing, and a missing rate is never 1.
 */
export function rateAt(pairs: Pairs, currency: string, base: string, date: LocalDate): RateAnswer {
  const [from, to] = [majorUnit(currency), majorUnit(base)];
  const answer = (rate: number, of: LocalDate, how: Rate["how"], symbols: readonly string[]): RateAnswer => ({
    ok: true,
    currency,
    base,
    rate: (rate * to.per) / from.per,
    date: of,
    pairs: symbols,
    how,
  });
  if (from.currency === to.currency) return answer(1, date, "same", []);
  for (const leg of [legOf(pairs, from.currency, to.currency), legOf(pairs, to.currency, from.currency)]) {
    const last = lastOn(leg.closes, date);
    if (last === undefined || isOld(last.date, date)) continue;
    const isInverse = leg.symbol !== pairSymbol(from.currency, to.currency);
    return answer(isInverse ? 1 / last.close : last.close, last.date, isInverse ? "inverse" : "direct", [leg.symbol]);
  }
  const cross = crossOf(inDollars(pairs, from.currency, date), inDollars(pairs, to.currency, date), date);
  if (cross !== null) return answer(cross.rate, cross.date, "cross", cross.symbols);
  return { ok: false, reason: `no exchange rate from ${from.currency} to ${to.currency} is known on ${date}` };
}

/** Pairs that `rateAt` looks at, in its order: each step is needed only where the ones before gave nothing. */
function pairsFor(currency: string, base: string): string[][] {
  const [one, other] = [majorUnit(currency).currency, majorUnit(base).currency];
  if (one === other) return [];
  const both = (a: string, b: string): string[] => [pairSymbol(a, b), pairSymbol(b, a)];
  const direct = both(one, other).map((symbol) => [symbol]);
  return one === dollar || other === dollar ? direct : [...direct, [...both(one, dollar), ...both(other, dollar)]];
}

const dollar = "USD";

interface Leg {
  readonly symbol: string;
  readonly closes: PairCloses;
}

function legOf(pairs: Pairs, from: string, to: string): Leg {
  const symbol = pairSymbol(from, to);
  return { symbol, closes: pairs.get(symbol) ?? [] };
}

/** The first of both spellings with a bar that is not too old, as dollars for one unit. */
function inDollars(pairs: Pairs, currency: string, date: LocalDate): Leg | null {
  if (currency === dollar) return null;
  const isKnown = ({ closes }: Leg): boolean => {
    const last = lastOn(closes, date);
    return last !== undefined && !isOld(last.date, date);
  };
  const direct = legOf(pairs, currency, dollar);
  if (isKnown(direct)) return direct;
  const { symbol, closes } = legOf(pairs, dollar, currency);
  const inverse = { symbol, closes: closes.map((bar) => ({ date: bar.date, close: 1 / bar.close })) };
  return isKnown(inverse) ? inverse : null;
}

/** Of the last day that both have. */
function crossOf(
  one: Leg | null,
  other: Leg | null,
  date: LocalDate,
): { readonly rate: number; readonly date: LocalDate; readonly symbols: string[] } | null {
  if (one === null || other === null) return null;
  const closes = new Map(other.closes.map((bar) => [bar.date, bar.close]));
  const last = lastOn(
    one.closes.filter((bar) => closes.has(bar.date)),
    date,
  );
  const divisor = last === undefined ? undefined : closes.get(last.date);
  return last === undefined || divisor === undefined || isOld(last.date, date)
    ? null
    : { rate: last.close / divisor, date: last.date, symbols: [one.symbol, other.symbol] };
}

/** On or before a day, by halving: asked for each day of each instrument. @param closes ascending */
export function lastOn<T extends { readonly date: LocalDate }>(closes: readonly T[], date: LocalDate): T | undefined {
  let [low, high] = [0, closes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((closes[middle]?.date ?? "") <= date) low = middle + 1;
    else high = middle;
  }
  return closes[low - 1];
}

function isOld(of: LocalDate, date: LocalDate): boolean {
  return daysBetween(of, date) > oldestDays;
}

/* Which of a pair's bars are believed. A rate has no splits: what leaps is an error, or rarely a devaluation. Pure. */

/** In logarithms: the franc moved as far in January 2015, the pound half of it in June 2016. */
const leap = Math.log(1.15);
/** A currency that loses three quarters in a night was quoted in another unit, or the other way round. */
const unit = Math.log(4);
/** So many days in a row are no slip. */
const confirming = 3;

export interface Believed {
  readonly closes: PairCloses;
  /** What is left out, in words. */
  readonly doubts: readonly string[];
}

/**
 * Where closes leap, the series falls into stretches. The longest is believed, and so are those beside one believed
 * that are near to it and three days long.
 * @param closes ascending
 */
export function believedCloses(symbol: string, closes: PairCloses): Believed {
  const stretches = stretchesOf(closes);
  const anchor = stretches.reduce(
    (best, one, index) => (one.length > (stretches[best]?.length ?? 0) ? index : best),
    0,
  );
  const kept = new Set([anchor]);
  for (const step of [1, -1]) {
    let near = stretches[anchor];
    for (let index = anchor + step; index >= 0 && index < stretches.length; index += step) {
      const one = stretches[index];
      if (one === undefined || near === undefined) break;
      const apart = step === 1 ? distance(near.at(-1), one[0]) : distance(one.at(-1), near[0]);
      if (apart > leap && (apart > unit || one.length < confirming)) continue;
      kept.add(index);
      near = one;
    }
  }
  return {
    closes: stretches.filter((_one, index) => kept.has(index)).flat(),
    doubts: stretches.flatMap((one, index) => (kept.has(index) ? [] : [doubt(symbol, one)])),
  };
}

function stretchesOf(closes: PairCloses): PairCloses[] {
  const stretches: PairCloses[number][][] = [];
  for (const close of closes) {
    const last = stretches.at(-1);
    if (last === undefined || distance(last.at(-1), close) > leap) stretches.push([close]);
    else last.push(close);
  }
  return stretches;
}

function distance(one: PairCloses[number] | undefined, other: PairCloses[number] | undefined): number {
  return Math.abs(Math.log((one?.close ?? Number.NaN) / (other?.close ?? Number.NaN)));
}

function doubt(symbol: string, stretch: PairCloses): string {
  const [first, last] = [stretch[0]?.date, stretch.at(-1)?.date];
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  return `The rate ${symbol} ${when} is far from the days around it and is not used.`;
}

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
