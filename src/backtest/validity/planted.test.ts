import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { seededRandom } from "#src/core/figures/random.ts";
import { moments, normals } from "#tests/support/validity/draws.ts";
import { runs } from "#tests/support/runs.ts";
import { calibrationOf } from "#src/backtest/validity/calibration.ts";
import { deflatedSharpe, expectedMaxSharpe, probabilisticSharpe, sharpeOf, momentsOf } from "./deflated-sharpe.ts";
import { normalCdf, normalQuantile } from "#src/core/figures/statistics.ts";
import { overfittingOf } from "#src/backtest/validity/overfitting.ts";
import { regimesOf } from "#src/backtest/validity/regimes.ts";

describe("planted", () => {
  test("the best of 200 random strategies looks good and does not pass the deflated test", () => {
    for (const seed of ["a", "b", "c", "d", "e"].slice(0, runs(1, 5))) {
      const tried = Array.from({ length: 200 }, (_, index) => moments(normals(`${seed} ${index}`, 504, 0, 0.01)));
      const best = tried.reduce((one, other) => (sharpeOf(other) > sharpeOf(one) ? other : one));
      // The naive view: an annual Sharpe ratio above 1.5, above zero beyond doubt.
      expect(sharpeOf(best) * Math.sqrt(252)).toBeGreaterThan(1.5);
      expect(probabilisticSharpe(best, 0)).toBeGreaterThan(0.95);
      expect(deflatedSharpe(best, tried.map(sharpeOf)).deflated).toBeLessThan(0.95);
    }
  });

  test("a strategy that is really better passes it after as many trials", () => {
    const tried = Array.from({ length: 199 }, (_, index) => moments(normals(`t ${index}`, 1008, 0, 0.01)));
    const real = moments(normals("real", 1008, 0.003, 0.01));
    expect(deflatedSharpe(real, [...tried, real].map(sharpeOf)).deflated).toBeGreaterThan(0.99);
  });

  test("what the best of N shows by luck is what simulation gives", () => {
    for (const trials of [10, 50, 200].slice(0, runs(2, 3))) {
      let sum = 0;
      for (let draw = 0; draw < 400; draw += 1) sum += Math.max(...normals(`${trials} ${draw}`, trials, 0, 1));
      expect(expectedMaxSharpe(trials, 1)).toBeCloseTo(sum / 400, 0);
      expect(Math.abs(expectedMaxSharpe(trials, 1) - sum / 400)).toBeLessThan(0.12);
    }
  });

  test("choosing among random configurations means nothing, and among one that is better and others it holds", () => {
    const random = (seed: string, count: number) =>
      Array.from({ length: count }, (_, index) => normals(`${seed} ${index}`, 504, 0, 0.01));
    const seeds = Array.from({ length: 12 }, (_, index) => `pbo ${index}`);
    const mean = seeds.reduce((sum, seed) => sum + (overfittingOf(random(seed, 12))?.pbo ?? 0), 0) / seeds.length;
    expect(mean).toBeGreaterThan(0.4);
    const better = overfittingOf([...random("better", 11), normals("truly", 504, 0.004, 0.01)]);
    expect(better?.pbo).toBeLessThan(0.01);
    expect(better?.loss).toBeLessThan(0.01);
  });

  test("one who is too sure is told from one who is right as often as they say", () => {
    const forecasts = (sureness: number) => {
      const random = seededRandom("sure");
      return Array.from({ length: 400 }, (_, index) => {
        const probability = 0.5 + 0.4 * random();
        return { probability, happened: random() < probability - sureness, from: index, through: index };
      });
    };
    const [right, sure] = [calibrationOf(forecasts(0)), calibrationOf(forecasts(0.2))];
    expect(right?.gapInterval).toMatchObject({ status: "given" });
    if (right?.gapInterval.status !== "given" || sure?.gapInterval.status !== "given") throw new Error("no interval");
    expect(right.gapInterval.low * right.gapInterval.high).toBeLessThan(0);
    expect(sure.gapInterval.high).toBeLessThan(0);
  });

  test("a rise is a bull market, a fall a bear market, and wild sessions are of high volatility", () => {
    const equity = [1];
    const grow = (sessions: number, by: (index: number) => number): void => {
      for (let index = 0; index < sessions; index += 1) equity.push((equity.at(-1) ?? 1) * (1 + by(index)));
    };
    grow(150, (index) => (index % 2 === 0 ? 0.004 : 0));
    grow(150, (index) => (index % 2 === 0 ? 0.02 : -0.028));
    const found = regimesOf(equity);
    expect(found).toHaveLength(300);
    expect(found.slice(0, 62).every(({ trend }) => trend === null)).toBe(true);
    expect(found[140]).toEqual({ trend: "bull", turbulence: "low volatility" });
    expect(found[290]).toEqual({ trend: "bear", turbulence: "high volatility" });
  });
});

