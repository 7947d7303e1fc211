import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { test as property, fc } from "@fast-check/vitest";
import { addDays } from "#src/platform/clock.ts";
import { readActions, readBars } from "#tests/support/archive-records.ts";
import { archivePath } from "#tests/support/archives.ts";
import {
  bar,
  vendorChainOf,
  failingVendor,
  instrument,
  memoryVendor,
  split,
  withoutActions,
} from "#tests/support/memory-vendor.ts";
import { aapl, marketOn } from "#tests/support/open-market.ts";
import { splitAdjust } from "./adjust.ts";
import type { Bar } from "./market-data.ts";
import { suspectedSplits } from "./price-basis.ts";

const sizes = [2, 3, 4, 5, 7, 10, 20, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 7, 1 / 10, 1 / 20];

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

describe("a jump that looks like a split", () => {
  property.prop(
    [
      fc.constantFrom(...sizes),
      fc.double({ min: 0.94, max: 1.06, noNaN: true }),
      fc.double({ min: 0.8, max: 1.5, noNaN: true }),
    ],
    { seed: 3 },
  )("is found at every size, within noise, when the volume moved the other way", (size, price, volume) => {
    expect(suspectedSplits(jump(size * price, size * volume), []).map(({ date, ratio }) => [date, ratio])).toEqual([
      [jumpDay, size],
    ]);
  });

  test("is found by the price alone where no volume is known or hardly anything was traded", () => {
    expect(suspectedSplits(jump(2.02, null), []).map(({ date }) => date)).toEqual([jumpDay]);
    expect(suspectedSplits(jump(2.02, 0.02), []).map(({ date }) => date)).toEqual([jumpDay]);
    expect(suspectedSplits(jump(2.1, null), [])).toEqual([]);
  });

  test.each([
    ["a crash: the money traded is many times the usual", 2, 12],
    ["a rally: likewise", 0.5, 8],
    ["the volume went the same way as the price", 2, 0.7],
    ["a jump between the sizes", 2.5, 2.5],
    ["an ordinary bad day", 1.3, 3],
  ])("is not %s", (_, priceBy, volumeBy) => {
    expect(suspectedSplits(jump(priceBy, volumeBy), [])).toEqual([]);
  });
});

const archives = ["stocknet-2014", "djia-2025"].flatMap((name) => archivePath(name) ?? []);
const symbolsOf = (dir: string): string[] =>
  readdirSync(join(dir, "bars")).map((file) => decodeURIComponent(file.replace(/\.csv$/, "")));

describe.skipIf(archives.length === 0)("real stocks", () => {
  test("have no suspected split beside those that are known", () => {
    const found = archives.flatMap((dir) =>
      symbolsOf(dir).flatMap((symbol) =>
        suspectedSplits(splitAdjust(readBars(dir, symbol), readActions(dir, symbol)), []),
      ),
    );
    expect(found).toEqual([]);
  });

  test("show every split of two for one and more when it is not told", () => {
    const dir = archives[0] ?? "";
    const found = symbolsOf(dir).flatMap((symbol) =>
      suspectedSplits(readBars(dir, symbol), []).map(({ date, ratio }) => `${symbol} ${date} ${ratio}`),
    );
    expect(found.toSorted()).toEqual([
      "AAPL 2014-06-09 7",
      // The join of two share classes, where the second was traded when issued: some thousand shares a day.
      "GOOG 2014-03-27 2",
      "MA 2014-01-22 10",
      "V 2015-03-19 4",
    ]);
  });

  test("with a split made up on a random day nearly always show it, on that day and no other", () => {
    const dir = archives[0] ?? "";
    let made = 0;
    let found = 0;
    for (const [which, symbol] of symbolsOf(dir).entries()) {
      const bars = splitAdjust(readBars(dir, symbol), readActions(dir, symbol));
      for (const [turn, ratio] of sizes.entries()) {
        const at = 40 + ((which * 131 + turn * 79) % (bars.length - 50));
        const changed = bars.map((each, index) => (index < at ? each : { ...each, ...scaled(each, ratio) }));
        const suspects = suspectedSplits(changed, []);
        expect(suspects.filter(({ index }) => index !== at)).toEqual([]);
        made += 1;
        found += suspects.length;
      }
    }
    expect(made).toBe(280);
    expect(found / made).toBeGreaterThan(0.95);
  });
});

function scaled(
  { open, high, low, close, volume }: Bar,
  ratio: number,
): Pick<Bar, "open" | "high" | "low" | "close" | "volume"> {
  const price = { open: open / ratio, high: high / ratio, low: low / ratio, close: close / ratio };
  return { ...price, volume: volume === null ? null : volume * ratio };
}

describe("the prices of a run", () => {
  const bars = jump(7, 7);
  const on = (vendors: Parameters<typeof marketOn>[0], symbol = "AAPL") =>
    marketOn(vendors, addDays("2025-01-01", 40), undefined, symbol);

  test("are all comparable when the actions are known and explain them", async () => {
    const known = await on(vendorChainOf(memoryVendor("papers", { bars, actions: [split(jumpDay, 7)] }, [aapl])));
    expect(await known.priceBasis(100)).toEqual({ from: null, reason: null });
    expect((await known.adjustedBars(100)).records).toHaveLength(bars.length);
  });

  test("begin with the jump that nobody explains", async () => {
    const market = await on(vendorChainOf(memoryVendor("papers", { bars, actions: [] }, [aapl])));
    const answer = await market.adjustedBars(100);
    expect(answer.records[0]?.date).toBe(jumpDay);
    expect(answer.records).toHaveLength(10);
    expect(answer.notes.at(-1)).toBe(
      `prices before ${jumpDay} are left out: the price of AAPL on ${jumpDay} looks like a 7-for-1 split that no source names`,
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

  test.each([
    ["a coin", instrument("ETH-USD", "24/7", "crypto")],
    ["an index", instrument("^GSPC", "XNYS", "index")],
  ])("of %s are comparable whatever is known: it has no actions", async (_, own) => {
    const market = await on(
      vendorChainOf(withoutActions(memoryVendor("papers", { bars: jump(2, 2) }, [own]))),
      own.symbol,
    );
    expect(await market.priceBasis(100)).toEqual({ from: null, reason: null });
    expect((await market.adjustedBars(100)).records.length).toBeGreaterThan(30);
  });
});
