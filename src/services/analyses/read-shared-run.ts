import { Reports, type Run } from "#src/contract/run.ts";
import { findSharedRun } from "#src/db/queries/shares.ts";
import { CorruptRun, NotFound } from "#src/platform/errors.ts";
import { sha256 } from "#src/platform/hash.ts";
import type { SystemContext } from "../context.ts";

/**
 * What anybody may read under a link. Nothing of it says whose run it is: the owner, the job's id and its webhook are
 * not in a run's reports, and the run's id, which is the job's, is taken out.
 * @throws NotFound for a link that never was or is no longer; CorruptRun
 */
export async function readSharedRun(ctx: SystemContext, token: string): Promise<{ run: Run; reports: Reports }> {
  const { db } = ctx;
  const run = /^[\w-]{32}$/.test(token) ? await findSharedRun(db.sql, sha256(token)) : null;
  if (run === null) throw new NotFound("this link does not exist or has been revoked");
  const reports = Reports.safeParse(run.result.reports);
  if (!reports.success)
    throw new CorruptRun("the stored reports of a shared run have been altered", { cause: reports.error });
  return { run: { ...run, manifest: { ...run.manifest, run_id: "shared" } }, reports: reports.data };
}
