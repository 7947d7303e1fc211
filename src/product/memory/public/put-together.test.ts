import { describe, expect, test } from "vitest";
import { addDays } from "#src/core/clock.ts";
import { seededRandom } from "#src/core/figures/random.ts";
import { memoryMeasurement } from "#tests/support/memory-measurements.ts";
import { convictions, withMemory, withoutMemory } from "#tests/support/memory-models.ts";
import { runs } from "#tests/support/runs.ts";
import { putTogether } from "./put-together.ts";

const measured = (masked: number, dates: number) =>
  Array.from({ length: dates }, (_, index) => memoryMeasurement(masked, { session: addDays("2019-03-04", 7 * index) }));

test("measurements of a year are one verdict, with what it rests on", () => {
  expect(putTogether("2019", measured(2, 1))).toMatchObject({
    sessions: 1,
    instruments: 1,
    verdict: "cannot_tell",
    agreement: { named: 1, masked: 0.64444444, named_masked: 0.2 },
    followed_false_news: null,
    recall: { count: 15, of: 20 },
  });
  expect(putTogether("2019", measured(2, 10))).toMatchObject({
    verdict: "name",
    apart: { world: "named", p: expect.toSatisfy((p: number) => p < 0.01) },
  });
  expect(putTogether("2019", measured(10, 9))).toMatchObject({ verdict: "cannot_tell" });
  expect(putTogether("2019", measured(10, 10))).toMatchObject({ verdict: "evidence", apart: { by: 0 } });
});

test("without an opinion there is nothing to say", () => {
  expect(putTogether("2019", [])).toBeNull();
  expect(putTogether("2019", [memoryMeasurement(2, { rating: "REVIEW" })])).toBeNull();
});

describe("over simulated models", () => {
  const tried = runs(20, 400);
  // Five of a hundred, and what chance adds to that in so many.
  const most = tried * 0.05 + 2 * Math.sqrt(tried * 0.05 * 0.95);

  test.each(Object.entries(withoutMemory))("a model without memory that %s is rarely convicted", (name, model) => {
    for (const dates of [10, 60])
      expect(convictions(model, { dates, tried, random: seededRandom(name) }).name, `${dates}`).toBeLessThanOrEqual(
        most,
      );
  });

  test.each(Object.entries(withMemory))("a model that %s is found", (name, model) => {
    expect(convictions(model, { dates: 10, tried, random: seededRandom(name) }).name).toBeGreaterThanOrEqual(
      tried * 0.9,
    );
  });
});
