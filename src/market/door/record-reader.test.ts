import { describe, expect, test } from "vitest";
import {
  bar,
  fact,
  failingVendor,
  instrument,
  memoryVendor,
  split,
  vendorChainOf,
  withoutActions,
} from "#tests/support/memory-vendor.ts";
import { aapl, datesOf, fourBars, marketOn, papers } from "#tests/support/open-market.ts";
import { addDays } from "#src/core/clock.ts";
import { scaled } from "#tests/support/price-series.ts";
import { staleDays } from "./record-reader.ts";
import type { Bar, Vendor } from "../market-data.ts";

describe("prices", () => {
  const around = [bar("2025-05-30", 700), bar("2025-06-02", 100)];

  test("are adjusted by the splits effective by the session, and by no announced one", async () => {
    const announced = split("2025-06-03", 2, { availableAt: Date.parse("2025-05-01T00:00:00Z") });
    const vendor = memoryVendor("papers", { bars: around, actions: [split("2025-06-02", 7), announced] }, [aapl]);
    const after = await marketOn(vendorChainOf(vendor), "2025-06-02");
    expect((await after.adjustedBars(30)).records.map((each) => each.close)).toEqual([100, 100]);
    expect((await after.bars(30)).records.map((each) => each.close)).toEqual([700, 100]);
    const before = await marketOn(vendorChainOf(vendor), "2025-06-01");
    expect((await before.adjustedBars(30)).records.map((each) => each.close)).toEqual([700]);
  });

  test("are the last alone when the actions could not be read", async () => {
    const vendor = memoryVendor("papers", { bars: around }, [aapl]);
    const chain = {
      ...vendorChainOf(vendor),
      byKind: { ...vendorChainOf(vendor).byKind, actions: [failingVendor("wire", "timeout")] },
    };
    expect(await (await marketOn(chain, "2025-06-02")).adjustedBars(30)).toEqual({
      records: around.slice(1),
      notes: [
        "actions: wire failed (timeout)",
        "prices before 2025-06-02 are left out: no source could give the splits and dividends of AAPL",
      ],
    });
  });

  test("older than ten days are stale and said so", async () => {
    const opened = await marketOn(vendorChainOf(papers()), "2025-06-16");
    expect((await opened.bars(30)).notes).toEqual(["prices end on 2025-06-03, 13 days before 2025-06-16: stale"]);
    expect((await (await marketOn(vendorChainOf(papers()), "2025-06-13")).bars(30)).notes).toEqual([]);
    expect([staleDays(fourBars, "2025-06-13"), staleDays(fourBars, "2025-06-14"), staleDays([], "2025-06-14")]).toEqual(
      [null, 11, null],
    );
  });

  test("of the benchmark are of the first candidate that has any, adjusted, with a word on those that had none", async () => {
    const vendor = memoryVendor("papers", { bars: fourBars }, [aapl, instrument("^GSPC", "XNYS", "index")]);
    const answer = await (await marketOn(vendorChainOf(vendor), "2025-06-02")).benchmark(30);
    expect(answer).toMatchObject({ symbol: "^GSPC", index: "price index" });
    expect(datesOf(answer.records)).toEqual(["2025-05-29", "2025-05-30", "2025-06-02"]);
    expect(answer.notes).toEqual(["Benchmark: ^GSPC (SPY is not in papers)"]);
    const alone = memoryVendor("papers", { bars: fourBars }, [aapl]);
    expect(await (await marketOn(vendorChainOf(alone), "2025-06-02")).benchmark(30)).toMatchObject({
      symbol: null,
      records: [],
    });
  });

  test("of a failing benchmark do not fail the run", async () => {
    const flaky: Vendor = { ...failingVendor("wire", "unavailable"), instrument: async (symbol) => instrument(symbol) };
    const answer = await (await marketOn(vendorChainOf(flaky), "2025-06-02")).benchmark(30);
    expect(answer).toEqual({
      symbol: null,
      index: null,
      records: [],
      notes: ["Benchmark: none (SPY: wire failed (unavailable); ^GSPC: wire failed (unavailable))"],
    });
  });
});

/** Forty quiet sessions; from the thirtieth on the price is divided and the volume multiplied. */
function jump(priceBy: number, volumeBy: number | null): Bar[] {
  return Array.from({ length: 40 }, (_, index) => {
    const after = index >= 30;
    const close = (100 + (index % 3)) / (after ? priceBy : 1);
    const volume = volumeBy === null ? null : (1000 + (index % 5) * 100) * (after ? volumeBy : 1);
    const flat = { open: close, high: close, low: close, close, volume };
    return { ...bar(addDays("2025-01-01", index), close), ...flat };
  });
}

const jumpDay = addDays("2025-01-01", 30);

