import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { addDays } from "#src/core/clock.ts";
import { archivePath } from "#tests/support/archives.ts";
import { bar, split } from "#tests/support/memory-vendor.ts";
import { splitAdjust } from "./corporate-actions.ts";
import { splitBasis } from "../fundamentals/known-facts.ts";
import type { Bar, CorporateAction } from "../market-data.ts";

const stocknet = archivePath("stocknet-2014");

function rows(file: string): string[][] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
}

function barsOf(symbol: string): Bar[] {
  return rows(join(stocknet ?? "", "bars", `${symbol}.csv`)).map(([date = "", open, high, low, close, volume]) =>
    bar(date, Number(close), { open: Number(open), high: Number(high), low: Number(low), volume: Number(volume) }),
  );
}

function actionsOf(symbol: string): CorporateAction[] {
  return rows(join(stocknet ?? "", "actions", `${symbol}.csv`)).map(([exDate = "", action, value]) =>
    split(exDate, Number(value), { action: action === "split" ? "split" : "dividend" }),
  );
}

function closeOn(bars: readonly Bar[], date: string): number | undefined {
  return bars.find((each) => each.date === date)?.close;
}

describe.skipIf(stocknet === null)("the real splits of 2014 and 2015", () => {
  test("Apple's 7 for 1: raw closes stay, adjusted ones lie on one basis, the volume the other way", () => {
    const raw = barsOf("AAPL");
    const adjusted = splitAdjust(raw, actionsOf("AAPL"));
    expect(closeOn(raw, "2014-06-02")).toBe(628.65);
    expect(closeOn(adjusted, "2014-06-02")).toBeCloseTo(89.807143, 6);
    expect(closeOn(adjusted, "2014-06-06")).toBeCloseTo(92.224286, 6);
    expect(closeOn(adjusted, "2014-06-09")).toBe(93.7);
    expect(adjusted.find((each) => each.date === "2014-06-02")?.volume).toBe(13_191_100 * 7);
  });

  test.each([
    ["MA", "2014-01-21", 81.848, "2014-01-22", 83.3],
    ["V", "2015-03-18", 66.9175, "2015-03-19", 66.81],
    ["GOOG", "2015-04-24", 565.06 / 1.0027455, "2015-04-27", 555.37],
    ["GOOG", "2014-03-26", 1131.97 / 2.002 / 1.0027455, "2014-03-27", 558.46 / 1.0027455],
  ])("%s has no jump from %s on", (symbol, before, closeBefore, after, closeAfter) => {
    const adjusted = splitAdjust(barsOf(symbol), actionsOf(symbol));
    expect(closeOn(adjusted, before)).toBeCloseTo(closeBefore, 6);
    expect(closeOn(adjusted, after)).toBeCloseTo(closeAfter, 6);
    expect(Math.abs(closeAfter / closeBefore - 1)).toBeLessThan(0.03);
  });

  test("EPS of Apple's fiscal 2013, filed 2013-10-30 before the split, is to be divided by 7", () => {
    const actions = actionsOf("AAPL");
    expect(39.75 / splitBasis(actions, "2014-07-01")("2013-10-30")).toBeCloseTo(5.68, 2);
    expect(splitBasis(actions, "2014-06-06")("2013-10-30")).toBe(1);
    expect(splitBasis(actions, "2017-01-01")("2014-10-27")).toBe(1);
  });
});

test("the ex date itself is after the split", () => {
  const adjusted = splitAdjust([bar("2024-06-07", 100), bar("2024-06-10", 50)], [split("2024-06-10", 2)]);
  expect(adjusted.map((each) => each.close)).toEqual([50, 50]);
});

test("a dividend moves nothing, and an unknown volume stays unknown", () => {
  const bars = [bar("2024-06-07", 100, { volume: null })];
  expect(splitAdjust(bars, [split("2024-06-10", 3, { action: "dividend" })])).toEqual(bars);
  expect(splitAdjust(bars, [split("2024-06-10", 2)])[0]?.volume).toBeNull();
});

test("a fact filed on the ex date stands after the split", () => {
  const actions = [split("2024-06-10", 2), split("2024-09-10", 1.5), split("2024-09-10", 2, { action: "dividend" })];
  expect(splitBasis(actions, "2024-09-09")("2024-06-10")).toBe(1);
  expect(splitBasis(actions, "2024-09-09")("2024-06-09")).toBe(2);
  expect(splitBasis(actions, "2024-09-10")("2024-06-09")).toBe(3);
});

const date = fc.integer({ min: 0, max: 60 }).map((days) => addDays("2024-01-01", days));
const bars = fc
  .uniqueArray(fc.record({ date, close: fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100) }), {
    selector: (each) => each.date,
  })
  .map((each) => each.toSorted((a, b) => (a.date < b.date ? -1 : 1)).map((one) => bar(one.date, one.close)));
const actions = fc.array(
  fc
    .record({
      exDate: date,
      value: fc.constantFrom(0.1, 0.5, 1.5, 2, 3, 7, 20),
      action: fc.constantFrom("split" as const, "dividend" as const),
    })
    .map(({ exDate, value, action }) => split(exDate, value, { action })),
  { maxLength: 12 },
);

property.prop([bars, actions], { seed: 1 })(
  "adjusting is what the plain definition says, in any order of the actions",
  (raw, known) => {
    const adjusted = splitAdjust(raw, known);
    expect(adjusted).toHaveLength(raw.length);
    for (const [i, before] of raw.entries()) {
      const factor = known
        .filter((each) => each.action === "split" && each.exDate > before.date)
        .reduce((product, each) => product * each.value, 1);
      const after = adjusted[i];
      expect(after?.date).toBe(before.date);
      for (const price of ["open", "high", "low", "close"] as const)
        expect((after?.[price] ?? 0) / (before[price] / factor)).toBeCloseTo(1, 12);
      expect((after?.volume ?? 0) / (1000 * factor)).toBeCloseTo(1, 12);
      expect(splitBasis(known, "2024-12-31")(before.date) / factor).toBeCloseTo(1, 12);
    }
  },
);

property.prop([bars, actions, date], { seed: 1 })("adjusting by parts is adjusting at once", (raw, known, cut) => {
  const early = known.filter((each) => each.exDate <= cut);
  const late = known.filter((each) => each.exDate > cut);
  const byParts = splitAdjust(splitAdjust(raw, early), late);
  for (const [i, atOnce] of splitAdjust(raw, known).entries())
    expect((byParts[i]?.close ?? 0) / atOnce.close).toBeCloseTo(1, 12);
});
