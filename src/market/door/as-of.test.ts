import { describe, expect, test } from "vitest";
import { bar, fact, memoryVendor, news, split, vendorChainOf } from "#tests/support/memory-vendor.ts";
import { aapl, datesOf, fourBars, marketOn, papers } from "#tests/support/open-market.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { Bar, NewsItem } from "../market-data.ts";
import { type Bounds, createRefusalLog } from "./as-of.ts";

describe("a vendor that lies", () => {
  test.each<[string, Bar[]]>([
    ["two bars on a date", [bar("2025-05-30", 101), bar("2025-05-30", 101)]],
    ["a price that is no number", [bar("2025-05-30", 101, { close: Number.NaN })]],
    ["a price of zero", [bar("2025-05-30", 101, { low: 0 })]],
    ["a negative price", [bar("2025-05-30", -1)]],
    ["an infinite price", [bar("2025-05-30", 101, { high: Number.POSITIVE_INFINITY })]],
    ["a high below the low", [bar("2025-05-30", 101, { high: 90, low: 95 })]],
    ["a close above the high", [bar("2025-05-30", 101, { high: 100.5 })]],
    ["an open below the low", [bar("2025-05-30", 101, { open: 90 })]],
    ["a negative volume", [bar("2025-05-30", 101, { volume: -1 })]],
    ["a date that does not exist", [bar("2025-05-30", 101, { date: "2025-02-30" })]],
  ])("with %s is not believed at all, and the next one is asked", async (_lie, lies) => {
    const liar = memoryVendor("liar", { bars: [bar("2025-05-29", 100), ...lies] }, [aapl]);
    await expect((await marketOn(vendorChainOf(liar), "2025-06-02")).bars(400)).rejects.toMatchObject({
      vendor: "liar",
      reason: "malformed",
    });
    const answer = await (await marketOn(vendorChainOf(liar, papers()), "2025-06-02")).bars(400);
    expect(answer).toEqual({
      records: fourBars.slice(0, 3),
      notes: ["bars: liar failed (malformed); papers answered"],
    });
  });

  test("about the future only has no effect", async () => {
    const liar = memoryVendor("liar", { bars: [...fourBars, bar("2025-06-04", Number.NaN), bar("2025-06-03", 9)] }, [
      aapl,
    ]);
    expect(await (await marketOn(vendorChainOf(liar), "2025-06-02")).bars(30)).toEqual({
      records: fourBars.slice(0, 3),
      notes: [],
    });
  });

  test("about when a bar was known does not bring it forward", async () => {
    const early = fourBars.map((each) => ({ ...each, availableAt: 0, eventTime: 0 }));
    const liar = memoryVendor("liar", { bars: early }, [aapl]);
    expect(datesOf((await (await marketOn(vendorChainOf(liar), "2025-06-02")).bars(30)).records)).toEqual(
      datesOf(fourBars.slice(0, 3)),
    );
  });

  test("about when a filing was known does not bring it forward", async () => {
    const filings = [fact("2025-05-02", 1), fact("2025-06-03", 2, { availableAt: 0, eventTime: 0 })];
    const opened = await marketOn(vendorChainOf(memoryVendor("liar", { filings }, [aapl])), "2025-06-02");
    expect((await opened.filings()).records.map((each) => each.value)).toEqual([1]);
  });
});

describe("a vendor that errs", () => {
  test("by rounding only is believed: a high a billionth below the close", async () => {
    const rounded = bar("2025-05-30", 101, { high: 101 - 1e-9, low: 101 - 2e-9, open: 101 - 2e-9 });
    const before = fourBars.filter(({ date }) => date < "2025-05-30");
    const papers = memoryVendor("papers", { bars: [...before, rounded] }, [aapl]);
    const { records } = await (await marketOn(vendorChainOf(papers), "2025-06-02")).bars(30);
    expect(records.at(-1)).toEqual(rounded);
  });

  test("about the order is put right", async () => {
    const shuffled = memoryVendor(
      "papers",
      { bars: [...fourBars].toReversed(), filings: [fact("2025-05-02", 2), fact("2025-01-31", 1)] },
      [aapl],
    );
    const opened = await marketOn(vendorChainOf(shuffled), "2025-06-02");
    expect(datesOf((await opened.bars(30)).records)).toEqual(datesOf(fourBars.slice(0, 3)));
    expect((await opened.filings()).records.map((each) => each.value)).toEqual([1, 2]);
  });

  test("with a split twice, a split of nothing or a fact that is no number is not believed", async () => {
    const liar = memoryVendor(
      "liar",
      {
        bars: fourBars,
        actions: [split("2025-05-30", 2), split("2025-05-30", 2)],
        filings: [fact("2025-05-02", Number.NaN)],
      },
      [aapl],
    );
    const opened = await marketOn(vendorChainOf(liar), "2025-06-02");
    expect(await opened.actions(30)).toEqual({ records: [], notes: ["actions: liar failed (malformed)"] });
    // A split may stand between any two of its prices.
    expect((await opened.adjustedBars(30)).records).toEqual(fourBars.slice(2, 3));
    expect(await opened.filings()).toEqual({ records: [], notes: ["filings: liar failed (malformed)"] });
    const nothing = memoryVendor("liar", { actions: [split("2025-05-30", 0)] }, [aapl]);
    expect((await (await marketOn(vendorChainOf(nothing), "2025-06-02")).actions(30)).notes).toEqual([
      "actions: liar failed (malformed)",
    ]);
  });
});

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const bounds: Bounds = {
  from: "2025-05-01",
  to: "2025-06-02",
  fromInstant: at("2025-05-01"),
  asOf: at("2025-06-02"),
  lastClosed: "2025-06-02",
  historical: true,
  series: [],
};

const item = (title: string, day: string, changes: Partial<NewsItem> = {}): NewsItem =>
  news(`${day}T12:00:00Z`, title, changes);

test("what a source gave and a run may not know is counted and hashed, once for all windows, and not told", () => {
  const log = createRefusalLog();
  const known = item("known", "2025-05-20");
  const later = [item("b", "2025-06-05"), item("a", "2025-06-04")];
  const given = [known, ...later, item("undated", "2025-05-20", { availableAt: null }), item("old", "2025-04-01")];
  log.look("news", "press", given, bounds);
  log.look("news", "press", given, bounds);
  log.notAsked("social", "forum");
  const lines = later.map((record) => canonicalJson(record)).toSorted();
  const taken = log.take();
  expect(taken).toEqual([
    { kind: "news", source: "press", reason: "later", count: 2, sha256: sha256(lines.join("\n")) },
    expect.objectContaining({ reason: "outside", count: 1 }),
    expect.objectContaining({ reason: "undated", count: 1 }),
    { kind: "social", source: "forum", reason: "present_only", count: 0, sha256: null },
  ]);
  expect(JSON.stringify(taken)).not.toMatch(/news-|old/);
  expect(log.take()).toEqual([]);
});
