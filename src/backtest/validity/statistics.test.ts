import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Rating } from "#src/contract/jobs/analysis.ts";
import type { Interval } from "#src/contract/backtests/interval.ts";
import { addDays } from "#src/core/clock.ts";
import { meanInterval, shareInterval } from "#src/core/figures/interval.ts";
import { intervalsOf } from "../significance.ts";
import { calibrationOf } from "#src/backtest/validity/calibration.ts";
import { deflatedSharpe, minimumTrackRecord, probabilisticSharpe, sharpeOf } from "./deflated-sharpe.ts";
import { breakEvenCost, none, withFriction, type Friction, type Traded } from "./frictions.ts";
import { normalCdf, normalQuantile } from "#src/core/figures/statistics.ts";
import { overfittingOf } from "#src/backtest/validity/overfitting.ts";
import { regimesOf } from "#src/backtest/validity/regimes.ts";
import { moments } from "#tests/support/validity/draws.ts";

/* Against what scipy, numpy and pandas say: tests/support/validity/reference.py made the figures. */

const Pair = z.tuple([z.number(), z.number()]);
const Ends = z.object({ low: z.number(), high: z.number(), effective: z.number() });
const Placed = z.tuple([z.int(), z.int(), z.number()]);
const reference = z
  .object({
    normal_cdf: z.array(Pair),
    normal_quantile: z.array(Pair),
    trials: z.array(z.number()),
    series: z.record(z.string(), z.array(z.number())),
    sharpe: z.record(
      z.string(),
      z.object({
        sharpe: z.number(),
        skewness: z.number(),
        kurtosis: z.number(),
        psr: z.number(),
        expected_max: z.number(),
        dsr: z.number(),
        minimum_track_record: z.number().nullable(),
      }),
    ),
    matrix: z.array(z.array(z.number())),
    pbo: z.object({ pbo: z.number(), loss: z.number(), splits: z.number(), mean_logit: z.number() }),
    probability: z.array(z.number()),
    outcome: z.array(z.number()),
    brier: z.record(z.string(), z.number()),
    calibration: z.object({ gap: Ends, bins: z.array(Ends) }),
    intervals: z.object({
      shares: z.object({ outcomes: z.array(Placed), interval: Ends }),
      means: z.object({ outcomes: z.array(Placed), interval: Ends }),
      excess: z.object({ own: z.array(z.number()), held: z.array(z.number()), interval: Ends }),
    }),
    bars: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])),
    decisions: z.array(z.tuple([z.int(), Rating])),
    frictions: z.record(z.string(), z.record(z.string(), z.number())),
    break_even_bps: z.number(),
    trends: z.string(),
    turbulence: z.string(),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, "../../../tests/support/validity/reference.json"), "utf8")));

