import { describe, expect, test } from "vitest";
import { middle95, stationaryResample } from "#src/platform/bootstrap.ts";
import { seededRandom } from "#src/platform/random.ts";
import { intervalsOf, usualBlock } from "./bootstrap.ts";

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sum of twelve uniforms less six: near enough normal, with deviation 1. */
function normals(n: number, seed: string): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: n }, () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6));
}

test("the generator is the published xoshiro128**: equal seeds agree, others do not, and draws are uniform", () => {
  const draws = Array.from({ length: 20_000 }, seededRandom("a"));
  expect(draws.slice(0, 5)).toEqual(Array.from({ length: 5 }, seededRandom("a")));
  expect(draws.slice(0, 5)).not.toEqual(Array.from({ length: 5 }, seededRandom("b")));
  expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...draws)).toBeLessThan(1);
  // The mean of 20,000 uniforms has a deviation of 0.29 / 141 = 0.002.
  expect(mean(draws)).toBeCloseTo(0.5, 2);
  for (let tenth = 0; tenth < 10; tenth += 1)
    expect(draws.filter((draw) => Math.floor(draw * 10) === tenth).length).toBeGreaterThan(1800);
});

describe("the stationary bootstrap", () => {
  test("draws blocks of the mean length that was asked for, around the end", () => {
    const places = stationaryResample(50_000, 10, seededRandom("blocks"));
    const joined = places.filter((place, index) => index > 0 && place === ((places[index - 1] ?? 0) + 1) % 50_000);
    // A block goes on with 1 − 1/10.
    expect(joined.length / places.length).toBeCloseTo(0.9, 2);
    expect(Math.max(...places)).toBeLessThan(50_000);
  });

  test("with blocks of 1 it is the plain bootstrap: the interval of a mean is that of the textbook", () => {
    const values = normals(400, "mean");
    const random = seededRandom("plain");
    const means = Array.from({ length: 2000 }, () =>
      mean(stationaryResample(400, 1, random).map((place) => values[place] ?? 0)),
    );
    const deviation = Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
    const interval = middle95(means);
    expect(interval?.low).toBeCloseTo(mean(values) - (1.96 * deviation) / 20, 1);
    expect(interval?.high).toBeCloseTo(mean(values) + (1.96 * deviation) / 20, 1);
  });

  test("blocks widen the interval of what depends on its past", () => {
    const steps = normals(600, "ar");
    const values: number[] = [];
    for (const step of steps) values.push(0.8 * (values.at(-1) ?? 0) + step);
    const width = (block: number): number => {
      const random = seededRandom("width");
      const means = Array.from({ length: 500 }, () =>
        mean(stationaryResample(600, block, random).map((place) => values[place] ?? 0)),
      );
      const interval = middle95(means);
      return (interval?.high ?? 0) - (interval?.low ?? 0);
    };
    expect(width(20)).toBeGreaterThan(1.5 * width(1));
  });

  test("blocks grow with the cube root of the sessions", () => {
    expect([8, 125, 1000].map(usualBlock)).toEqual([2, 5, 10]);
  });
});

test("the middle 95 % of 0 … 100 is 2.5 … 97.5", () => {
  expect(middle95(Array.from({ length: 101 }, (_, index) => index))).toEqual({ low: 2.5, high: 97.5 });
  expect(middle95([])).toBeNull();
});

describe("intervals of strategies", () => {
  const base = normals(500, "base").map((value) => value / 100);

  test("the excess of a strategy over itself is nothing, and a constant gain is found on every draw", () => {
    const better = base.map((value) => (1 + value) * 1.001 - 1);
    const found = intervalsOf(
      new Map([
        ["base", base],
        ["same", base],
        ["better", better],
      ]),
      "base",
      252,
      "1",
    );
    expect(found.get("same")?.excess_annual_return).toEqual({ low: 0, high: 0 });
    expect(found.get("base")?.excess_annual_return).toBeNull();
    expect(found.get("better")?.excess_annual_return?.low).toBeGreaterThan(0);
  });

  test("they hold the figure of the sample itself, and are the same each time", () => {
    const of = () => intervalsOf(new Map([["base", base]]), "base", 252, "1").get("base");
    const annual = Math.exp((base.reduce((sum, value) => sum + Math.log1p(value), 0) * 252) / 500) - 1;
    expect(of()?.annual_return?.low).toBeLessThan(annual);
    expect(of()?.annual_return?.high).toBeGreaterThan(annual);
    expect(of()).toEqual(of());
  });

  test("a strategy that never moved has no Sharpe ratio, and no interval of one", () => {
    const flat = base.map(() => 0);
    expect(intervalsOf(new Map([["flat", flat]]), "flat", 252, "1").get("flat")).toMatchObject({
      sharpe: null,
      annual_return: { low: 0, high: 0 },
    });
  });
});
