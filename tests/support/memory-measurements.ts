import type { MemoryMeasurement } from "#src/contract/backtests/memory.ts";
import { sharesOf } from "#src/backtest/memory/measure.ts";

/** A whole measurement of a model that says Buy with the name, and without it, and on other dates, so many times of ten. */
export function memoryMeasurement(
  masked: number,
  { session = "2019-06-03", ratings: given, ...changes }: Partial<MemoryMeasurement> = {},
): MemoryMeasurement {
  const withoutName = Array.from({ length: 10 }, (_, index) => (index < masked ? ("Buy" as const) : ("Hold" as const)));
  const ratings = given ?? {
    named: Array.from({ length: 10 }, () => "Buy" as const),
    masked: withoutName,
    shifted: withoutName,
    false_news: [],
  };
  const none = { status: "too_few", missing_outcomes: 0, missing_blocks: 1 } as const;
  const right = (count: number) => ({ right: { count, of: 20, interval: none }, unknown: 0 });
  return {
    version: 1,
    symbol: "DEMO",
    asset_type: "stock",
    session,
    period: session.slice(0, 4),
    provider: "openai-compatible",
    deep: "deep",
    quick: "quick",
    cutoff: { date: null, source: "not known" },
    measured_at: "2026-02-01T12:00:00.000Z",
    code_version: "test",
    seed: 1,
    ratings,
    ...sharesOf(ratings, null),
    false_headline: null,
    quiz: { named: right(15), masked: right(5) },
    notes: [],
    calls: 0,
    reused: 0,
    cost_usd: "0",
    stopped: null,
    ...changes,
  };
}
