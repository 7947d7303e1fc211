import { expect, test } from "vitest";
import { memoryMeasurement } from "#tests/support/memory-measurements.ts";
import { putTogether } from "./put-together.ts";

const sessions = ["2019-03-04", "2019-06-03", "2019-09-03", "2019-12-02"];

test("measurements of a year are counted together, and repetitions of one session are no independent outcomes", () => {
  const of = (count: number) => sessions.slice(0, count).map((session) => memoryMeasurement(2, { session }));
  expect(putTogether("2019", of(1))).toMatchObject({
    sessions: 1,
    instruments: 1,
    named: { count: 10, of: 10 },
    masked: { count: 2, of: 10, interval: { status: "too_few", missing_blocks: 2 } },
    shifted: { count: 0, of: 0 },
    followed_false_news: null,
    recall: { count: 15, of: 20 },
  });
  const whole = putTogether("2019", of(4));
  expect(whole).toMatchObject({ sessions: 4, masked: { count: 8, of: 40, interval: { status: "given" } } });
});

test("without an opinion there is nothing to say", () => {
  expect(putTogether("2019", [])).toBeNull();
  expect(putTogether("2019", [memoryMeasurement(2, { rating: "REVIEW" })])).toBeNull();
});
