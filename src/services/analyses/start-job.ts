import type { Job } from "#src/contract/analysis.ts";
import type { Database } from "#src/db/database.ts";
import { loadAnalysis, startRunning, type JobSetting } from "#src/db/queries/analyses.ts";
import { appendEvents } from "#src/db/queries/events.ts";
import type { Clock } from "#src/platform/clock.ts";

export interface StartedJob {
  readonly request: Job["request"];
  readonly setting: JobSetting;
  readonly requestId: string;
}

/** Takes a job from the queue. `null` when it is not to be run any more: cancelled, or ended. For the worker. */
export async function startJob({ db, clock }: { db: Database; clock: Clock }, id: string): Promise<StartedJob | null> {
  return db.transaction(async (tx) => {
    const at = clock.now();
    if (!(await startRunning(tx, id, at))) return null;
    await appendEvents(tx, id, [{ type: "job.running", data: {}, once: "job.running" }], at);
    const stored = await loadAnalysis(tx.sql, id);
    return stored === null
      ? null
      : { request: stored.job.request, setting: stored.setting, requestId: stored.requestId };
  });
}
