import { expect, test } from "vitest";
import { chartSlots, gapsOf } from "#src/contract/chart.ts";
import type { InstrumentRecord } from "#src/contract/signals/instrument-record.ts";
import { instrumentChart } from "./instrument-chart.ts";

const at = (session: string) => ({ session, open: 99, high: 103, low: 98, close: 101 });

function chartOf(symbol: string, closes: InstrumentRecord["closes"]) {
  return instrumentChart({ symbol, currency: "USD", closes, tracks: [] });
}

function slotsOf(symbol: string, ...sessions: readonly string[]) {
  const data = chartOf(
    symbol,
    sessions.map((session) => at(session)),
  );
  return data === null ? [] : chartSlots(data);
}

test("sessions without a price have their place, and weekends and holidays have none", () => {
  // Friday, Tuesday, then Friday: Wednesday and Thursday are missing. 2019-05-27 is a holiday.
  const slots = slotsOf("AAPL", "2019-05-24", "2019-05-28", "2019-05-31");
  expect(slots.map(({ date, bar }) => [date, bar !== null])).toEqual([
    ["2019-05-24", true],
    ["2019-05-28", true],
    ["2019-05-29", false],
    ["2019-05-30", false],
    ["2019-05-31", true],
  ]);
  expect(gapsOf(slots)).toEqual([{ from: 2, to: 4, missing: 2 }]);
  expect(slotsOf("BTC-USD", "2019-05-24", "2019-05-27")).toHaveLength(4);
});

test("a long gap takes the room of fifteen sessions and says how many are missing", () => {
  const slots = slotsOf("AAPL", "2018-01-02", "2019-01-02");
  expect(slots).toHaveLength(17);
  expect(gapsOf(slots)).toEqual([{ from: 1, to: 16, missing: 250 }]);
});

test("a settled session has the body of a candle and says that its range is not known", () => {
  const data = chartOf("AAPL", [
    at("2019-05-28"),
    { session: "2019-05-29", open: 10 / 3, high: null, low: null, close: 3 },
  ]);
  expect(data?.asOf).toBe("2019-05-29");
  expect(data?.bars).toEqual([
    { date: "2019-05-28", open: 99, high: 103, low: 98, close: 101 },
    { date: "2019-05-29", open: 3.3333333, high: 3.3333333, low: 3, close: 3, rangeUnknown: true },
  ]);
  expect(chartOf("AAPL", [])).toBeNull();
});

test("ratings go along with their outcomes and pages, and with nothing that a chart does not show", () => {
  const rating = { session: "2019-05-28", rating: "Buy", outcome: "right", href: "/signals/sig_1" } as const;
  const tracks = [{ name: "House list", ratings: [{ ...rating, agreement: null, confidence: 0.7 }] }];
  const data = instrumentChart({ symbol: "AAPL", currency: null, closes: [at("2019-05-28")], tracks });
  expect(data?.tracks).toEqual([{ name: "House list", ratings: [rating] }]);
});
