import { expect, test } from "vitest";
import { archivePath } from "#tests/support/archives.ts";
import { instrument, memoryVendor, vendorChainOf } from "#tests/support/memory-vendor.ts";
import { archiveChain } from "#tests/support/run-analysis.ts";
import { kindOf, instrumentCoverage } from "./coverage.ts";
import type { Vendor, VendorChain } from "../market-data.ts";
import { join } from "node:path";

const demo = join(import.meta.dirname, "../../../demo");
const now = Date.parse("2026-02-01T12:00:00Z");
const { signal } = new AbortController();

async function coverage(chain: VendorChain, symbol: string, assetType: "stock" | "crypto" = "stock") {
  const { coverage: kinds } = await instrumentCoverage(chain, { symbol, assetType }, now, signal);
  return Object.fromEntries(kinds.map(({ kind, ...rest }) => [kind, rest]));
}

async function chainOf(path: string): Promise<VendorChain> {
  const chain = await archiveChain(path);
  if (chain === null) throw new Error(`there is no archive at ${path}`);
  return chain;
}

/** Asked by nobody, as coverage only names it. */
function outside(name: string, timing: "dated" | "now"): Vendor {
  const source = {
    timing,
    fetch: () => Promise.reject(new Error(`${name} was asked`)),
  };
  return { name, bars: source, news: source, instrument: () => Promise.reject(new Error(`${name} was asked`)) };
}

test("an archive's records are counted by kind, from the first day to the last", async () => {
  const found = await coverage(await chainOf(demo), "DEMO");
  expect(found).toMatchObject({
    bars: { status: "held", source: "archive:demo" },
    filings: { status: "held", source: "archive:demo" },
    macro: { status: "missing", problem: null },
  });
  expect(Object.keys(found)).toEqual([
    "bars",
    "actions",
    "filings",
    "events",
    "insiders",
    "institutions",
    "news",
    "social",
    "macro",
  ]);
});

test("sources outside are named, not asked, and those of the present alone say nothing of the past", async () => {
  const { instruments, byKind } = await chainOf(demo);
  const [present, dated] = [outside("quotes", "now"), outside("wires", "dated")];
  const chain = {
    instruments: [...instruments, dated],
    byKind: { ...byKind, bars: [...byKind.bars, dated], news: [present], social: [] },
  };
  expect(await coverage(chain, "DEMO")).toMatchObject({
    bars: { status: "held" },
    news: { status: "online", sources: ["quotes"], past: false },
    social: { status: "missing" },
  });
  expect(await coverage(chain, "NOBODY", "crypto")).toEqual({
    bars: { status: "online", sources: ["wires"], past: true },
    news: { status: "online", sources: ["quotes"], past: false },
    social: { status: "missing", problem: null },
    macro: { status: "missing", problem: null },
    funding: { status: "missing", problem: null },
  });
});

const coins = archivePath("crypto");

test.skipIf(coins === null)("a coin has no filings to miss (../shared/data/archives/crypto)", async () => {
  const found = await coverage(await chainOf(coins ?? ""), "BTC-USD", "crypto");
  expect(found["bars"]).toMatchObject({ status: "held", source: "archive:crypto" });
  expect(found["filings"]).toBeUndefined();
  expect(found["funding"]).toEqual({ status: "missing", problem: null });
});

test.each([
  [{ name: "Abc plc ADS, each representing 2 ordinary shares" }, [], "adr", /name/],
  [{ name: "Abc Core S&P 500 ETF" }, [], "etf", /name/],
  [{ kind: "etf" as const }, [], "etf", /source/],
  [{}, ["20-F"], "stock", /Form 20-F.*depositary/],
  [{}, ["20-F", "10-K"], "stock", /source/],
  [{}, ["40-F"], "stock", /Canadian/],
  [{ calendar: "XLON" }, ["20-F"], "stock", /source/],
  [{ assetType: "currency" as const }, [], "currency", /source/],
])("%j with the reports %j is of the kind %s, and it says how that is known", (changes, forms, name, reason) => {
  const known = kindOf(
    { ...instrument("ABC"), name: "Abc Inc", ...changes },
    forms.map((form) => ({ form })),
  );
  expect(known).toEqual({ name, reason: expect.stringMatching(reason) });
});

test("a fund misses no statements, and what nobody here holds has a kind where its symbol says so", async () => {
  const fund = { ...instrument("SPY"), kind: "etf" as const };
  const chain = vendorChainOf(memoryVendor("test", { bars: [] }, [fund]));
  const found = await instrumentCoverage(chain, { symbol: "SPY", assetType: "stock" }, now, signal);
  expect(found.kind?.name).toBe("etf");
  expect(found.coverage.map(({ kind }) => kind)).toEqual(["bars", "actions", "news", "social", "macro"]);
  const kindOfUnknown = async (symbol: string) =>
    (await instrumentCoverage(vendorChainOf(outside("quotes", "dated")), { symbol, assetType: "stock" }, now, signal))
      .kind;
  expect([await kindOfUnknown("AAPL"), (await kindOfUnknown("^GSPC"))?.name]).toEqual([null, "index"]);
});
