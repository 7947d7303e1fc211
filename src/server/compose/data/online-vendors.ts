import { forEachKind, type Vendor, type VendorChain } from "#src/market/market-data.ts";
import { createAlphaVantage } from "#src/market/vendors/alpha-vantage.ts";
import { createCcxt } from "#src/market/vendors/ccxt.ts";
import { createEdgar } from "#src/market/vendors/edgar.ts";
import { createFinnhub } from "#src/market/vendors/finnhub.ts";
import { createFred } from "#src/market/vendors/fred.ts";
import { createGdelt } from "#src/market/vendors/gdelt.ts";
import { createReddit } from "#src/market/vendors/reddit.ts";
import { createStocktwits } from "#src/market/vendors/stocktwits.ts";
import { createYahoo } from "#src/market/vendors/yahoo.ts";
import type { VendorKind, VendorName } from "#src/core/config/grouped-variables.ts";
import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";

type OnlineName = Exclude<VendorName, "archive">;

/** Without MARKET_VENDORS: those with a key, then keyless ones. */
function usualVendors({ keys, edgarContact }: Settings): Record<VendorKind, readonly OnlineName[]> {
  const news: OnlineName[] = ["gdelt"];
  if (keys.alphaVantage !== null) news.unshift("alpha-vantage");
  if (keys.finnhub !== null) news.unshift("finnhub");
  return {
    bars: ["yahoo", "ccxt"],
    actions: ["yahoo"],
    filings: ["edgar"],
    news,
    social: [],
    macro: keys.fred === null ? [] : ["fred"],
    funding: ["ccxt"],
    events: edgarContact === null ? [] : ["edgar"],
    insiders: edgarContact === null ? [] : ["edgar"],
    institutions: [],
  };
}

/** The online chain behind the archives. */
export function withOnlineVendors(archives: readonly Vendor[], settings: Settings): VendorChain {
  const made = new Map<OnlineName, Vendor>();
  const vendor = (name: OnlineName): Vendor => {
    const known = made.get(name) ?? createVendor(name, settings);
    made.set(name, known);
    return known;
  };
  const usual = usualVendors(settings);
  const chain = (kind: VendorKind): Vendor[] => {
    const wanted = settings.vendors === null ? undefined : (settings.vendors[kind] ?? []);
    if (wanted === undefined) return [...archives, ...usual[kind].map(vendor)];
    return wanted.flatMap((name) => (name === "archive" ? archives : [vendor(name)]));
  };
  const byKind = forEachKind(chain);
  return {
    instruments: [...new Set([...archives, ...byKind.bars])].filter((one) => one.instrument !== undefined),
    byKind,
  };
}

function createVendor(name: OnlineName, { keys, edgarContact }: Settings): Vendor {
  const key = (value: string | null): string => {
    if (value === null)
      throw new InvalidInput(`MARKET_VENDORS names ${name}, which needs ${name}=KEY in MARKET_ACCESS`);
    return value;
  };
  switch (name) {
    case "yahoo":
      return createYahoo();
    case "edgar":
      return createEdgar({ contact: edgarContact });
    case "fred":
      return createFred({ apiKey: key(keys.fred) });
    case "gdelt":
      return createGdelt();
    case "alpha-vantage":
      return createAlphaVantage({ apiKey: key(keys.alphaVantage) });
    case "finnhub":
      return createFinnhub({ apiKey: key(keys.finnhub) });
    case "ccxt":
      return createCcxt();
    case "stocktwits":
      return createStocktwits();
    case "reddit":
      return createReddit({ userAgent: "conclave/0.1 (market research)" });
  }
}
