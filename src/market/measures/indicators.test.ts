import { describe, expect, test } from "vitest";
import { fc, test as property } from "@fast-check/vitest";
import { archivePath } from "#tests/support/archives.ts";
import { readActions, readBars } from "#tests/support/archive-records.ts";
import { plainMeasures } from "#tests/support/plain-indicators.ts";
import { addDays } from "#src/core/clock.ts";
import { priceMeasures } from "./indicators.ts";
import type { Bar, Measure } from "../market-data.ts";
import { roundToUnit } from "./measure.ts";

/** Largest error that rounding may leave, by unit. */
/** Half of the last decimal of the unit, or of the sixth digit where that says less. */
function roundingError(unit: string, value: number): number {
  const decimal = { "%": 0.01, points: 0.01, x: 0.001 }[unit] ?? 0.0001;
  return 0.51 * Math.max(decimal, 10 ** (Math.floor(Math.log10(Math.abs(value))) - 5));
}

function bar(index: number, price: Partial<Pick<Bar, "open" | "high" | "low" | "volume">> & { close: number }): Bar {
  const date = addDays("2020-01-01", index);
  const at = Date.parse(`${date}T21:00:00Z`);
  const flat = { open: price.close, high: price.close, low: price.close, volume: null };
  return { ...flat, ...price, date, currency: "USD", eventTime: at, availableAt: at, source: "test", sourceId: date };
}

function closes(values: readonly number[]): Bar[] {
  return values.map((close, index) => bar(index, { close }));
}

/** The same trading in shares `by` times as dear. */
function scale(item: Bar, by: number): Bar {
  const { open, high, low, close, volume } = item;
  const price = { open: open * by, high: high * by, low: low * by, close: close * by };
  return { ...item, ...price, volume: volume === null ? null : volume / by };
}

function priced(bars: readonly Bar[], benchmark: readonly Bar[] | null = null): Map<string, Measure> {
  const rawLast = bars.at(-1);
  if (rawLast === undefined) throw new Error("a test without bars");
  const found = priceMeasures({
    bars,
    rawLast,
    holes: [],
    benchmark: benchmark === null ? null : { symbol: "^GSPC", index: null, bars: benchmark },
    sessionsPerYear: 252,
    source: "test",
  });
  return new Map(found.map((measure) => [measure.key, measure]));
}

/** A walk of prices between about 20 and 500, from a seed. */
function walk(seed: number, length: number): Bar[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  let close = 100;
  return Array.from({ length }, (_, index) => {
    const open = close * (1 + (random() - 0.5) * 0.02);
    close = Math.min(500, Math.max(20, close * (1 + (random() - 0.5) * 0.06)));
    const high = Math.max(open, close) * (1 + random() * 0.02);
    const low = Math.min(open, close) * (1 - random() * 0.02);
    return bar(index, { open, high, low, close, volume: Math.round(1000 + random() * 9000) });
  });
}

function expectReference(bars: readonly Bar[], benchmark: readonly Bar[]): void {
  const found = priced(bars, benchmark);
  const expected = plainMeasures(bars, benchmark);
  expect([...found.keys()].toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const [key, measure] of found) {
    const away = Math.abs(measure.value - (expected[key] ?? Number.NaN));
    expect
      .soft(away, `${key}: ${measure.value} against ${expected[key]}`)
      .toBeLessThan(roundingError(measure.unit, measure.value));
  }
}

