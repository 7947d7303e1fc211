import { describe, expect, test } from "vitest";
import { addDays } from "#src/core/clock.ts";
import {
  bar,
  fact,
  vendorChainOf,
  failingVendor,
  instrument,
  memoryVendor,
  split,
  withoutActions,
} from "#tests/support/memory-vendor.ts";
import { aapl, marketOn } from "#tests/support/open-market.ts";
import { scaled } from "#tests/support/price-series.ts";
import type { Bar } from "../market-data.ts";

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
