import { describe, expect, test } from "vitest";
import { InvalidInput, VendorFailed } from "#src/core/errors.ts";
import {
  bar,
  vendorChainOf,
  fact,
  failingVendor,
  instrument,
  memoryVendor,
  news,
  point,
  post,
} from "#tests/support/memory-vendor.ts";
import { aapl, datesOf, fourBars, marketOn, NOON, open, papers } from "#tests/support/open-market.ts";
import type { Vendor } from "../market-data.ts";

describe("the instant of a run", () => {
  test.each([
    ["2025-06-02", "2025-06-02", "2025-06-02T20:00:00.000Z", "a session"],
    ["2025-06-01", "2025-05-30", "2025-05-30T20:00:00.000Z", "a Sunday"],
    ["2025-05-26", "2025-05-23", "2025-05-23T20:00:00.000Z", "a holiday after a weekend"],
    ["2025-07-03", "2025-07-03", "2025-07-03T17:00:00.000Z", "an early close"],
    ["2025-08-01", "2025-08-01", "2025-08-01T12:00:00.000Z", "today, before the close"],
  ])("%s: the session %s, as of %s: %s", async (tradeDate, session, asOf) => {
    const opened = await marketOn(vendorChainOf(papers()), tradeDate);
    expect(opened).toMatchObject({ tradeDate, session, historical: tradeDate < "2025-08-01" });
    expect(new Date(opened.asOf).toISOString()).toBe(asOf);
    expect(opened.notes).toEqual(
      session === tradeDate ? [] : [`${tradeDate} is not a session of XNYS; the last one before it is ${session}`],
    );
  });

  test("a run on a Saturday that is today looks at Friday's close and is not historical", async () => {
    const opened = await marketOn(vendorChainOf(papers()), "2025-08-02", "2025-08-02T15:00:00Z");
    expect(opened).toMatchObject({
      session: "2025-08-01",
      historical: false,
      asOf: Date.parse("2025-08-01T20:00:00Z"),
    });
  });

  test("a coin's is 24:00 UTC of the day, every day, and the day's bar counts", async () => {
    const coin = memoryVendor(
      "coins",
      {
        bars: [
          bar("2025-05-31", 100, {}, "24/7"),
          bar("2025-06-01", 101, {}, "24/7"),
          bar("2025-06-02", 102, {}, "24/7"),
        ],
      },
      [instrument("BTC-USD", "24/7", "crypto")],
    );
    const opened = await marketOn(vendorChainOf(coin), "2025-06-01", NOON, "BTC-USD");
    expect(new Date(opened.asOf).toISOString()).toBe("2025-06-02T00:00:00.000Z");
    expect(datesOf((await opened.bars(30)).records)).toEqual(["2025-05-31", "2025-06-01"]);
  });

  test("a calendar without holidays is named in the notes", async () => {
    const taipei = memoryVendor("papers", {}, [instrument("2330.TW", "XTAI")]);
    expect((await marketOn(vendorChainOf(taipei), "2025-06-02", NOON, "2330.TW")).notes).toEqual([
      "the holidays of XTAI are not known: every weekday counts as a session",
    ]);
  });

  test("a date that does not exist is refused", async () => {
    const dates = ["2025-02-30", "yesterday"];
    await Promise.all(dates.map((date) => expect(open(vendorChainOf(papers()), date)).rejects.toThrow(InvalidInput)));
  });
});

describe("no market is opened", () => {
  test("on a date before the calendar begins", async () => {
    expect(await open(vendorChainOf(papers()), "0001-01-01")).toMatchObject({ ok: false, reason: "early date" });
  });

  test("on a future date, and nobody is asked; today is the exchange's today", async () => {
    const vendor = memoryVendor("papers", {}, [aapl, instrument("7203.T", "XTKS")]);
    const night = "2025-06-03T03:00:00Z";
    expect(await open(vendorChainOf(vendor), "2025-06-03", night)).toEqual({
      ok: false,
      reason: "future date",
      detail: "2025-06-03 is in the future: it is 2025-06-02 in America/New_York",
    });
    expect(vendor.asked).toEqual([]);
    expect((await open(vendorChainOf(vendor), "2025-06-03", night, "7203.T")).ok).toBe(true);
  });

  test("for a symbol nobody knows; but an unknown is not concluded from a failure", async () => {
    expect(await open(vendorChainOf(papers()), "2025-06-02", NOON, "NOPE")).toEqual({
      ok: false,
      reason: "unknown symbol",
      detail: "NOPE is not known: not in papers",
    });
    expect(await open(vendorChainOf(), "2025-06-02")).toMatchObject({
      ok: false,
      detail: "AAPL is not known: no source is configured",
    });
    await expect(
      open(vendorChainOf(papers(), failingVendor("wire", "timeout")), "2025-06-02", NOON, "NOPE"),
    ).rejects.toThrow(VendorFailed);
  });

  test("for a vendor that answers about another symbol or an unheard calendar", async () => {
    const other: Vendor = { name: "liar", instrument: async () => instrument("MSFT") };
    await expect(open(vendorChainOf(other), "2025-06-02")).rejects.toMatchObject({
      kind: "vendor_failed",
      reason: "malformed",
    });
    const odd: Vendor = { name: "liar", instrument: async () => instrument("AAPL", "XMOON") };
    await expect(open(vendorChainOf(odd), "2025-06-02")).rejects.toMatchObject({
      kind: "vendor_failed",
      reason: "malformed",
    });
  });
});

