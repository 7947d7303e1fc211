import { unfinishedOf } from "#src/db/queries/analyses.ts";
import type { SystemContext } from "../context.ts";
import { finishJob } from "./finish-job.ts";

const reasons: Readonly<Record<string, string>> = {
  CANCELLED: "the analysis ran out of time",
  ERROR: "something went wrong on our side and the analysis could not be completed; start it again",
  MAX_RECOVERY_ATTEMPTS_EXCEEDED:
    "the server stopped several times while running this analysis, so it was not retried; start it again, or choose another date",
};

/**
 * Fails the jobs that still count as open although their workflow has ended without ending them: it hit its time
 * limit, or failed beyond what it could say. A cancelled job is not open.
 * @param ended workflow status by job id
 */
export async function failAbandoned(ctx: SystemContext, ended: ReadonlyMap<string, string>): Promise<void> {
  for (const id of await unfinishedOf(ctx.db.sql, [...ended.keys()]))
    await finishJob(ctx, {
      id,
      end: { status: "failed", error: reasons[ended.get(id) ?? ""] ?? "the analysis was abandoned" },
    });
}
