import type { AnalysisResult } from "#src/contract/jobs/analysis.ts";
import { Conditions, conditionState } from "#src/contract/run/conditions.ts";
import type { Manifest } from "#src/contract/run/run.ts";
import type { Tx } from "#src/core/db/database.ts";
import { insertWatch, type ConditionWatch } from "#src/product/conditions/queries/condition-watches.ts";
import type { Instant } from "#src/core/clock.ts";

/** Watches a rating's conditions, in the caller's transaction. */
export async function startWatch(
  tx: Tx,
  run: { readonly result: AnalysisResult; readonly manifest: Manifest },
  of: Pick<ConditionWatch, "analysisId" | "owner" | "published">,
  at: Instant,
): Promise<void> {
  const { session, symbol, asset_type: assetType, synthetic } = run.manifest.data;
  const read = Conditions.safeParse(run.result.reports?.["conditions"]);
  const conditions = read.success ? read.data.watched : [];
  if (session === null || synthetic || run.result.is_review || conditions.length === 0) return;
  const states = conditions.map((condition) => conditionState(condition, [], session));
  await insertWatch(tx, { ...of, symbol, assetType, since: session, conditions }, states, at);
}