describe("the bars of a run", () => {
  test("is a window of calendar days that ends with the session, both ends counted", async () => {
    const opened = await marketOn(vendorChainOf(papers()), "2025-06-02");
    expect(datesOf((await opened.bars(5)).records)).toEqual(["2025-05-29", "2025-05-30", "2025-06-02"]);
    expect(datesOf((await opened.bars(4)).records)).toEqual(["2025-05-30", "2025-06-02"]);
    expect(datesOf((await opened.bars(1)).records)).toEqual(["2025-06-02"]);
    await expect(opened.bars(0)).rejects.toThrow(RangeError);
  });

  test("on the first day is the first bar, and the day before it nothing", async () => {
    expect(await (await marketOn(vendorChainOf(papers()), "2025-05-29")).bars(400)).toEqual({
      records: [fourBars[0]],
      notes: [],
    });
    expect(await (await marketOn(vendorChainOf(papers()), "2025-05-28")).bars(400)).toEqual({
      records: [],
      notes: ["bars: papers had no data"],
    });
  });

  test("today before the close, is not today's bar, whatever the vendor says of it", async () => {
    const hasty = memoryVendor(
      "hasty",
      {
        bars: [
          ...fourBars,
          bar("2025-08-01", 110, {
            availableAt: Date.parse("2025-08-01T04:00:00Z"),
            eventTime: Date.parse("2025-08-01T04:00:00Z"),
          }),
        ],
      },
      [aapl],
    );
    expect(datesOf((await (await marketOn(vendorChainOf(hasty), "2025-08-01")).bars(400)).records)).toEqual(
      datesOf(fourBars),
    );
    const evening = await marketOn(vendorChainOf(hasty), "2025-08-01", "2025-08-01T20:00:00Z");
    expect(datesOf((await evening.bars(400)).records)).toEqual([...datesOf(fourBars), "2025-08-01"]);
  });
});

describe("what the run may know", () => {
  test("leaves out a filing of the same evening and news of a minute after the close", async () => {
    const close = "2025-06-02T20:00:00Z";
    const vendor = memoryVendor(
      "papers",
      {
        filings: [
          fact("2025-05-30", 1),
          fact("2025-06-02", 2),
          fact("2025-06-02", 3, { availableAt: Date.parse("2025-06-02T12:00:00Z") }),
        ],
        news: [news(close, "at the close"), news("2025-06-02T20:00:01Z", "after it")],
        social: [
          post("2025-06-02T19:59:00Z", "before"),
          post("2025-06-02T20:01:00Z", "after", { availableAt: Date.parse(close) }),
        ],
      },
      [aapl],
    );
    const opened = await marketOn(vendorChainOf(vendor), "2025-06-02");
    expect((await opened.filings()).records.map((each) => each.value)).toEqual([1, 3]);
    expect((await opened.news(7)).records.map((each) => each.title)).toEqual(["at the close"]);
    expect((await opened.social(7)).records.map((each) => each.text)).toEqual(["before"]);
  });

  test("holds what has no known availability only when the run is live", async () => {
    const vendor = memoryVendor(
      "papers",
      {
        news: [
          news("2025-08-01T09:00:00Z", "when?", { availableAt: null }),
          news("2025-08-01T09:00:00Z", "never", { availableAt: Number.NaN }),
        ],
      },
      [aapl],
    );
    expect(
      (await (await marketOn(vendorChainOf(vendor), "2025-08-01")).news(7)).records.map((each) => each.title),
    ).toEqual(["when?"]);
    const late = await marketOn(vendorChainOf(vendor), "2025-08-01", "2025-08-04T12:00:00Z");
    expect(await late.news(7)).toEqual({ records: [], notes: ["news: papers had no data"] });
  });
});

describe("a source", () => {
  test("that only shows now is not even asked in a historical run", async () => {
    const asked: string[] = [];
    const stream: Vendor = {
      name: "stream",
      social: { timing: "now", fetch: async (query) => (asked.push(query.to), [post("2025-08-01T11:00:00Z", "now")]) },
    };
    const vendors = vendorChainOf(papers(), stream);
    const past = await marketOn(vendors, "2025-07-31");
    expect(await past.social(7)).toEqual({
      records: [],
      notes: ["social: stream shows only the present and is not asked about a past date"],
    });
    expect(asked).toEqual([]);
    expect((await (await marketOn(vendors, "2025-08-01")).social(7)).records).toHaveLength(1);
    expect(asked).toEqual(["2025-08-01"]);
  });

  test("of economic series is asked with the window and the instant, and gives what was asked for", async () => {
    const queries: unknown[] = [];
    const fed: Vendor = {
      name: "fed",
      macro: {
        timing: "dated",
        fetch: async (query) => (
          queries.push(query),
          [point("DGS10", "2025-05-30", 4), point("CPI", "2025-05-30", 4), point("DGS10", "2024-01-02", 4)]
        ),
      },
    };
    const opened = await marketOn(vendorChainOf(papers(), fed), "2025-06-02");
    expect((await opened.macro(["DGS10"], 30)).records.map((each) => each.sourceId)).toEqual(["DGS10-2025-05-30-4"]);
    expect(queries).toEqual([
      { instrument: aapl, from: "2025-05-04", to: "2025-06-02", asOf: opened.asOf, series: ["DGS10"] },
    ]);
  });
});
