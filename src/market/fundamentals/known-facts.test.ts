import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { archivePath } from "#tests/support/archives.ts";
import { vendorChainOf, fact, memoryVendor } from "#tests/support/memory-vendor.ts";
import { aapl, marketOn } from "#tests/support/open-market.ts";
import { factHistory } from "../fundamentals.ts";
import type { FilingFact } from "../market-data.ts";
import { knownFacts } from "./known-facts.ts";

const djia = archivePath("djia-2025");

/** As filed: no split is known. */
function valuesOf(facts: readonly FilingFact[], concept: string): number[] {
  return factHistory(facts, concept, 100, { actions: [], comparableFrom: null, session: "2025-12-31" }).map(
    ({ value }) => value,
  );
}

describe.skipIf(djia === null)("Apple's facts as known", () => {
  const line = z.object({
    concept: z.string(),
    unit: z.string(),
    start: z.string().nullable(),
    end: z.string(),
    value: z.number(),
    filed: z.string(),
    form: z.string(),
    accn: z.string(),
  });
  const facts = (djia === null ? "" : readFileSync(join(djia, "filings", "AAPL.jsonl"), "utf8"))
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => line.parse(JSON.parse(text)))
    .map(({ accn, filed, value, ...rest }) => fact(filed, value, { ...rest, accession: accn }));
  const apple = memoryVendor("archive", { filings: facts }, [aapl]);

  async function known(
    concept: string,
    end: string,
    tradeDate: string,
    start: string | null = null,
  ): Promise<number[]> {
    const { records } = await (await marketOn(vendorChainOf(apple), tradeDate)).filings();
    return valuesOf(
      records.filter((each) => each.end === end && each.start === start),
      concept,
    );
  }

  test.each([
    ["NetIncomeLoss", "2008-09-28", "2009-09-26", "2009-10-28", 5_704_000_000],
    ["NetIncomeLoss", "2008-09-28", "2009-09-26", "2010-01-26", 8_235_000_000],
    ["Assets", null, "2015-09-26", "2015-10-29", 290_479_000_000],
    ["Assets", null, "2015-09-26", "2016-10-27", 290_345_000_000],
    ["EarningsPerShareDiluted", "2012-09-30", "2013-09-28", "2014-10-24", 39.75],
    ["EarningsPerShareDiluted", "2012-09-30", "2013-09-28", "2014-10-28", 5.68],
    ["EarningsPerShareDiluted", "2018-09-30", "2019-09-28", "2020-10-30", 11.89],
    ["EarningsPerShareDiluted", "2018-09-30", "2019-09-28", "2020-11-02", 2.97],
  ])("%s of %s to %s is on %s as last filed before it", async (concept, start, end, tradeDate, value) => {
    expect(await known(concept, end, tradeDate, start)).toEqual([value]);
  });

  test("a fact is not known on the day it is filed, whose hour is not known", async () => {
    expect(await known("NetIncomeLoss", "2009-09-26", "2009-10-27", "2008-09-28")).toEqual([]);
  });

  test("of a fact stated rounded and exact in one filing the exact one counts", async () => {
    const stated = facts.filter(
      (each) => each.concept === "UnrecognizedTaxBenefits" && each.end === "2012-09-29" && each.filed === "2013-04-24",
    );
    expect(stated.length).toBeGreaterThan(1);
    const exact = stated
      .map((each) => each.value)
      .toSorted((a, b) => String(b).replace(/0+$/, "").length - String(a).replace(/0+$/, "").length)[0];
    expect(valuesOf(stated, "UnrecognizedTaxBenefits")).toEqual([exact]);
    expect(valuesOf(stated.toReversed(), "UnrecognizedTaxBenefits")).toEqual([exact]);
  });
});

test("of two filings on one day the later accession counts, and units and periods are kept apart", () => {
  const facts = [
    fact("2025-02-01", 1, { accession: "0001-25-000002" }),
    fact("2025-02-01", 2, { accession: "0001-25-000001" }),
    fact("2025-02-01", 3, { unit: "EUR" }),
    fact("2025-02-01", 4, { start: null }),
    fact("2024-02-01", 5, { start: null }),
  ];
  expect(valuesOf(facts, "NetIncomeLoss")).toEqual([4, 3, 1]);
  expect(valuesOf(facts.toReversed(), "NetIncomeLoss")).toEqual([4, 3, 1]);
});

test("measures are made from the exact figure of those that one filing states", () => {
  const facts = [fact("2025-02-01", 8_000_000_000), fact("2025-02-01", 7_995_000_000)];
  for (const given of [facts, facts.toReversed()])
    expect(
      knownFacts(given, [], "2025-06-30", "USD")
        ?.series("NetIncomeLoss")
        .map(({ value }) => value),
    ).toEqual([7_995_000_000]);
});