describe("price measures", () => {
  property.prop([fc.nat(1_000_000), fc.nat(1_000_000), fc.integer({ min: 253, max: 420 })], { seed: 11, numRuns: 60 })(
    "each is what a plain computation of it says",
    (seed, otherSeed, length) => {
      expectReference(walk(seed, length), walk(otherSeed + 7, length));
    },
  );

  property.prop([fc.nat(1_000_000), fc.integer({ min: 1, max: 300 })], { seed: 12, numRuns: 100 })(
    "none is NaN, infinite or unrounded, however short the history",
    (seed, length) => {
      for (const { value, unit } of priced(walk(seed, length), walk(seed + 1, length)).values()) {
        expect(Number.isFinite(value)).toBe(true);
        expect(Object.is(value, roundToUnit(value, unit))).toBe(true);
      }
    },
  );

  property.prop([fc.nat(1_000_000), fc.integer({ min: 2, max: 3 })], { seed: 13, numRuns: 20 })(
    "a change of currency unit moves no ratio",
    (seed, exponent) => {
      const bars = walk(seed, 300);
      const by = 10 ** exponent;
      const plain = priced(bars);
      const scaled = [...priced(bars.map((item) => scale(item, by))).values()].filter(({ unit }) => unit !== "USD");
      expect(scaled.length).toBeGreaterThan(15);
      const moved = scaled.filter(({ key, value }) => Math.abs(value - (plain.get(key)?.value ?? Number.NaN)) > 0.011);
      expect(moved).toEqual([]);
    },
  );

  test("small cases worked by hand", () => {
    const rising = priced(closes(Array.from({ length: 22 }, (_, index) => 100 + index)));
    expect(rising.get("close")?.value).toBe(121);
    expect(rising.get("sma_20")?.value).toBe(111.5); // mean of 102 … 121
    expect(rising.get("return_1d")?.value).toBe(0.83); // 121 / 120
    expect(rising.get("return_21d")?.value).toBe(21); // 121 / 100
    // Population variance of 20 consecutive integers is (20² − 1) / 12 = 33.25.
    expect(rising.get("bollinger_upper")?.value).toBe(123.033); // 111.5 + 2 √33.25 = 123.0326
    expect(rising.get("bollinger_percent_b")?.value).toBe(0.912); // (121 − 99.9674) / 23.0651

    const long = priced(closes(Array.from({ length: 90 }, (_, index) => 100 + index)));
    expect(long.get("rsi_14")?.value).toBe(100); // no loss at all

    const ranged = Array.from({ length: 90 }, (_, index) =>
      bar(index, { open: 10, high: 12, low: 9, close: 10, volume: index === 89 ? 300 : 100 }),
    );
    const flat = priced(ranged);
    expect(flat.get("atr_14")?.value).toBe(3); // every true range is 12 − 9
    expect(flat.get("atr_14_pct")?.value).toBe(30);
    expect(flat.get("volume_ratio_20")?.value).toBe(3); // 300 over a mean of 100
    expect(flat.get("vwma_20")?.value).toBe(10);
    expect(flat.get("support_20")?.value).toBe(9);
    expect(flat.get("resistance_20")?.value).toBe(12);
    expect(priced(ranged.slice(-21)).get("volatility_21")).toBeUndefined(); // 20 returns only
  });

  test("support and resistance leave the session itself out", () => {
    const bars = walk(3, 40);
    const last = bars.at(-1);
    if (last === undefined) throw new Error("no last bar");
    const before = priced(bars);
    const spiked = priced([...bars.slice(0, -1), { ...last, high: 9000, low: 0.5 }]);
    expect(spiked.get("resistance_20")?.value).toBe(before.get("resistance_20")?.value);
    expect(spiked.get("support_20")?.value).toBe(before.get("support_20")?.value);
  });

  test("the drawdown is measured from the peak before it, and stays after a recovery", () => {
    const path = [...Array.from({ length: 250 }, () => 100), 80, 100];
    const found = priced(closes(path));
    expect(found.get("max_drawdown_252")?.value).toBe(-20);
    expect(found.get("drawdown_from_high_252")?.value).toBe(0);
  });

  test("too short a history leaves a measure out", () => {
    const needed: [string, number][] = [
      ["sma_200", 200],
      // What the mean started from weighs a hundredth by then, and a ten-thousandth in a difference of two.
      ["ema_10", 24],
      ["ema_20", 48],
      ["rsi_14", 78],
      ["atr_14", 78],
      ["macd", 121],
      ["macd_signal", 121],
      ["volume_ratio_20", 21],
      ["support_20", 21],
      ["volatility_63", 64],
      ["return_252d", 253],
      ["high_252", 252],
    ];
    for (const [key, sessions] of needed) {
      expect([key, priced(walk(5, sessions - 1)).has(key), priced(walk(5, sessions)).has(key)]).toEqual([
        key,
        false,
        true,
      ]);
    }
    expect([...priced(walk(5, 1)).keys()]).toEqual(["close"]);
  });

  test("unknown volume and a missing range leave out what needs them, and nothing else", () => {
    const bars = walk(9, 300);
    const all = new Set(priced(bars).keys());
    const noVolume = new Set(priced(bars.map((item): Bar => Object.assign({}, item, { volume: null }))).keys());
    expect([...all].filter((key) => !noVolume.has(key)).toSorted()).toEqual(["mfi_14", "volume_ratio_20", "vwma_20"]);
    const one = new Set(priced(closes(bars.map((item) => item.close))).keys());
    expect([...noVolume].filter((key) => !one.has(key)).toSorted()).toEqual(
      ["atr_14", "atr_14_pct", "high_252", "low_252", "resistance_20", "support_20"].toSorted(),
    );
  });

  test("one unknown volume within a window leaves that window's measures out", () => {
    const bars = walk(9, 300).map((item, index) => (index === 282 ? { ...item, volume: null } : item));
    const found = priced(bars);
    expect([found.has("vwma_20"), found.has("volume_ratio_20"), found.has("mfi_14")]).toEqual([false, false, true]);
  });

  test("closes that never moved have no RSI and no place within their bands", () => {
    const found = priced(closes(Array.from({ length: 60 }, () => 0.1)));
    expect(found.get("sma_50")?.value).toBe(0.1);
    expect(found.has("rsi_14")).toBe(false);
    expect(found.has("bollinger_percent_b")).toBe(false);
  });
});

