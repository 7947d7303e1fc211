import type { VendorChain } from "#src/market/market-data.ts";

/** For a run that is repeated from what was kept: no vendor is asked. */
export const noVendors: VendorChain = {
  instruments: [],
  byKind: { bars: [], actions: [], filings: [], news: [], social: [], macro: [], funding: [] },
};
