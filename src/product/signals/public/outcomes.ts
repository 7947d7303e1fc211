import { type Horizon, type Mark, type Signal, horizons } from "#src/contract/signals/signals.ts";
import type { HitSummary, TrackRecord } from "#src/contract/signals/track-record.ts";
import { type Outcome, shareInterval } from "#src/core/figures/interval.ts";
import type { Sql } from "#src/core/db/database.ts";
import { type KnownDay, benchmarksOf, daysOf } from "../queries/signal-days.ts";
import { type Benchmark, direction, entryOf, marksOf } from "../lib/marks.ts";
import type { DrawnBar } from "#src/contract/chart.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { csvText } from "#src/core/text/lines-file.ts";
import { canonicalJson } from "#src/core/hash.ts";

export interface Marked {
  readonly signal: Signal;
  readonly marks: readonly Mark[];
}

export interface Settled {
  readonly signal: Signal;
  readonly mark: Mark;
}

export function settledAt(signals: readonly Marked[], horizon: Horizon): Settled[] {
  return signals.flatMap(({ signal, marks }) => {
    const mark = marks.find((one) => one.horizon === horizon && one.status === "settled");
    return mark === undefined ? [] : [{ signal, mark }];
  });
}

/** Sessions by their place among all that any instrument of a record had. */
export type Places = ReadonlyMap<string, number>;

export function placesOf(days: readonly { readonly session: string }[]): Places {
  return new Map([...new Set(days.map(({ session }) => session))].toSorted().map((session, index) => [session, index]));
}

export function outcomesOf(
  settled: readonly Settled[],
  valueOf: (mark: Mark) => number | null,
  places: Places,
): Outcome[] {
  return settled.flatMap(({ mark }) => {
    const from = places.get(mark.entry_session ?? "");
    const through = places.get(mark.exit_session ?? "");
    const value = valueOf(mark);
    return from === undefined || through === undefined || value === null ? [] : [{ from, through, value }];
  });
}

export function hitOf({ hit }: Mark): number | null {
  return hit === null ? null : hit ? 1 : 0;
}

/** Hold has no direction and does not count. */
export function hitSummary(signals: readonly Marked[], horizon: Horizon, places: Places): HitSummary {
  const directed = settledAt(signals, horizon).filter(({ mark }) => mark.hit !== null);
  return {
    horizon,
    settled: directed.length,
    hits: directed.filter(({ mark }) => mark.hit === true).length,
    interval: shareInterval(outcomesOf(directed, hitOf, places)),
  };
}

export interface Prices {
  readonly daysOf: (symbol: string) => readonly KnownDay[];
  readonly benchmarkOf: (symbol: string) => Benchmark;
}

export async function loadPrices(db: Sql, symbols: readonly string[]): Promise<Prices> {
  const benchmarks = await benchmarksOf(db, symbols);
  const against = [...benchmarks.values()].filter((symbol) => symbol !== null);
  const days = await daysOf(db, [...new Set([...symbols, ...against])]);
  const known = (symbol: string): readonly KnownDay[] => days.get(symbol) ?? [];
  return {
    daysOf: known,
    benchmarkOf(symbol) {
      const benchmark = benchmarks.get(symbol) ?? null;
      return { symbol: benchmark, days: benchmark === null ? [] : known(benchmark) };
    },
  };
}

export function settledMarks(signal: Signal, prices: Prices): Mark[] {
  return marksOf(signal, prices.daysOf(signal.symbol), prices.benchmarkOf(signal.symbol));
}

/**
 * In shares as of the last session; highs and lows are those of open and close.
 * @param days ascending
 */
export function settledBars(days: readonly KnownDay[]): DrawnBar[] {
  const total = days.reduce((factor, { split }) => factor * split, 1);
  let factor = 1;
  return days.flatMap(({ session, price, split }) => {
    factor *= split;
    if (price === null) return [];
    const [open, close] = [(price.open * factor) / total, (price.close * factor) / total];
    const [low, high] = [Math.min(open, close), Math.max(open, close)];
    return { date: session, open, high, low, close, volume: null, rangeUnknown: true as const };
  });
}

export interface LevelHit {
  readonly level: "stop" | "target";
  /** As the signal names it. */
  readonly price: number;
  /** The close that reached it, after the same splits as the signal's prices. */
  readonly close: number;
  readonly session: LocalDate;
}

/**
 * By closes from the entry on, since highs and lows are not kept.
 * @param days ascending
 */
export function levelHit(
  signal: Pick<Signal, "rating" | "session" | "published_at" | "stop" | "target">,
  days: readonly KnownDay[],
): LevelHit | null {
  const { stop, target } = signal;
  const way = wayOf(signal);
  const first = entryOf(signal, days);
  if (way === 0 || first === -1) return null;
  let shares = 1;
  for (const [index, day] of days.entries()) {
    if (day.session > signal.session) shares *= day.split;
    if (index < first || day.price === null) continue;
    const close = day.price.close * shares;
    const hit = { close, session: day.session };
    if (stop !== null && way * (close - stop) <= 0) return { ...hit, level: "stop", price: stop };
    if (target !== null && way * (close - target) >= 0) return { ...hit, level: "target", price: target };
  }
  return null;
}

/** By the target's side, else the rating's; 0: neither. */
function wayOf({ rating, stop, target }: Pick<Signal, "rating" | "stop" | "target">): 1 | 0 | -1 {
  if (stop !== null && target !== null && stop !== target) return target > stop ? 1 : -1;
  return direction[rating];
}

const columns = [
  "number",
  "published_at",
  "id",
  "symbol",
  "session",
  "rating",
  "previous_rating",
  "confidence",
  "runs",
  "agreeing",
  "withdrawn_at",
  "entry_session",
  "entry_price",
  "benchmark",
  ...horizons.flatMap((horizon) =>
    ["exit_session", "exit_price", "return", "net_return", "benchmark_return", "excess_return", "hit"].map(
      (name) => `${name}_${horizon}`,
    ),
  ),
  "previous",
  "hash",
  "entry",
] as const;

/** Oldest first (RFC 4180). Sealed and open ones are empty; `entry` is as hashed. */
export function trackRecordCsv({ signals }: Pick<TrackRecord, "signals">): string {
  const rows = signals.toReversed().map(({ number, hash, published_at: at, signal, withdrawn, marks }) => {
    const first = marks[0];
    return [
      number,
      at,
      signal?.id,
      signal?.symbol,
      signal?.session,
      signal?.rating,
      signal?.previous_rating,
      signal?.confidence,
      signal?.agreement.runs,
      signal?.agreement.agreeing,
      withdrawn?.at,
      first?.entry_session,
      first?.entry_price,
      first?.benchmark,
      ...marks.flatMap((mark) => [
        mark.exit_session,
        mark.exit_price,
        mark.return,
        mark.net_return,
        mark.benchmark_return,
        mark.excess_return,
        mark.hit,
      ]),
      signal?.previous,
      hash,
      signal === null ? null : canonicalJson(signal),
    ];
  });
  return csvText([columns, ...rows]);
}
