import { cleanText } from "#src/market/clean-text.ts";
import { findInstrument } from "#src/market/listing.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { Settings } from "#src/core/config.ts";
import { kept } from "#src/core/kept.ts";
import { shorten } from "#src/core/shorten.ts";
import type { OnlineListing } from "#src/product/analyses/public/analysis-environment.ts";

const nameLength = 120;

/**
 * Loaded with the first question.
 * @param online stands in for the service's own
 */
export function onlineListings(
  settings: Settings,
  online?: VendorChain,
): (symbol: string, signal: AbortSignal) => Promise<OnlineListing> {
  const vendors = kept(async () => online ?? (await import("./online-vendors.ts")).withOnlineVendors([], settings));
  return async (symbol, signal) => {
    const { listing, failure } = await findInstrument(await vendors(), symbol, signal);
    if (listing !== null)
      return { status: "found", name: shorten(cleanText(listing.instrument.name), nameLength) || symbol };
    return { status: failure === null ? "unknown" : "unanswered" };
  };
}
