import type { VendorChain } from "#src/market/market-data.ts";
import type { Settings } from "#src/core/config/config.ts";
import type { DataChoice } from "../models/choices.ts";
import { openArchives, sameForAll } from "./open-archives.ts";

/**
 * The online chain is loaded only if wanted.
 * @throws InvalidInput for no sound archive
 */
export async function composeVendors(choice: DataChoice, settings: Settings): Promise<VendorChain> {
  const archives = await openArchives(choice.archives);
  if (!choice.online) return sameForAll(archives);
  const { withOnlineVendors } = await import("./online-vendors.ts");
  return withOnlineVendors(archives, settings);
}
