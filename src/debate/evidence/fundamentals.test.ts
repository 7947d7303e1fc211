import { expect, test } from "vitest";
import { openMarket } from "#src/market/door/open-market.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { company, MONDAY } from "#tests/support/company.ts";
import { instrument, memoryVendor, vendorChainOf } from "#tests/support/memory-vendor.ts";
import { fundamentalsSection } from "./fundamentals.ts";

test.each([
  ["etf", ["fundamentals: SPY is an exchange-traded fund and files no statements"]],
  [undefined, ["filings: test had no data"]],
] as const)(
  "without filings an instrument of the kind %s has nothing to argue from, and the note says why",
  async (kind, notes) => {
    const spy = { ...instrument("SPY"), ...(kind !== undefined && { kind }) };
    const parsed = parseSymbol("SPY");
    if (!parsed.ok) throw new Error(parsed.reason);
    const opening = await openMarket({
      vendors: vendorChainOf(memoryVendor("test", { ...company(), filings: [] }, [spy])),
      symbol: parsed.symbol,
      tradeDate: MONDAY,
      now: Date.parse("2026-01-01T00:00:00Z"),
      signal: new AbortController().signal,
    });
    if (!opening.ok) throw new Error(opening.detail);
    expect(await fundamentalsSection(opening.market)).toEqual({ findings: [], notes });
  },
);
