import { abandonedJobs } from "./queries/abandoned.ts";
import { endJob } from "./queries/jobs.ts";
import { finishJob } from "../analyses/finish-job.ts";
import type { SystemContext } from "../context.ts";
import { abandonedReasons } from "./public/kinds.ts";

/**
 * Fails the jobs that still count as open although their workflow has ended without ending them: it hit its time
 * limit, or failed beyond what it could say. One that was cancelled is not open.
 */
export async function failAbandoned(ctx: SystemContext): Promise<void> {
  const { db, clock } = ctx;
  for (const { id, kind, status } of await abandonedJobs(db.sql)) {
    const error = abandonedReasons[kind][status];
    if (kind === "analysis") await finishJob(ctx, { id, end: { status: "failed", error } });
    else await endJob(db.sql, id, { state: "failed", error }, clock.now());
  }
}
