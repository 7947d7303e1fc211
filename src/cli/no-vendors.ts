import type { VendorChain } from "#src/market/market-data.ts";

/** For runs repeated from kept steps: no vendor is asked. */
export const noVendors: VendorChain = {
  instruments: [],
  byKind: { bars: [], actions: [], filings: [], news: [], social: [], macro: [], funding: [] },
};
