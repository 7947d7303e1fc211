import { daysBetween, type LocalDate } from "#src/core/clock.ts";
import { pairSymbol } from "../symbols/symbols.ts";
import { majorUnit } from "./units.ts";

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
export function pairsFor(currency: string, base: string): string[][] {
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
