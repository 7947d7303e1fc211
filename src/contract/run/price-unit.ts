import type { DataReport } from "./run.ts";

/** Indices are counted in points, though vendors give money. */
export function priceUnit(of: { readonly asset_type: DataReport["asset_type"]; readonly currency: string }): string {
  return of.asset_type === "index" ? "points" : of.currency;
}
