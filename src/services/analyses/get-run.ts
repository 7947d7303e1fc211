import { Reports, type Run } from "#src/contract/run.ts";
import { findRun } from "#src/db/queries/runs.ts";
import { Conflict, CorruptRun, NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * Everything that an analysis which has succeeded left, its reports in their full type.
 * @throws Forbidden without the scope; NotFound for an unknown or foreign id; Conflict in another state; CorruptRun
 */
export async function getRun(ctx: Context, id: string): Promise<{ run: Run; reports: Reports }> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const stored = await findRun(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  if (stored.run === null)
    throw new Conflict(`the analysis is ${stored.status}; only succeeded analyses have a report`);
  const reports = Reports.safeParse(stored.run.result.reports);
  if (!reports.success)
    throw new CorruptRun(`the stored reports of run ${id} have been altered`, { cause: reports.error });
  return { run: stored.run, reports: reports.data };
}
