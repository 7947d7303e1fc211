import type { Evidence } from "#src/contract/run/evidence.ts";
import type { DataReport } from "#src/contract/run/run.ts";
import { outlookOn } from "#src/debate/reasoners/rules/opinion.ts";

/** The rules' outlook on some evidence, −2 to +2. */
export function rulesOutlook(evidence: readonly Evidence[], asset: DataReport["asset_type"]): number {
  return outlookOn(evidence, asset).score;
}