describe("the prices of a run", () => {
  const bars = jump(7, 7);
  const on = (vendors: Parameters<typeof marketOn>[0], symbol = "AAPL") =>
    marketOn(vendors, addDays("2025-01-01", 40), undefined, symbol);

  test("are all comparable when the actions are known and explain them", async () => {
    const known = await on(vendorChainOf(memoryVendor("papers", { bars, actions: [split(jumpDay, 7)] }, [aapl])));
    expect(await known.priceBasis(100)).toEqual({ from: null, reason: null, atBestFrom: null });
    expect((await known.adjustedBars(100)).records).toHaveLength(bars.length);
  });

  test("begin with the jump that nobody explains", async () => {
    const market = await on(vendorChainOf(memoryVendor("papers", { bars, actions: [] }, [aapl])));
    const answer = await market.adjustedBars(100);
    expect(answer.records[0]?.date).toBe(jumpDay);
    expect(answer.records).toHaveLength(10);
    expect(answer.notes.at(-1)).toBe(
      `prices before ${jumpDay} are left out: the price of ${jumpDay} looks like a 7-for-1 split that no source names`,
    );
    // Raw prices are what they are.
    expect((await market.bars(100)).records).toHaveLength(bars.length);
  });

  test.each([
    ["nobody was asked", withoutActions(memoryVendor("papers", { bars }, [aapl])), []],
    ["who was asked failed", memoryVendor("papers", { bars }, [aapl]), [failingVendor("wire", "timeout")]],
  ])("are the last alone when no action is known: %s", async (_, vendor, failing) => {
    const vendors = vendorChainOf(vendor);
    const actions = failing.length === 0 ? vendors.byKind.actions : failing;
    const market = await on({ ...vendors, byKind: { ...vendors.byKind, actions } });
    const answer = await market.adjustedBars(100);
    expect(answer.records.map(({ date }) => date)).toEqual([bars.at(-1)?.date]);
    expect(answer.notes.at(-1)).toMatch(/are left out: no source (has|could give) the splits and dividends of AAPL$/);
  });

  describe.each([
    ["a coin", instrument("ETH-USD", "24/7", "crypto")],
    ["an index", instrument("^GSPC", "XNYS", "index")],
  ])("of %s", (_, own) => {
    const of = (series: Bar[]) =>
      on(vendorChainOf(withoutActions(memoryVendor("papers", { bars: series }, [own]))), own.symbol);

    test("are comparable whatever is known: it has no actions", async () => {
      const market = await of(jump(1, 1));
      expect(await market.priceBasis(100)).toEqual({ from: null, reason: null, atBestFrom: null });
      expect((await market.adjustedBars(100)).records.length).toBeGreaterThan(30);
    });

    test("begin with a jump as of a redenomination", async () => {
      const market = await of(jump(1000, 1000));
      expect((await market.adjustedBars(100)).records[0]?.date).toBe(jumpDay);
      expect((await market.priceBasis(100)).reason).toMatch(/looks like a 1000-for-1 split/);
    });
  });

  test("are without bars in another unit, and a note names those", async () => {
    const day = addDays("2025-01-01", 20);
    const slipped = jump(1, 1).map((one) => (one.date === day ? scaled(one, 0.01, 1) : one));
    const market = await on(vendorChainOf(memoryVendor("papers", { bars: slipped, actions: [] }, [aapl])));
    const { records, notes } = await market.adjustedBars(100);
    expect(records).toHaveLength(bars.length - 1);
    expect(notes).toContain(`prices of ${day} are 1/100 of those around them, and left out`);
  });

  test("behind what may be a split or a crash are all that an opinion rests on, until filings tell which", async () => {
    const doubtful = jump(1.5, 1.5);
    const counting = (times: number) =>
      [
        { end: addDays("2025-01-01", 5), value: 1000 },
        { end: addDays("2025-01-01", 33), value: 1000 * times },
      ].map(({ end, value }) => fact(end, value, { concept: "EntityCommonStockSharesOutstanding", start: null, end }));
    const basisWith = async (filings: ReturnType<typeof counting>) => {
      const vendor = memoryVendor("papers", { bars: doubtful, actions: [], filings }, [aapl]);
      return (await on(vendorChainOf(vendor))).priceBasis(100);
    };
    expect(await basisWith([])).toEqual({
      from: jumpDay,
      reason: `the price of ${jumpDay} may show a 3-for-2 split that no source names, or a crash: price and volume do not tell which`,
      atBestFrom: null,
    });
    expect(await basisWith(counting(1.5))).toMatchObject({
      reason: `the price of ${jumpDay} looks like a 3-for-2 split that no source names`,
      atBestFrom: jumpDay,
    });
    expect(await basisWith(counting(1))).toEqual({ from: null, reason: null, atBestFrom: null });
  });

  test("are adjusted by no split that they do not show", async () => {
    const quiet = jump(1, 1);
    const market = await on(
      vendorChainOf(memoryVendor("papers", { bars: quiet, actions: [split(jumpDay, 4)] }, [aapl])),
    );
    const { records, notes } = await market.adjustedBars(100);
    expect(records.map(({ close }) => close)).toEqual(quiet.slice(30).map(({ close }) => close));
    expect(notes.at(-1)).toMatch(/^prices before .* are left out: the 4-for-1 split named for .* does not show/);
  });
});
