import type { Database } from "#src/db/database.ts";
import type { JobQueue } from "#src/db/job-queue.ts";
import { openAmong } from "#src/db/queries/analyses.ts";
import type { Clock } from "#src/platform/clock.ts";
import { finishJob } from "./finish-job.ts";

const reasons: Readonly<Record<string, string>> = {
  CANCELLED: "the analysis ran out of time",
  ERROR: "something went wrong on our side, and the analysis could not be finished; start it again",
  MAX_RECOVERY_ATTEMPTS_EXCEEDED:
    "the server that ran the analysis went down three times while it ran, so it was set aside; start it again, or with another date",
};

/**
 * Fails the jobs that still count as open although their workflow has ended without ending them: it hit its time
 * limit, or failed beyond what it could say. A cancelled job is not open.
 * @param ended workflow status by job id
 */
export async function failAbandoned(
  tools: { db: Database; clock: Clock; queue: JobQueue },
  ended: ReadonlyMap<string, string>,
): Promise<void> {
  for (const id of await openAmong(tools.db.sql, [...ended.keys()]))
    await finishJob(tools, id, {
      status: "failed",
      error: reasons[ended.get(id) ?? ""] ?? "the analysis was abandoned",
    });
}
