import type { Database } from "#src/db/database.ts";
import { finishAnalysis, type Ended } from "#src/db/queries/analyses.ts";
import { appendEvents } from "#src/db/queries/events.ts";
import type { Clock } from "#src/platform/clock.ts";

/** Ends a job. False when it was cancelled or ended meanwhile, and then nothing is written. For the worker. */
export async function finishJob({ db, clock }: { db: Database; clock: Clock }, id: string, end: Ended): Promise<boolean> {
  return db.transaction(async (tx) => {
    const at = clock.now();
    if (!(await finishAnalysis(tx, id, at, end))) return false;
    const type = `job.${end.status}`;
    const data = end.status === "failed" ? { error: end.error } : { rating: end.result.rating, is_review: end.result.is_review };
    await appendEvents(tx, id, [{ type, data, once: type }], at);
    return true;
  });
}
