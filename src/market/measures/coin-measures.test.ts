import { describe, expect, test } from "vitest";
import { fc, test as property } from "@fast-check/vitest";
import { archivePath } from "#tests/support/archives.ts";
import { readBars } from "#tests/support/archive-records.ts";
import { addDays, dayMs } from "#src/core/clock.ts";
import { coinMeasures } from "./coin-measures.ts";
import type { Bar, FundingRate } from "../market-data.ts";

const start = "2024-01-01";

function days(closes: readonly number[], volume: (index: number) => number | null = () => 10): Bar[] {
  return closes.map((close, index) => {
    const date = addDays(start, index);
    const at = Date.parse(`${date}T00:00:00Z`) + dayMs;
    const flat = { open: close, high: close, low: close, close };
    return {
      ...flat,
      date,
      volume: volume(index),
      currency: "USD",
      eventTime: at,
      availableAt: at,
      source: "test",
      sourceId: date,
    };
  });
}

/** Rates every eight hours, the last of them at the close of day `lastDay`. */
function rates(values: readonly number[], lastDay: number, intervalHours = 8): FundingRate[] {
  const end = Date.parse(`${addDays(start, lastDay)}T00:00:00Z`) + dayMs;
  return values.map((rate, index) => {
    const at = end - (values.length - 1 - index) * intervalHours * 3_600_000;
    return { rate, intervalHours, eventTime: at, availableAt: at, source: "perp", sourceId: String(at) };
  });
}

function told(bars: readonly Bar[], funding: readonly FundingRate[] = []): Record<string, number> {
  const found = coinMeasures({ bars, funding, sessionsPerYear: 365, source: "test" });
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
}

const zigzag = (length: number) => Array.from({ length }, (_, index) => (index % 2 === 0 ? 100 : 110));

describe("a coin's market structure", () => {
  test("worked by hand", () => {
    const bars = days([...zigzag(98), 120, 90], (index) => (index >= 70 ? 30 : 15));
    const found = told(bars);
    expect(found["drawdown_from_high"]).toBe(-25); // 90 against 120
    expect(found["days_since_high"]).toBe(1);
    expect(told(days(zigzag(40)))["days_since_high"]).toBe(0); // the latest of equal highs
    expect(found["volume_trend_30_90"]).toBe(1.5); // 30 against (30 × 30 + 60 × 15) / 90
    // 30 steps of ± ln 1.1 have a mean of 0 and a sample variance of ln² 1.1 × 30 / 29; a year has 365 of them.
    expect(told(days(zigzag(31)))["volatility_30d"]).toBe(
      Number((Math.log(1.1) * Math.sqrt((30 / 29) * 365) * 100).toFixed(2)),
    );
  });

  test("the mean funding rate is annualised over the hours it was paid for", () => {
    const bars = days(zigzag(40));
    expect(
      told(
        bars,
        rates(
          Array.from({ length: 30 }, () => 0.0001),
          39,
        ),
      )["funding_7d_annualised"],
    ).toBe(10.95); // 0.01 % × 3 × 365
    expect(
      told(
        bars,
        rates(
          Array.from({ length: 60 }, () => 0.0001),
          39,
          4,
        ),
      )["funding_7d_annualised"],
    ).toBe(21.9);
  });

  test("only the last seven days of funding count", () => {
    const funding = rates([...Array.from({ length: 9 }, () => 0.5), ...Array.from({ length: 21 }, () => -0.0001)], 39);
    expect(told(days(zigzag(40)), funding)).toMatchObject({
      funding_7d_annualised: -10.95,
      funding_sign_streak: -21,
    });
  });

  test("funding that is too short, or ended before the last price, is absent", () => {
    const bars = days(zigzag(40));
    const short = told(bars, rates([0.0001, 0.0001], 39));
    expect(short["funding_7d_annualised"]).toBeUndefined();
    expect(short["funding_sign_streak"]).toBe(2);
    const stale = told(
      bars,
      rates(
        Array.from({ length: 30 }, () => 0.0001),
        37,
      ),
    );
    expect([stale["funding_7d_annualised"], stale["funding_sign_streak"]]).toEqual([undefined, undefined]);
  });

  test("an unknown volume, a gap of days or a short history leaves a measure out", () => {
    expect(told(days(zigzag(100), (index) => (index === 95 ? null : 10)))["volume_trend_30_90"]).toBeUndefined();
    const gap = days(zigzag(120)).filter((_, index) => index < 95 || index > 100);
    expect(told(gap)["volatility_30d"]).toBeUndefined();
    expect(told(days(zigzag(29)))).toEqual({});
    expect(told([])).toEqual({});
  });

  property.prop([fc.array(fc.double({ min: 1, max: 1000, noNaN: true }), { minLength: 30, maxLength: 120 })], {
    seed: 3,
  })("the distance from the high is never positive, and the high is where it says", (closes) => {
    const found = told(days(closes));
    const since = found["days_since_high"] ?? Number.NaN;
    const top = closes.at(-1 - since) ?? Number.NaN;
    expect(top).toBe(Math.max(...closes));
    expect(found["drawdown_from_high"]).toBeLessThanOrEqual(0);
    expect(found["drawdown_from_high"]).toBeCloseTo(((closes.at(-1) ?? Number.NaN) / top - 1) * 100, 1);
  });
});

const archive = archivePath("crypto");

test.skipIf(archive === null)("bitcoin over the twelve missing days of March 2019", () => {
  const bars = readBars(archive ?? "", "BTC-USD");
  const upTo = (date: string) => told(bars.filter((bar) => bar.date <= date).slice(-420));
  expect(upTo("2019-04-10")["volatility_30d"]).toBeUndefined();
  expect(upTo("2019-04-10")["drawdown_from_high"]).toBeLessThan(0);
  expect(upTo("2019-03-19")["volatility_30d"]).toBeGreaterThan(0);
  const peak = upTo("2017-12-26");
  expect(peak["days_since_high"]).toBe(10); // the highest close is that of 2017-12-16
});