describe("properties", () => {
  const values = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength: 30, maxLength: 120 });

  property.prop([fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true })])(
    "a quantile is where the distribution says",
    (p) => {
      expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 9);
    },
  );

  property.prop([values, fc.integer({ min: 2, max: 500 })])(
    "more trials never make it more probable",
    (own, trials) => {
      const found = momentsOf(own);
      if (found === null) return;
      const [few, many] = [expectedMaxSharpe(trials, 0.01), expectedMaxSharpe(trials + 1, 0.01)];
      expect(many).toBeGreaterThan(few);
      expect(probabilisticSharpe(found, many)).toBeLessThanOrEqual(probabilisticSharpe(found, few));
      expect(deflatedSharpe(found, [sharpeOf(found)]).deflated).toBe(probabilisticSharpe(found, 0));
    },
  );

  property.prop([values, fc.double({ min: 0.1, max: 10, noNaN: true })])("scale changes no ratio", (own, scale) => {
    const [one, other] = [momentsOf(own), momentsOf(own.map((value) => value * scale))];
    if (one === null || other === null) return;
    expect(probabilisticSharpe(other, 0)).toBeCloseTo(probabilisticSharpe(one, 0), 6);
    expect(other.kurtosis).toBeCloseTo(one.kurtosis, 5);
  });

  property.prop([fc.array(values, { minLength: 2, maxLength: 5 }), fc.integer()], { numRuns: 10 })(
    "the order of configurations changes no probability, and their twins are no choice",
    (all, turn) => {
      const length = Math.min(...all.map((own) => own.length));
      const cut = all.map((own) => own.slice(0, length));
      const by = turn % cut.length;
      const moved = [...cut.slice(by), ...cut.slice(0, by)];
      expect(overfittingOf(moved)?.pbo).toBeCloseTo(overfittingOf(cut)?.pbo ?? 0, 12);
      // Of alike ones none is above the middle.
      expect(overfittingOf([cut[0] ?? [], cut[0] ?? []])?.pbo).toBe(1);
    },
  );

  property.prop([
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), { minLength: 1, maxLength: 80 }),
  ])("a Brier score lies between 0 and 1, and its parts are no less than none", (told) => {
    const found = calibrationOf(
      told.map(([probability, happened], index) => ({ probability, happened, from: index, through: index })),
    );
    expect(found?.brier).toBeGreaterThanOrEqual(0);
    expect(found?.brier).toBeLessThanOrEqual(1);
    expect(Math.min(found?.reliability ?? -1, found?.resolution ?? -1)).toBeGreaterThanOrEqual(0);
    expect(found?.bins.reduce((sum, { forecasts }) => sum + forecasts, 0)).toBe(told.length);
  });

  test("what is too little says so", () => {
    expect(momentsOf([0.1])).toBeNull();
    expect(momentsOf([0.1, 0.1, 0.1])).toBeNull();
    expect(overfittingOf([[0.1, 0.2]])).toBeNull();
    expect(overfittingOf([normals("x", 19, 0, 1), normals("y", 19, 0, 1)])).toBeNull();
    expect(calibrationOf([])).toBeNull();
    expect(() => normalQuantile(1)).toThrow(RangeError);
  });
});
