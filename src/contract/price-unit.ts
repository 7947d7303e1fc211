import type { DataReport } from "./run.ts";

/** What prices are read in: an index is counted in points, though vendors give it in money. */
export function priceUnit(of: { readonly asset_type: DataReport["asset_type"]; readonly currency: string }): string {
  return of.asset_type === "index" ? "points" : of.currency;
}