/** To so many digits that mean something, also of what is very small. */
function expectDigits(value: number, wanted: number, digits = 6): void {
  expect(Math.abs(value - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 10 ** -digits);
}

function expectEnds(found: Interval, wanted: z.infer<typeof Ends>): void {
  if (found.status !== "given") throw new Error(`no interval: ${found.status}`);
  for (const key of ["low", "high", "effective"] as const) expectDigits(found[key], wanted[key]);
}

describe("against an independent computation, to six digits and more", () => {
  test.each(reference.normal_cdf)("the normal distribution at %d", (x, wanted) => {
    expectDigits(normalCdf(x), wanted, 10);
  });

  test.each(reference.normal_quantile)("its quantile of %d", (p, wanted) => {
    if (wanted === 0) expect(normalQuantile(p)).toBeCloseTo(0, 12);
    else expectDigits(normalQuantile(p), wanted, 7);
  });

  test.each(Object.entries(reference.series))("moments and Sharpe ratios of returns that are %s", (name, values) => {
    const wanted = reference.sharpe[name];
    if (wanted === undefined) throw new Error(name);
    const found = moments(values);
    expectDigits(sharpeOf(found), wanted.sharpe);
    expectDigits(found.skewness, wanted.skewness);
    expectDigits(found.kurtosis, wanted.kurtosis);
    expectDigits(probabilisticSharpe(found, 0), wanted.psr);
    const { deflated, luck } = deflatedSharpe(found, reference.trials);
    expectDigits(luck, wanted.expected_max);
    expectDigits(deflated, wanted.dsr);
    const sessions = minimumTrackRecord(found, luck);
    if (wanted.minimum_track_record === null) expect(sessions).toBeNull();
    else expectDigits(sessions ?? 0, wanted.minimum_track_record);
  });

  test("the probability of backtest overfitting", () => {
    const found = overfittingOf(reference.matrix);
    expect(found?.splits).toBe(reference.pbo.splits);
    expectDigits(found?.pbo ?? 0, reference.pbo.pbo);
    expectDigits(found?.loss ?? 0, reference.pbo.loss);
    const logits = found?.logits ?? [];
    expectDigits(logits.reduce((sum, value) => sum + value, 0) / logits.length, reference.pbo.mean_logit);
  });

  test("the Brier score and its parts", () => {
    const found = calibrationOf(
      reference.probability.map((probability, index) => ({
        probability,
        happened: reference.outcome[index] === 1,
        from: index,
        through: index,
      })),
    );
    for (const key of ["brier", "base", "reliability", "resolution", "uncertainty", "gap"] as const)
      expectDigits(found?.[key] ?? 0, reference.brier[key] ?? 0);
  });

  test("the intervals of reliability: of each bin, and of hit rate minus confidence", () => {
    const found = calibrationOf(
      reference.probability.map((probability, index) => ({
        probability,
        happened: reference.outcome[index] === 1,
        from: index,
        through: index,
      })),
    );
    if (found === null) throw new Error("nothing was forecast");
    expectEnds(found.gapInterval, reference.calibration.gap);
    expect(found.bins).toHaveLength(reference.calibration.bins.length);
    for (const [index, wanted] of reference.calibration.bins.entries()) {
      const bin = found.bins[index];
      if (bin === undefined) throw new Error(`no bin ${index}`);
      expectEnds(bin.interval, wanted);
    }
  });

  test("the intervals of shares and means whose outcomes share sessions", () => {
    const placed = (all: readonly z.infer<typeof Placed>[]) =>
      all.map(([from, through, value]) => ({ from, through, value }));
    const { shares, means } = reference.intervals;
    expectEnds(shareInterval(placed(shares.outcomes)), shares.interval);
    expectEnds(meanInterval(placed(means.outcomes)), means.interval);
  });

  test("the interval of an advantage over buy and hold", () => {
    const { own, held, interval } = reference.intervals.excess;
    const found = intervalsOf(own, held, 252).excess_annual_return;
    if (found === null) throw new Error("nothing was compared");
    expectEnds(found, interval);
  });
});

describe("a simulation on adjusted prices, each trade by a root, gives the same to six digits", () => {
  const settings = { commission_bps: 2, slippage_bps: 5, short: true };
  const capital = 2_000_000;
  const sessionOf = (place: number): string => addDays("2024-01-01", place);
  const subject: Traded = {
    path: {
      days: reference.bars.map(([open, high, low, close, volume], place) => {
        const session = sessionOf(place);
        const prices = { date: session, open, high, low, close, volume, currency: "USD" };
        const known = { eventTime: 0, availableAt: 0, source: "reference", sourceId: session };
        return { session, split: place === 30 ? 2 : 1, dividend: 0, bar: { ...prices, ...known } };
      }),
    },
    decisions: reference.decisions.map(([place, rating]) => ({ session: sessionOf(place), rating })),
  };
  const every: Readonly<Record<string, Friction>> = {
    none,
    delay: { ...none, delay: 1 },
    atr: { ...none, slippageByAtr: true },
    cap: { ...none, capByVolume: true },
    all: { slippageByAtr: true, capByVolume: true, delay: 1, more: 0 },
  };

  test.each(Object.entries(every))("with the friction %s", (name, friction) => {
    const { own, held } = withFriction(settings, [subject], friction, capital);
    const wanted = reference.frictions[name];
    for (const [key, returns] of Object.entries({ own, held })) {
      expectDigits(
        returns.reduce((all, value) => all * (1 + value), 1),
        wanted?.[key] ?? Number.NaN,
      );
      expectDigits(moments(returns).deviation, wanted?.[`${key}_deviation`] ?? Number.NaN);
    }
  });

  test("the cost that ends the advantage", () => {
    expectDigits(breakEvenCost(settings, [subject], capital) ?? 0, reference.break_even_bps);
  });

  test("the regime of every session", () => {
    const equity = [1];
    for (const value of reference.series["normal"] ?? []) equity.push((equity.at(-1) ?? 1) * (1 + value));
    const found = regimesOf(equity);
    const letters = { bull: "u", bear: "d", flat: "f", "high volatility": "h", "low volatility": "l" };
    const lineOf = (all: readonly (keyof typeof letters | null)[]): string =>
      all.map((one) => (one === null ? "-" : letters[one])).join("");
    expect(lineOf(found.map(({ trend }) => trend))).toBe(reference.trends);
    expect(lineOf(found.map(({ turbulence }) => turbulence))).toBe(reference.turbulence);
  });
});
