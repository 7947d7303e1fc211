import { calendarByName } from "#src/market/calendar/calendar.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { bar, vendorChainOf, fact, instrument, memoryVendor, news, post, type Records } from "./memory-vendor.ts";

/** The date on which the tests below let AAPL of `company` be judged: a Monday with a year of prices before it. */
export const MONDAY = "2025-06-02";

/**
 * A company with something for every analyst and with records beyond MONDAY too. Closes follow a slow wave, so that
 * every indicator has a value.
 */
export function company(changes: Partial<Records> = {}): Records {
  const sessions = calendarByName("XNYS")?.sessionsBetween("2024-03-01", "2025-07-31") ?? [];
  return {
    bars: sessions.map((date, index) => bar(date, Math.round(10_000 + 900 * Math.sin(index / 15) + 5 * index) / 100)),
    actions: [],
    filings: [
      fact("2024-02-02", 900, { start: "2023-01-01", end: "2023-12-31" }),
      fact("2025-02-03", 1100),
      fact("2025-06-03", 7777, { start: "2025-01-01", end: "2025-12-31" }),
    ],
    news: [
      ...["05-06", "05-13", "05-20", "05-28", "05-30"].map((day, index) =>
        news(`2025-${day}T14:00:00Z`, `Dispatch ${index + 1} about the company`),
      ),
      news("2025-06-03T14:00:00Z", "Dispatch from the day after"),
    ],
    social: [
      ...["05-07", "05-14", "05-21", "05-29", "05-31"].map((day, index) =>
        post(`2025-${day}T15:00:00Z`, `Post ${index + 1} about the company`),
      ),
      post("2025-06-03T15:00:00Z", "Post from the day after"),
    ],
    ...changes,
  };
}

/** The company's bars as traded around a split: before its day they are prices of the old shares. */
export function barsAround(day: string, ratio: number): NonNullable<Records["bars"]> {
  return (company().bars ?? []).map((one) => (one.date < day ? bar(one.date, one.close * ratio) : one));
}

export function chainOfCompany(changes: Partial<Records> = {}): VendorChain {
  return vendorChainOf(memoryVendor("test", company(changes), [instrument("AAPL")]));
}
