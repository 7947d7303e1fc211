import { describe, expect, test } from "vitest";
import { type LocalDate, toIso } from "#src/core/clock.ts";
import type { Bar, CorporateAction, FilingFact, MarketQuery, Source, Vendor } from "#src/market/market-data.ts";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { archivePath } from "#tests/support/archives.ts";

/*
 * What is publicly known of the real archives: prices, splits, restated filings and gaps. A change that breaks one of
 * these has broken how archives are read.
 */

const signal = new AbortController().signal;

type Fetch = "bars" | "actions" | "filings";
type Given = { bars: Bar; actions: CorporateAction; filings: FilingFact };

function archive(name: string) {
  const path = archivePath(name);
  let opened: Promise<Vendor> | null = null;

  async function all<K extends Fetch>(kind: K, symbol: string): Promise<readonly Given[K][]> {
    opened ??= openArchive(path ?? "");
    const vendor = await opened;
    const sources: { readonly [Each in Fetch]?: Source<Given[Each]> } = vendor;
    const source: Source<Given[K]> | undefined = sources[kind];
    const instrument = await vendor.instrument?.(symbol, signal);
    if (source === undefined || instrument == null) throw new Error(`${name} has no ${kind} of ${symbol}`);
    const query: MarketQuery = { instrument, from: "1990-01-01", to: "2030-01-01", asOf: Date.UTC(2030, 0, 1) };
    return source.fetch(query, signal);
  }

  return {
    missing: path === null,
    all,
    async bar(symbol: string, date: LocalDate): Promise<Bar | undefined> {
      return (await all("bars", symbol)).find((bar) => bar.date === date);
    },
    async close(symbol: string, date: LocalDate): Promise<number | undefined> {
      return (await all("bars", symbol)).find((bar) => bar.date === date)?.close;
    },
    async action(symbol: string): Promise<[LocalDate, string, number][]> {
      return (await all("actions", symbol)).map(({ exDate, action, value }) => [exDate, action, value]);
    },
    /** Value by filing day, of one fact in all reports that carried it. */
    async vintages(symbol: string, concept: string, start: LocalDate | null, end: LocalDate) {
      const facts = await all("filings", symbol);
      return facts
        .filter((fact) => fact.concept === concept && fact.start === start && fact.end === end)
        .map(({ filed, form, value }) => ({ filed, form, value }));
    },
  };
}

describe("stocknet-2014", () => {
  const { missing, all, bar, close, action, vintages } = archive("stocknet-2014");

  test.skipIf(missing)("Apple's raw closes around its 7-for-1 split, and the dividends before and after", async () => {
    expect(await bar("AAPL", "2014-06-02")).toMatchObject({ close: 628.65, volume: 13_191_100 });
    expect(await close("AAPL", "2014-06-06")).toBe(645.57);
    expect(await close("AAPL", "2014-06-09")).toBe(93.7);
    const actions = await action("AAPL");
    const at = actions.findIndex(([, kind]) => kind === "split");
    expect(actions.slice(at - 1, at + 2)).toEqual([
      ["2014-05-08", "dividend", 3.29],
      ["2014-06-09", "split", 7],
      ["2014-08-07", "dividend", 0.47],
    ]);
  });

  test.skipIf(missing).each([
    ["MA", "2014-01-22", 10, ["2014-01-21", 818.48], 83.3],
    ["V", "2015-03-19", 4, ["2015-03-18", 267.67], 66.81],
    ["GOOG", "2014-03-27", 2.002, ["2014-03-26", 1131.97], 558.46],
    ["GOOG", "2015-04-27", 1.0027455, ["2015-04-24", 565.06], 555.37],
  ] as const)("the split of %s on %s", async (symbol, date, ratio, [before, closeBefore], closeAfter) => {
    expect(await action(symbol)).toContainEqual([date, "split", ratio]);
    expect(await close(symbol, before)).toBe(closeBefore);
    expect(await close(symbol, date)).toBe(closeAfter);
  });

  test.skipIf(missing)("no other stock split", async () => {
    const vendor = await openArchive(archivePath("stocknet-2014") ?? "");
    expect(vendor.name).toBe("archive:stocknet-2014");
    const symbols = ["AMZN", "BA", "CAT", "CSCO", "CVX", "DIS", "HD", "INTC", "JNJ", "JPM"];
    for (const symbol of [...symbols, "KO", "MCD", "MSFT", "PG", "WMT", "XOM"]) {
      expect((await action(symbol)).filter(([, kind]) => kind === "split")).toEqual([]);
      expect(await all("bars", symbol)).toHaveLength(1258);
    }
    for (const symbol of ["AAPL", "GOOG", "MA", "V"]) expect(await all("bars", symbol)).toHaveLength(1258);
  });

  test.skipIf(missing)("earnings a share as filed before and after the split", async () => {
    const filed = await vintages("AAPL", "EarningsPerShareDiluted", "2012-09-30", "2013-09-28");
    expect(filed).toContainEqual({ filed: "2013-10-30", form: "10-K", value: 39.75 });
    expect(filed).toContainEqual({ filed: "2014-10-27", form: "10-K", value: 5.68 });
  });

  test.skipIf(missing)("a profit restated in an amended annual report", async () => {
    const filed = await vintages("AAPL", "NetIncomeLoss", "2008-09-28", "2009-09-26");
    expect(filed).toContainEqual({ filed: "2009-10-27", form: "10-K", value: 5_704_000_000 });
    expect(filed).toContainEqual({ filed: "2010-01-25", form: "10-K/A", value: 8_235_000_000 });
  });

  test.skipIf(missing)("a balance restated a year later", async () => {
    const filed = await vintages("AAPL", "Assets", null, "2015-09-26");
    expect(filed.find((fact) => fact.filed === "2015-10-28")?.value).toBe(290_479_000_000);
    expect(filed.find((fact) => fact.filed === "2016-10-26")?.value).toBe(290_345_000_000);
  });
});

