import type { Mark, Signal } from "#src/contract/signals/signals.ts";
import type { Sql } from "#src/core/db/database.ts";
import { benchmarksOf, daysOf, type KnownDay } from "#src/product/signals/queries/signal-days.ts";
import { marksOf, type Benchmark } from "../lib/marks.ts";

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
