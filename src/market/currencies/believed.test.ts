import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { addDays } from "#src/core/clock.ts";
import { believedCloses } from "./believed.ts";
import type { PairCloses } from "./rates.ts";

const series = (...closes: readonly number[]): PairCloses =>
  closes.map((close, index) => ({ date: addDays("2026-01-01", index), close }));
const yen = [0.0061, 0.00612, 0.00609, 0.00611, 0.0061, 0.00608];

test.each<[string, number[], number, string[]]>([
  ["an error on the last day", [...yen, 0.008], 6, ["on 2026-01-07"]],
  ["another unit on the last day", [...yen, 0.61], 6, ["on 2026-01-07"]],
  ["the other way round since the day before", [...yen, 164, 163.5], 6, ["from 2026-01-07 to 2026-01-08"]],
  ["an error in between", [...yen, 0.61, ...yen], 12, ["on 2026-01-07"]],
  ["an error on the first day", [0.61, ...yen], 6, ["on 2026-01-01"]],
  ["a devaluation of two days", [...yen, 0.0045, 0.0046], 6, ["from 2026-01-07 to 2026-01-08"]],
  ["a devaluation that three days confirm", [...yen, 0.0045, 0.0046, 0.00455], 9, []],
  ["an error within a devaluation", [...yen, 0.0045, 0.0046, 0.00455, 0.46, 0.0045, 0.0044], 11, ["on 2026-01-10"]],
  ["the franc let go", [1.2, 1.201, 1.2, 1.04, 1.05, 1.045], 6, []],
  ["nothing", [], 0, []],
])("%s", (_what, closes, believed, doubts) => {
  const found = believedCloses("JPYEUR=X", series(...closes));
  expect(found.closes).toHaveLength(believed);
  expect(found.doubts).toEqual(
    doubts.map((when) => `The rate JPYEUR=X ${when} is far from the days around it and is not used.`),
  );
});

property.prop([fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), { minLength: 1, maxLength: 40 })])(
  "what moves as rates do is believed whole",
  (moves) => {
    let close = 1;
    const closes = series(...moves.map((move) => (close *= move)));
    expect(believedCloses("EURUSD=X", closes)).toEqual({ closes, doubts: [] });
  },
);
