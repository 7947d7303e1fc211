import { calendarByName } from "#src/market/calendar/calendar.ts";
import type { Prices } from "#src/market/series/corporate-actions.ts";

/* Prices as markets make them, out of a seed: fat tails, volumes that scatter, and what sources do to them. */

export const markets = {
  stock: { calendar: "XNYS", gaps: true, volume: true },
  london: { calendar: "XLON", gaps: true, volume: true },
  coin: { calendar: "24/7", gaps: false, volume: true },
  index: { calendar: "XNYS", gaps: true, volume: false },
} as const;
export type Market = keyof typeof markets;

export interface Random {
  /** 0 to 1. */
  next(): number;
  normal(): number;
  /** Student's t with four degrees, of spread 1. */
  tailed(): number;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const tailed = (): number => {
    const squares = normal() ** 2 + normal() ** 2 + normal() ** 2 + normal() ** 2;
    return normal() / Math.sqrt(squares / 4) / Math.SQRT2;
  };
  return { next, normal, tailed };
}

const datesOf = new Map<string, readonly string[]>();

function tradingDays(calendar: string): readonly string[] {
  const known = datesOf.get(calendar) ?? calendarByName(calendar)?.sessionsBetween("2020-01-02", "2022-12-31") ?? [];
  datesOf.set(calendar, known);
  return known;
}

/** @param volatility standard deviation of a day's return */
export function priceSeries(
  market: Market,
  { seed, sessions, volatility, price = 50 }: { seed: number; sessions: number; volatility: number; price?: number },
): Prices[] {
  const { calendar, gaps, volume } = markets[market];
  const random = randomOf(seed);
  const dates = tradingDays(calendar).slice(0, sessions);
  let close = price;
  return dates.map((date) => {
    const open = gaps ? close * Math.exp(random.tailed() * volatility * 0.5) : close;
    close = open * Math.exp(random.tailed() * volatility * (gaps ? 0.85 : 1));
    const wider = (): number => Math.exp(Math.abs(random.normal()) * volatility * 0.4);
    const shares = 1_000_000 * Math.exp(random.normal() * 0.4);
    return {
      date,
      open,
      high: Math.max(open, close) * wider(),
      low: Math.min(open, close) / wider(),
      close,
      volume: volume ? shares : null,
    };
  });
}

export function scaled<B extends Prices>(bar: B, price: number, volume: number): B {
  return {
    ...bar,
    open: bar.open * price,
    high: bar.high * price,
    low: bar.low * price,
    close: bar.close * price,
    volume: bar.volume === null ? null : bar.volume * volume,
  };
}

/** One share has become `ratio` shares from `at` on. */
export function splitAt<B extends Prices>(bars: readonly B[], at: number, ratio: number): B[] {
  return bars.map((bar, index) => (index < at ? bar : scaled(bar, 1 / ratio, ratio)));
}

/**
 * News overnight: the price is `move` times what it was, on `times` the usual volume, which goes back within days;
 * the day is as wide as such days are, or by luck is not.
 */
export function newsAt<B extends Prices>(
  bars: readonly B[],
  at: number,
  { move, times, random }: { move: number; times: number; random: Random },
): B[] {
  const isWide = random.next() < 0.75;
  return bars.map((bar, index) => {
    if (index < at) return bar;
    const made = scaled(bar, move, 1 + (times - 1) * Math.exp(-(index - at) / 2));
    if (index > at || !isWide) return made;
    const wider = 1 + 0.1 * random.next();
    return { ...made, high: made.high * wider, low: made.low / wider };
  });
}

/** No trade in the sessions before `at`. */
export function haltedBefore<B extends Prices>(bars: readonly B[], at: number, sessions: number): B[] {
  const close = bars[at - sessions - 1]?.close ?? 1;
  return bars.map((bar, index) =>
    index < at - sessions || index >= at ? bar : { ...bar, open: close, high: close, low: close, close, volume: 0 },
  );
}
