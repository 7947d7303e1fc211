import { expect, test } from "vitest";
import { priceGaps, priceRuns, priceSlots } from "./price-slots.ts";

const at = (session: string, close = 1) => ({ session, close });

test("sessions without a price have their place, and weekends and holidays have none", () => {
  // Friday, Monday, then Thursday: Tuesday and Wednesday are missing. 2019-05-27 is a holiday.
  const slots = priceSlots(
    "AAPL",
    ["2019-05-24", "2019-05-28", "2019-05-31"].map((session) => at(session)),
  );
  expect(slots.map(({ session, close }) => [session, close])).toEqual([
    ["2019-05-24", 1],
    ["2019-05-28", 1],
    ["2019-05-29", null],
    ["2019-05-30", null],
    ["2019-05-31", 1],
  ]);
  expect(priceRuns(slots)).toEqual([
    { from: 0, to: 1 },
    { from: 4, to: 4 },
  ]);
  expect(priceGaps(slots)).toEqual([{ from: 1, to: 4, missing: 2 }]);
});

test("a coin trades on each day", () => {
  expect(priceSlots("BTC-USD", [at("2019-05-24"), at("2019-05-27")])).toHaveLength(4);
});

test("a long gap takes the room of fifteen sessions and says how many are missing", () => {
  const slots = priceSlots("AAPL", [at("2018-01-02"), at("2019-01-02")]);
  expect(slots).toHaveLength(17);
  expect(priceGaps(slots)).toEqual([{ from: 0, to: 16, missing: 250 }]);
});

test("prices without a gap are one line, and none are none", () => {
  const slots = priceSlots("AAPL", [at("2019-05-28"), at("2019-05-29")]);
  expect([priceRuns(slots), priceGaps(slots)]).toEqual([[{ from: 0, to: 1 }], []]);
  expect(priceSlots("AAPL", [])).toEqual([]);
});
