import type { Evidence } from "#src/contract/evidence.ts";
import type { DataReport } from "#src/contract/run.ts";
import { outlookOn } from "#src/reasoners/rules/opinion.ts";

/** The outlook of the `rules` on some evidence, −2 to +2, for who measures what moves it. */
export function rulesOutlook(evidence: readonly Evidence[], asset: DataReport["asset_type"]): number {
  return outlookOn(evidence, asset).score;
}
