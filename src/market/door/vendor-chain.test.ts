import { describe, expect, test } from "vitest";
import { Cancelled, VendorFailed } from "#src/core/errors.ts";
import { vendorChainOf, failingVendor, memoryVendor, news } from "#tests/support/memory-vendor.ts";
import { aapl, fourBars, marketOn, NOON, open, papers } from "#tests/support/open-market.ts";
import type { Vendor } from "../market-data.ts";

describe("a chain", () => {
  const item = news("2025-06-02T10:00:00Z", "news");
  const finnhub = () => memoryVendor("finnhub", { news: [item] }, [aapl]);

  test("goes on when a vendor failed or had nothing the run may know, and says so", async () => {
    const future = memoryVendor("archive", { news: [news("2025-06-03T10:00:00Z", "later")] }, []);
    const opened = await marketOn(
      vendorChainOf(failingVendor("gdelt", "rate_limited"), future, finnhub()),
      "2025-06-02",
    );
    expect(await opened.news(7)).toEqual({
      records: [item],
      notes: ["news: gdelt failed (rate limited); archive had no data; finnhub answered"],
    });
    expect(opened.notes).toEqual(["instrument: gdelt failed (rate limited); not in archive; finnhub answered"]);
  });

  test("says nothing when the first one answered, and does not ask the second", async () => {
    const second = finnhub();
    const opened = await marketOn(vendorChainOf(finnhub(), second), "2025-06-02");
    expect(await opened.news(7)).toEqual({ records: [item], notes: [] });
    expect(second.asked).toEqual([]);
  });

  test("in which all fail is an error for prices and a note for the rest; the failure is not kept", async () => {
    let down = true;
    const flaky = async <T>(records: readonly T[]) => {
      if (down) throw new VendorFailed("wire", "unavailable", "503");
      return records;
    };
    const wire: Vendor = {
      name: "wire",
      instrument: async () => aapl,
      bars: { timing: "dated", fetch: () => flaky(fourBars) },
      news: { timing: "dated", fetch: () => flaky([item]) },
    };
    const opened = await marketOn(vendorChainOf(wire), "2025-06-02");
    await expect(opened.bars(30)).rejects.toMatchObject({
      kind: "vendor_failed",
      vendor: "wire",
      reason: "unavailable",
    });
    await expect(opened.adjustedBars(30)).rejects.toThrow(VendorFailed);
    expect(await opened.news(7)).toEqual({ records: [], notes: ["news: wire failed (unavailable)"] });
    down = false;
    expect((await opened.bars(30)).records).toHaveLength(3);
    expect(await opened.news(7)).toEqual({ records: [item], notes: [] });
  });

  test("does not take one vendor's silence for another's failure", async () => {
    const empty = memoryVendor("archive", { bars: [] }, [aapl]);
    const wire = failingVendor("wire", "timeout");
    const chains = [vendorChainOf(empty, wire), vendorChainOf(wire, empty)];
    const markets = await Promise.all(chains.map((vendors) => marketOn(vendors, "2025-06-02")));
    const failure = { vendor: "wire", reason: "timeout" };
    await Promise.all(markets.map((market) => expect(market.bars(30)).rejects.toMatchObject(failure)));
  });
});

describe("the questions of a run", () => {
  test("are asked once for a window, also when two ask at the same time", async () => {
    const vendor = papers();
    const opened = await marketOn(vendorChainOf(vendor), "2025-06-02");
    await Promise.all([opened.bars(30), opened.bars(30), opened.adjustedBars(30)]);
    await opened.bars(30);
    expect(vendor.asked).toEqual(["instrument", "bars", "actions"]);
    await opened.bars(31);
    expect(vendor.asked).toEqual(["instrument", "bars", "actions", "bars"]);
  });

  test("end with the run's cancellation, and a defect in a vendor is not taken for a failure", async () => {
    const stop = new AbortController();
    const slow: Vendor = {
      name: "slow",
      instrument: async () => aapl,
      news: {
        timing: "dated",
        fetch: (_query, signal) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener("abort", () => reject(new VendorFailed("slow", "timeout", "aborted"))),
          ),
      },
      social: { timing: "dated", fetch: async () => Promise.reject(new TypeError("a defect")) },
    };
    const opening = await open(vendorChainOf(slow), "2025-06-02", NOON, "AAPL", stop.signal);
    if (!opening.ok) throw new Error(opening.detail);
    await expect(opening.market.social(7)).rejects.toThrow(TypeError);
    const asked = opening.market.news(7);
    stop.abort();
    await expect(asked).rejects.toThrow(Cancelled);
    await expect(opening.market.funding(7)).resolves.toMatchObject({ records: [] });
    await expect(opening.market.news(8)).rejects.toThrow(Cancelled);
  });
});
