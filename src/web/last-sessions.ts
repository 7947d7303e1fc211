import type { AssetType } from "#src/contract/jobs/analysis.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/submission.ts";

/** The last session that is over, of New York and of coins: what a form proposes where nothing else is known of a symbol. */
export function lastSessions(environment: AnalysisEnvironment): Readonly<Record<AssetType, string>> {
  return { stock: lastOf(environment, "SPY", "stock"), crypto: lastOf(environment, "BTC-USD", "crypto") };
}

function lastOf(environment: AnalysisEnvironment, symbol: string, assetType: AssetType): string {
  const read = environment.read(symbol, assetType);
  if (!read.ok) throw new RangeError(`${symbol}: ${read.reason}`);
  return read.lastSession;
}
