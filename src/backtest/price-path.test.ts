import { expect, test } from "vitest";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import type { CorporateAction } from "#src/market/market-data.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { chainOfCompany, company } from "#tests/support/company.ts";
import { bar, split } from "#tests/support/memory-vendor.ts";
import { daysOf, decisionDates, loadPricePath } from "./price-path.ts";

test("every fifth session, past a weekend and Independence Day", () => {
  expect(decisionDates(xnys(), "2025-06-28", "2025-07-15", 5)).toEqual(["2025-06-30", "2025-07-08", "2025-07-15"]);
});

test("another end moves no date before it", () => {
  const long = decisionDates(xnys(), "2024-01-02", "2024-12-31", 7);
  expect(decisionDates(xnys(), "2024-01-02", "2024-06-28", 7)).toEqual(long.filter((date) => date <= "2024-06-28"));
});

function xnys() {
  const calendar = calendarByName("XNYS");
  if (calendar === null) throw new Error("no XNYS");
  return calendar;
}

function dividend(exDate: string, value: number): CorporateAction {
  return { ...split(exDate, value), action: "dividend", currency: "USD" };
}

test("every session has a day, with a bar or without, and an action falls on its day or the next session", () => {
  // Thursday, Friday (no bar), Monday; the weekend has no session, and the dividend of its Saturday comes on Monday.
  const bars = [bar("2025-06-05", 10), bar("2025-06-09", 5)];
  const actions = [
    dividend("2025-06-07", 0.25),
    split("2025-06-06", 2),
    dividend("2025-06-05", 9),
    split("2025-06-10", 3),
  ];
  expect(
    daysOf(xnys(), bars, actions).map(({ session, split: ratio, dividend: cash, bar: traded }) => [
      session,
      ratio,
      cash,
      traded?.close ?? null,
    ]),
  ).toEqual([
    ["2025-06-05", 1, 0, 10],
    ["2025-06-06", 2, 0, null],
    ["2025-06-09", 1, 0.25, 5],
  ]);
});

test("two actions between the same sessions both count", () => {
  const days = daysOf(
    xnys(),
    [bar("2025-06-06", 10), bar("2025-06-09", 5)],
    [dividend("2025-06-07", 1), dividend("2025-06-09", 2), split("2025-06-08", 2)],
  );
  expect(days[1]).toMatchObject({ split: 2, dividend: 3 });
});

test("without bars there are no days", () => {
  expect(daysOf(xnys(), [], [split("2025-06-06", 2)])).toEqual([]);
});

test("a price in another unit is no price to trade at, and a note names it", async () => {
  const symbol = parseSymbol("AAPL");
  if (!symbol.ok) throw new Error(symbol.reason);
  const day = "2025-03-03";
  const bars = (company().bars ?? []).map((one) => (one.date === day ? bar(day, one.close / 100) : one));
  const path = await loadPricePath(chainOfCompany({ bars }), symbol.symbol, "2025-06-02", new AbortController().signal);
  expect(path.days.filter(({ bar: traded }) => traded === null).map(({ session }) => session)).toEqual([day]);
  expect(path.notes).toContain(`prices in another unit are left out: ${day}`);
});
