import { Reports, type Run } from "#src/contract/run/run.ts";
import { loadAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { type StoredRunSettings, findRun } from "#src/product/analyses/queries/runs.ts";
import { Conflict, CorruptRun, NotFound } from "#src/core/errors.ts";
import { refuseRemoved } from "#src/product/analyses/public/runs.ts";
import type { Context } from "#src/product/context.ts";
import type { AttributionWish, PlannedAttribution } from "#src/contract/jobs/attribution.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";

/** A finished run that can be repeated with a change. */
export interface Attributable {
  readonly run: Run;
  readonly reports: Reports;
  readonly setting: StoredRunSettings;
}

/** @throws NotFound; Conflict for a run with nothing to leave out; NoLongerKept; CorruptRun */
export async function attributableRun({ db, actor }: Context, id: string): Promise<Attributable> {
  const [stored, source] = [await findRun(db.sql, id, actor.owner), await loadAnalysis(db.sql, id)];
  if (stored === null || source === null) throw new NotFound(`there is no analysis ${id}`);
  refuseRemoved(stored);
  if (stored.run === null)
    throw new Conflict(`the analysis is ${stored.status}; only succeeded analyses can be attributed`);
  const { run } = stored;
  if (run.manifest.calls.length === 0)
    throw new Conflict("no agent was asked in this analysis, so nothing can be left out");
  const reports = Reports.safeParse(run.result.reports);
  if (!reports.success)
    throw new CorruptRun(`the stored reports of run ${id} have been altered`, { cause: reports.error });
  if (reports.data.review_code === "disagreement")
    throw new Conflict("the repetitions of this analysis do not agree, so there is no rating to explain");
  return { run, reports: reports.data, setting: source.setting };
}

/** @param most the first change is tried within it in any case; `null`: no limit */
export type AttributionPlanner = (run: Attributable, wish: AttributionWish, most: Usd | null) => PlannedAttribution;
