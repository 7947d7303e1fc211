import { fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { coverageOf, type Setting } from "#tests/support/coverage.ts";
import { runs } from "#tests/support/runs.ts";
import { meanInterval, shareInterval, type Outcome } from "./interval.ts";

/** An outcome for each of so many sessions in a row. */
function everySession(n: number, horizon: number, valueOf: (index: number) => number): Outcome[] {
  return Array.from({ length: n }, (_, from) => ({ from, through: from + horizon - 1, value: valueOf(from) }));
}

const missing = (outcomes: number, blocks: number) => ({
  status: "too_few",
  missing_outcomes: outcomes,
  missing_blocks: blocks,
});

describe("an interval of 95 % holds the true figure in at least 90 of 100 cases", () => {
  const settings: Setting[] = [
    { process: "independent", n: 10, horizon: 1 },
    { process: "autocorrelated 0.3", n: 10, horizon: 1, drift: 0.1 },
    { process: "fat tails", n: 21, horizon: 1 },
    { process: "autocorrelated 0.3", n: 63, horizon: 1 },
    { process: "independent", n: 15, horizon: 5 },
    { process: "wild times", n: 63, horizon: 5 },
    { process: "autocorrelated 0.15", n: 252, horizon: 5 },
    { process: "independent", n: 63, horizon: 21 },
    { process: "fat tails", n: 126, horizon: 21 },
    { process: "autocorrelated 0.3", n: 252, horizon: 21, drift: 0.1 },
    { process: "independent", n: 189, horizon: 63 },
    { process: "autocorrelated 0.15", n: 252, horizon: 63 },
    { process: "autocorrelated 0.3", n: 42, horizon: 5, given: "spells" },
    { process: "independent", n: 30, horizon: 21, symbols: 5, given: "every fifth" },
  ];
  test.each(settings.filter((_, index) => index % runs(3, 1) === 0))(
    "$n outcomes of $horizon sessions, $process, $given",
    (setting) => {
      const coverage = coverageOf(setting, 150, "short");
      expect(coverage.given).toBe(1);
      expect(coverage.mean).toBeGreaterThanOrEqual(0.9);
      expect(coverage.share).toBeGreaterThanOrEqual(0.9);
      // And not by saying nothing: it is less than three times as wide as one of somebody who knew the variance.
      const independent = Math.max(3, setting.n / setting.horizon);
      if (setting.process === "independent" && setting.given === undefined)
        expect(coverage.meanWidth).toBeLessThan(3 * 2 * 1.96 * Math.sqrt(setting.horizon / independent));
    },
  );
});

describe("there is no interval below ten outcomes and three blocks of sessions", () => {
  test.each([
    [9, 1, 1, 0],
    [3, 1, 7, 0],
    [0, 1, 10, 3],
    [1, 21, 9, 2],
    [10, 5, 0, 1],
    [14, 5, 0, 1],
    [21, 21, 0, 2],
    [62, 21, 0, 1],
    [63, 63, 0, 2],
    [188, 63, 0, 1],
  ])("%d outcomes of %d sessions: %d outcomes and %d blocks are missing", (n, horizon, outcomes, blocks) => {
    const values = everySession(n, horizon, (index) => index % 2);
    expect(meanInterval(values)).toEqual(missing(outcomes, blocks));
    expect(shareInterval(values)).toEqual(missing(outcomes, blocks));
  });

  test.each([
    [10, 1],
    [15, 5],
    [63, 21],
    [189, 63],
  ])("%d outcomes of %d sessions have one", (n, horizon) => {
    expect(shareInterval(everySession(n, horizon, (index) => index % 2))).toMatchObject({ status: "given" });
  });

  test("outcomes of one session are one block, however many", () => {
    const crowd = Array.from({ length: 100 }, (_, index) => ({ from: 0, through: 0, value: index % 2 }));
    expect(shareInterval(crowd)).toEqual(missing(0, 2));
    const two = crowd.map((one, index) => (index < 99 ? one : { ...one, from: 5, through: 5 }));
    expect(shareInterval(two)).toEqual(missing(0, 2));
  });

  test("a month apart, a dozen instruments make a block each time", () => {
    const months = (count: number) =>
      Array.from({ length: count }, (_, month) =>
        Array.from({ length: 12 }, (_each, index) => ({
          from: 21 * month,
          through: 21 * month + 20,
          value: (index + month) % 2,
        })),
      ).flat();
    expect(shareInterval(months(2))).toEqual(missing(0, 1));
    expect(shareInterval(months(3))).toMatchObject({ status: "given" });
  });
});

test("an interval has width, whatever the outcomes: all right is not certainly right", () => {
  const sure = shareInterval(everySession(252, 5, () => 1));
  expect(sure).toMatchObject({ status: "given", high: 1 });
  if (sure.status !== "given") throw new Error("none");
  expect(sure.low).toBeGreaterThan(0.85);
  expect(sure.low).toBeLessThan(0.98);
  expect(meanInterval(everySession(252, 5, () => 0.01))).toEqual({ status: "no_spread" });
});

test("overlapping outcomes are worth as many as they make apart, and a crowd no more than its days", () => {
  const worth = (outcomes: readonly Outcome[]) => {
    const interval = shareInterval(outcomes);
    return interval.status === "given" ? interval.effective : null;
  };
  const flips = (index: number) => Number(index % 7 < 4);
  // 252 windows of 21 sessions have the room of 12.
  expect(worth(everySession(252, 21, flips))).toBeGreaterThan(11);
  expect(worth(everySession(252, 21, flips))).toBeLessThan(13.5);
  // Ten instruments that always do the same say as much as one.
  const days = everySession(60, 1, flips);
  expect(worth(days.flatMap((day) => Array.from({ length: 10 }, () => day)))).toBeCloseTo(worth(days) ?? 0, 6);
});

test("it does not depend on the order of the outcomes, nor on where the axis begins", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ from: fc.nat(80), value: fc.integer({ min: 0, max: 1 }) }), { minLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(1000),
      (list, horizon, move) => {
        const at = (shift: number) =>
          list.map(({ from, value }) => ({ from: from + shift, through: from + shift + horizon - 1, value }));
        const interval = shareInterval(at(0));
        expect(shareInterval(at(move).toReversed())).toEqual(interval);
        if (interval.status !== "given") return;
        const share = list.filter(({ value }) => value === 1).length / list.length;
        expect(interval.low).toBeLessThanOrEqual(share + 1e-7);
        expect(interval.high).toBeGreaterThanOrEqual(share - 1e-7);
        expect(interval.high).toBeGreaterThan(interval.low);
        expect(interval.effective).toBeLessThanOrEqual(list.length + 1e-6);
      },
    ),
    { seed: 14, numRuns: 300 },
  );
});
