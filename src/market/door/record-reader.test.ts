import { describe, expect, test } from "vitest";
import { bar, vendorChainOf, failingVendor, instrument, memoryVendor, split } from "#tests/support/memory-vendor.ts";
import { aapl, datesOf, fourBars, marketOn, papers } from "#tests/support/open-market.ts";
import { staleDays } from "./record-reader.ts";
import type { Vendor } from "../market-data.ts";

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