describe("against the benchmark", () => {
  test("only sessions that both have count", () => {
    const bars = walk(21, 300);
    const benchmark = walk(22, 300);
    const holes = new Set([250, 270, 271]);
    const withHoles = benchmark.filter((_, index) => !holes.has(index));
    const common = bars.filter((_, index) => !holes.has(index));
    const found = priced(bars, withHoles);
    const expected = plainMeasures(common, withHoles);
    expect(found.get("relative_strength_63")?.value).toBeCloseTo(expected["relative_strength_63"] ?? Number.NaN, 1);
    expect(found.get("beta_252")?.value).toBeCloseTo(expected["beta_252"] ?? Number.NaN, 2);
  });

  test("a benchmark that ends before the last session, or misses too many, is not compared", () => {
    const bars = walk(21, 300);
    const benchmark = walk(22, 300);
    expect(priced(bars, benchmark).has("relative_strength_63")).toBe(true);
    expect(priced(bars, benchmark.slice(0, -1)).has("relative_strength_63")).toBe(false);
    const sparse = benchmark.filter((_, index) => index % 3 === 2);
    expect(priced(bars, sparse).has("relative_strength_63")).toBe(false);
  });

  test("an index says whether dividends are in it, where it is named", () => {
    const bars = walk(31, 300);
    const [rawLast] = bars.slice(-1);
    if (rawLast === undefined) throw new Error("no bars");
    const label = (index: "price index" | "total-return index" | null) =>
      priceMeasures({
        bars,
        rawLast,
        holes: [],
        benchmark: { symbol: "^X", index, bars },
        sessionsPerYear: 252,
        source: "test",
      })
        .filter(({ key }) => ["relative_strength_63", "beta_252"].includes(key))
        .map((measure) => measure.label);
    expect(label("price index")).toEqual([
      "Return over 63 sessions less that of ^X (a price index, without dividends), percentage points",
      "Beta to ^X (a price index, without dividends)",
    ]);
    expect(label("total-return index")[1]).toBe("Beta to ^X (a total-return index, with dividends)");
    expect(label(null)[1]).toBe("Beta to ^X");
  });

  test("an instrument compared with itself has beta and correlation one and no relative strength", () => {
    const bars = walk(31, 300);
    const found = priced(bars, bars);
    expect(found.get("beta_252")?.value).toBe(1);
    expect(found.get("correlation_252")?.value).toBe(1);
    expect(found.get("relative_strength_252")?.value).toBe(0);
  });
});

const stocknet = archivePath("stocknet-2014");

describe.skipIf(stocknet === null)("Apple's bars", () => {
  const archive = stocknet ?? "";

  /** On the basis of the last session of the archive: prices over the 7-for-1 split of 2014-06-09 divided. */
  function adjusted(): Bar[] {
    expect(
      readActions(archive, "AAPL")
        .filter(({ action }) => action === "split")
        .map(({ exDate, value }) => [exDate, value]),
    ).toEqual([["2014-06-09", 7]]);
    return readBars(archive, "AAPL").map((item) => (item.date < "2014-06-09" ? scale(item, 1 / 7) : item));
  }

  test("all measures on three dates agree with the plain computation", () => {
    const bars = adjusted();
    const benchmark = readBars(archive, "MSFT");
    for (const end of ["2014-06-20", "2015-08-24", "2017-09-01"]) {
      const upTo = (all: readonly Bar[]) => all.filter(({ date }) => date <= end).slice(-420);
      expectReference(upTo(bars), upTo(benchmark));
    }
    expect.assertions(1 + 3 * (1 + 37)); // the split; on each date the keys and 37 measures
  });

  test("a smoothed mean that is shown no longer hangs on where it started", () => {
    const bars = adjusted();
    for (let end = 420; end <= bars.length; end += 20) {
      const whole = priced(bars.slice(end - 420, end));
      const shown = (key: string, sessions: number): number => {
        const short = priced(bars.slice(end - sessions, end)).get(key);
        expect(short?.formula).toContain(` of ${sessions} `);
        return Math.abs((short?.value ?? Number.NaN) - (whole.get(key)?.value ?? Number.NaN));
      };
      const range = whole.get("atr_14")?.value ?? Number.NaN;
      expect(shown("ema_10", 24)).toBeLessThan(0.15 * range);
      expect(shown("ema_20", 48)).toBeLessThan(0.15 * range);
      expect(shown("atr_14", 78)).toBeLessThan(0.02 * range);
      expect(shown("rsi_14", 78)).toBeLessThan(1);
      expect(shown("macd", 121)).toBeLessThan(0.002 * range);
    }
  });

  test("a split does not move a return", () => {
    const found = priced(adjusted().filter(({ date }) => date <= "2014-06-09"));
    expect(found.get("return_1d")?.value).toBe(1.6); // 93.70 against 645.57 / 7 = 92.2243
    expect(found.get("close")?.value).toBe(93.7);
    expect(found.get("close")?.at).toBe("2014-06-09");
  });
});

const coins = archivePath("crypto-2023");

test.skipIf(coins === null)("a coin with one price a day and no volume has no range and no volume measures", () => {
  const found = priced(readBars(coins ?? "", "BTC-USD").slice(-300));
  expect(found.get("volatility_21")).toBeDefined();
  const needMore = ["atr_14", "mfi_14", "vwma_20", "support_20", "high_252", "volume_ratio_20"];
  expect(needMore.filter((key) => found.has(key))).toEqual([]);
});
