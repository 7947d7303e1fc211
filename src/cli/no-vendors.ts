import type { VendorChain } from "#src/market/market-data.ts";

/** For repeated runs. */
export const noVendors: VendorChain = {
  instruments: [],
  byKind: { bars: [], actions: [], filings: [], news: [], social: [], macro: [], funding: [] },
};
