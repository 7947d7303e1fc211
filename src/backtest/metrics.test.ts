import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import {
  type Track,
  annualReturn,
  calmar,
  combineTracks,
  cumulativeReturn,
  dailyReturns,
  maxDrawdown,
  metricsOf,
  sharpe,
  sliceTrack,
  sortino,
  volatility,
} from "./metrics.ts";

function track(sessions: readonly string[], equity: readonly number[]): Track {
  const none = sessions.map(() => 0);
  return {
    sessions,
    equity,
    held: equity.map((value) => value / 2),
    traded: sessions.map((_, index) => index),
    costs: none,
    dividends: none,
    trades: sessions.map(() => 1),
  };
}

describe("together", () => {
  test("is the mean of the parts, each carried over sessions that it does not have, and cash before its first", () => {
    const early = track(["1", "2", "4"], [1, 2, 4]);
    const late = track(["3", "4"], [1, 3]);
    const all = combineTracks([early, late], ["1", "2", "3", "4"]);
    // (1 + 1) / 2, (2 + 1) / 2, (2 + 1) / 2, (4 + 3) / 2
    expect(all.equity).toEqual([1, 1.5, 1.5, 3.5]);
    expect(all.trades).toEqual([1, 1, 1, 2]);
    expect(all.traded).toEqual([0, 0.5, 0, (2 + 1) / 2]);
  });
});

test("a stretch starts at a close, and what was traded on that day belongs to the time before", () => {
  const part = sliceTrack(track(["1", "2", "3", "4"], [1, 2, 3, 4]), "2", "3");
  expect(part).toMatchObject({ sessions: ["2", "3"], equity: [2, 3], traded: [0, 2], trades: [0, 1] });
  expect(sliceTrack(part, "5", "9").sessions).toEqual([]);
});

property.prop([
  fc.array(fc.array(fc.double({ min: 0.1, max: 9, noNaN: true }), { minLength: 6, maxLength: 6 }), {
    minLength: 1,
    maxLength: 6,
  }),
])("the order of the parts changes nothing but the last bits, and one part alone is itself", (curves) => {
  const sessions = ["1", "2", "3", "4", "5", "6"];
  const tracks = curves.map((equity) => track(sessions, equity));
  const one = combineTracks(tracks, sessions);
  const other = combineTracks(tracks.toReversed(), sessions);
  for (const [index, value] of one.equity.entries()) expect(other.equity[index]).toBeCloseTo(value, 12);
  const [first] = tracks;
  if (first !== undefined)
    expect(dailyReturns(combineTracks([first], sessions).equity)).toEqual(dailyReturns(first.equity));
});

/*
 * By hand, on an equity of 100, 110, 99, 108.9, 98.01, 117.612:
 *   r = 0.1, −0.1, 0.1, −0.1, 0.2;  Σr = 0.2, mean 0.04
 *   Σ(r − 0.04)² = 0.06² + 0.14² + 0.06² + 0.14² + 0.16² = 0.0036 + 0.0196 + 0.0036 + 0.0196 + 0.0256 = 0.072
 *   s = √(0.072 / 4) = √0.018 = 0.1341640786;  downside d = √((0.01 + 0.01) / 5) = √0.004 = 0.0632455532
 *   peaks 100, 110, 110, 110, 110, 117.612: drawdowns 0, 0, 0.1, 0.01, 1 − 98.01 / 110 = 0.109, 0
 */
const equity = [100, 110, 99, 108.9, 98.01, 117.612];

describe("by hand, with a year of five sessions", () => {
  const returns = dailyReturns(equity);

  test("daily returns", () => {
    for (const [index, value] of [0.1, -0.1, 0.1, -0.1, 0.2].entries()) expect(returns[index]).toBeCloseTo(value, 12);
  });

  test("cumulative and annual return are the same over one year, and compound over half of one", () => {
    expect(cumulativeReturn(equity)).toBeCloseTo(0.17612, 12);
    expect(annualReturn(equity, 5)).toBeCloseTo(0.17612, 12);
    // 1.17612² − 1 = 0.3832582544
    expect(annualReturn(equity, 10)).toBeCloseTo(0.3832582544, 10);
  });

  test("volatility, Sharpe and Sortino", () => {
    expect(volatility(returns, 5)).toBeCloseTo(Math.sqrt(0.018) * Math.sqrt(5), 12); // 0.3
    expect(volatility(returns, 5)).toBeCloseTo(0.3, 12);
    // 0.04 / √0.018 × √5 = 0.04 × √(5 / 0.018) = 0.04 × 16.6666667 = 2 / 3
    expect(sharpe(returns, 5)).toBeCloseTo(2 / 3, 12);
    // 0.04 / √0.004 × √5 = 0.04 × √1250 = √2
    expect(sortino(returns, 5)).toBeCloseTo(Math.SQRT2, 12);
  });

  test("maximum drawdown and Calmar", () => {
    expect(maxDrawdown(equity)).toBeCloseTo(0.109, 12);
    // 0.17612 / 0.109 = 1.6157798165
    expect(calmar(equity, 5)).toBeCloseTo(1.6157798165, 9);
  });

  test("turnover, exposure and the sums", () => {
    const track: Track = {
      sessions: ["1", "2", "3"],
      equity: [1, 2, 3],
      held: [0, 1, -3],
      traded: [0, 1, 3],
      costs: [0, 0.01, 0.02],
      dividends: [0, 0.1, 0],
      trades: [0, 1, 1],
    };
    const metrics = metricsOf(track, 4);
    // 4 traded over a mean equity of 2 in half a year: 4 / 2 / 0.5; exposure (0 + 1/2 + 3/3) / 3
    expect(metrics).toMatchObject({ turnover: 4, exposure: 0.5, trades: 2, costs: 0.03, dividends: 0.1, sessions: 3 });
  });
});

test("what is not defined is null and never a number", () => {
  expect(sharpe([0, 0, 0], 252)).toBeNull();
  expect(sortino([0.1, 0.2], 252)).toBeNull();
  expect(sharpe([0.1], 252)).toBeNull();
  expect(calmar([1, 2, 3], 252)).toBeNull();
  expect(cumulativeReturn([1])).toBeNull();
  expect(maxDrawdown([])).toBeNull();
});

test("an equity that fell to nothing has lost everything, and stays defined", () => {
  const lost = [1, 0.5, 0, 0];
  expect(cumulativeReturn(lost)).toBe(-1);
  expect(annualReturn(lost, 252)).toBe(-1);
  expect(maxDrawdown(lost)).toBe(1);
  expect(dailyReturns(lost)).toEqual([-0.5, -1, 0]);
});

const curve = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 3, maxLength: 60 });

property.prop([curve, fc.constantFrom(0.5, 2, 1000)])(
  "no measure depends on the size of the capital",
  (values, scale) => {
    const scaled = values.map((value) => value * scale);
    for (const measure of [cumulativeReturn, maxDrawdown])
      expect(measure(scaled) ?? 0).toBeCloseTo(measure(values) ?? 0, 6);
  },
);

property.prop([curve])("the maximum drawdown is the worst fall between any two sessions", (values) => {
  let worst = 0;
  for (const [index, high] of values.entries())
    for (const low of values.slice(index)) worst = Math.max(worst, 1 - low / high);
  expect(maxDrawdown(values)).toBeCloseTo(worst, 10);
});