describe("djia-2025", () => {
  const { missing, all, close, action, vintages } = archive("djia-2025");

  test.skipIf(missing)("Apple's closes around its dividends, and no split", async () => {
    expect(await close("AAPL", "2025-02-07")).toBe(227.63);
    expect(await close("AAPL", "2025-02-10")).toBe(227.65);
    expect(await action("AAPL")).toEqual([
      ["2025-02-10", "dividend", 0.25],
      ["2025-05-12", "dividend", 0.26],
    ]);
  });

  test.skipIf(missing)("eight sessions are missing, two for Goldman Sachs and Home Depot", async () => {
    const missing = ["2025-02-11", "2025-02-12", "2025-02-13", "2025-02-14", "2025-02-18", "2025-02-19"];
    for (const date of ["2025-01-10", "2025-01-13", ...missing]) expect(await close("AAPL", date)).toBeUndefined();
    expect(await all("bars", "AAPL")).toHaveLength(148);
    for (const symbol of ["GS", "HD"]) {
      expect(await all("bars", symbol)).toHaveLength(154);
      for (const date of missing) expect(await close(symbol, date)).toBeGreaterThan(0);
      expect(await close(symbol, "2025-01-13")).toBeUndefined();
    }
  });

  test.skipIf(missing)("earnings a share as filed before and after the splits of 2014 and 2020", async () => {
    const old = await vintages("AAPL", "EarningsPerShareDiluted", "2012-09-30", "2013-09-28");
    expect(old).toContainEqual({ filed: "2013-10-30", form: "10-K", value: 39.75 });
    expect(old).toContainEqual({ filed: "2014-10-27", form: "10-K", value: 5.68 });
    const recent = await vintages("AAPL", "EarningsPerShareDiluted", "2018-09-30", "2019-09-28");
    expect(recent).toContainEqual({ filed: "2019-10-31", form: "10-K", value: 11.89 });
    expect(recent).toContainEqual({ filed: "2020-10-30", form: "10-K", value: 2.97 });
  });

  test.skipIf(missing)("the restatements are in this archive too", async () => {
    const profit = await vintages("AAPL", "NetIncomeLoss", "2008-09-28", "2009-09-26");
    expect(profit.find((fact) => fact.filed === "2009-10-27")?.value).toBe(5_704_000_000);
    expect(profit.find((fact) => fact.filed === "2010-01-25")?.value).toBe(8_235_000_000);
    const assets = await vintages("AAPL", "Assets", null, "2015-09-26");
    expect(assets.find((fact) => fact.filed === "2015-10-28")?.value).toBe(290_479_000_000);
    expect(assets.find((fact) => fact.filed === "2016-10-26")?.value).toBe(290_345_000_000);
  });

  test.skipIf(missing)("a restated fact is not known before the day after it was filed", async () => {
    const facts = await all("filings", "AAPL");
    const restated = facts.find(
      (fact) => fact.concept === "Assets" && fact.end === "2015-09-26" && fact.filed === "2016-10-26",
    );
    expect(toIso(restated?.availableAt ?? 0)).toBe("2016-10-27T04:00:00.000Z");
  });

  test.skipIf(missing)("every fact has an id of its own, also the two that stand twice in one filing", async () => {
    const facts = await all("filings", "AAPL");
    expect(facts).toHaveLength(23_696);
    expect(new Set(facts.map((fact) => fact.sourceId)).size).toBe(facts.length);
    expect(facts.every((fact, index) => fact.eventTime >= (facts[index - 1]?.eventTime ?? 0))).toBe(true);
    const twice = facts.filter((fact) => fact.concept === "UnrecognizedTaxBenefits" && fact.filed === "2013-04-24");
    expect(twice.filter((fact) => fact.end === "2012-09-29")).toHaveLength(2);
  });
});

describe("crypto", () => {
  const { missing, all, close } = archive("crypto");

  test.skipIf(missing)("Bitcoin and Ether with the same twelve days missing", async () => {
    for (const [symbol, count] of [
      ["BTC-USD", 1864],
      ["ETH-USD", 787],
    ] as const) {
      const bars = await all("bars", symbol);
      expect(bars).toHaveLength(count);
      expect(bars.filter((bar) => bar.date >= "2019-03-20" && bar.date <= "2019-03-31")).toEqual([]);
      expect(await close(symbol, "2019-03-19")).toBeGreaterThan(0);
      expect(await close(symbol, "2019-04-01")).toBeGreaterThan(0);
    }
    expect(await close("BTC-USD", "2017-12-16")).toBe(19_187.78);
  });
});

describe("crypto-2023", () => {
  const { missing, all, bar } = archive("crypto-2023");

  test.skipIf(missing)("one price a day without a gap, volume unknown", async () => {
    const bars = await all("bars", "BTC-USD");
    expect(bars).toHaveLength(386);
    const days = (Date.parse(bars.at(-1)?.date ?? "") - Date.parse(bars[0]?.date ?? "")) / 86_400_000;
    expect(days).toBe(385);
    expect(await bar("BTC-USD", "2022-11-29")).toMatchObject({ open: 16_444.98, close: 16_444.98, volume: null });
  });
});

describe("index-2000", () => {
  const { missing, all, close } = archive("index-2000");

  test.skipIf(missing)("the S&P 500 in two crashes", async () => {
    expect(await all("bars", "^GSPC")).toHaveLength(5105);
    expect(await close("^GSPC", "2008-09-29")).toBe(1106.42);
    expect(await close("^GSPC", "2020-03-23")).toBe(2237.4);
  });
});
