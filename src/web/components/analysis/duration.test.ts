import { expect, test } from "vitest";
import { durationText } from "./run-text.tsx";

test("a duration has at most two units, and none that is zero", () => {
  expect([8_000, 72_000, 120_000, 3_780_000, 7_200_000, -5].map(durationText)).toEqual([
    "8 s",
    "1 min 12 s",
    "2 min",
    "1 h 3 min",
    "2 h",
    "0 s",
  ]);
});
