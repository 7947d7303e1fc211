import { Reports, type Run } from "#src/contract/run.ts";
import type { Database } from "#src/db/database.ts";
import { findSharedRun } from "#src/db/queries/shares.ts";
import { CorruptRun, NotFound } from "#src/platform/errors.ts";
import { sha256 } from "#src/platform/hash.ts";

/**
 * What anybody may read under a link. Nothing of it says whose run it is: the owner, the job's id and its webhook are
 * not in a run's reports, and the run's id, which is the job's, is taken out.
 * @throws NotFound for a link that never was or is no longer; CorruptRun
 */
export async function readSharedRun(
  { db }: { readonly db: Database },
  token: string,
): Promise<{ run: Run; reports: Reports }> {
  const run = /^[\w-]{32}$/.test(token) ? await findSharedRun(db.sql, sha256(token)) : null;
  if (run === null) throw new NotFound("there is no such link, or it was taken back");
  const reports = Reports.safeParse(run.result.reports);
  if (!reports.success)
    throw new CorruptRun("the reports of a shared run are not as they were written", { cause: reports.error });
  return { run: { ...run, manifest: { ...run.manifest, run_id: "shared" } }, reports: reports.data };
}
