import type { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import type { Settings } from "#src/core/config/config.ts";
import { chooseData } from "./choose-data.ts";
import { composeVendors } from "./compose-vendors.ts";

/** `chain`, but without named archives the shipped one answers for its own. */
export async function serviceVendors(
  vendors: VendorChain,
  settings: Settings,
  demoArchive: string,
): Promise<(request: Pick<AnalysisRequest, "ticker" | "asset_type" | "trade_date">) => VendorChain> {
  if (settings.archives.length > 0) return () => vendors;
  const shipped = await composeVendors({ archives: [demoArchive], online: false }, settings);
  return ({ ticker, asset_type: assetType, trade_date: date }) => {
    const parsed = parseSymbol(ticker, assetType);
    if (!parsed.ok) return vendors;
    const wish = { archives: [], online: null };
    return chooseData(wish, settings, parsed.symbol.symbol, date, demoArchive).choice.online ? vendors : shipped;
  };
}
