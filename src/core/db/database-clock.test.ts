import { expect, test } from "vitest";
import { fixedClock } from "../clock.ts";
import { measureSkew, skewText } from "./database-clock.ts";

test("a clock that is ahead or behind says by how much, and the way there and back is no skew", async () => {
  const clock = fixedClock(1_000_000);
  const at = (ms: number) => measureSkew(clock, () => Promise.resolve(ms));
  expect(await at(1_000_000)).toBeCloseTo(0, 0);
  expect(await at(940_000)).toBeCloseTo(60_000, -2);
  expect(await at(1_060_000)).toBeCloseTo(-60_000, -2);
});

test("a database that answers late leaves open whether the clock is off at all", async () => {
  const late = async (): Promise<number> => {
    const from = performance.now();
    while (performance.now() - from < 40) await new Promise((resolve) => setImmediate(resolve));
    return 999_970;
  };
  expect(await measureSkew(fixedClock(1_000_000), late)).toBeCloseTo(0, 5);
});

test("it is said in words", () => {
  expect([skewText(3_600_000), skewText(-45_400)]).toEqual([
    "3600 s ahead of the database's",
    "45 s behind the database's",
  ]);
});
