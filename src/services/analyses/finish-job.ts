import type { Database } from "#src/db/database.ts";
import type { JobQueue } from "#src/db/job-queue.ts";
import { finishAnalysis, type Ended } from "#src/db/queries/analyses.ts";
import { appendEvents } from "#src/db/queries/events.ts";
import type { Clock } from "#src/platform/clock.ts";
import { isWanted } from "../mail/notify-owner.ts";

/** Ends a job. False when it was cancelled or ended meanwhile, and then nothing is written. For the worker. */
export async function finishJob(
  { db, clock, queue }: { db: Database; clock: Clock; queue: JobQueue },
  id: string,
  end: Ended,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const at = clock.now();
    const finished = await finishAnalysis(tx, id, at, end);
    if (finished === null) return false;
    const type = `job.${end.status}`;
    const data =
      end.status === "failed" ? { error: end.error } : { rating: end.result.rating, is_review: end.result.is_review };
    await appendEvents(tx, id, [{ type, data, once: type }], at);
    if (finished.webhook) await queue.enqueueWebhook(tx, id, `analysis.${end.status}`);
    if (isWanted("analysis_ended", finished.notifications))
      await queue.enqueueMail(tx, { kind: "analysis_ended", userId: finished.owner, once: id });
    return true;
  });
}
