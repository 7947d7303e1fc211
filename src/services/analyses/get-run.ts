import { Reports, type Run } from "#src/contract/run.ts";
import { findRun } from "#src/db/queries/runs.ts";
import { Conflict, CorruptRun, Forbidden, NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/**
 * Everything that an analysis which has succeeded left, its reports in their full type.
 * @throws Forbidden without the scope; NotFound for an unknown or foreign id; Conflict in another state; CorruptRun
 */
export async function getRun(
  { db, actor }: Pick<Context, "db" | "actor">,
  id: string,
): Promise<{ run: Run; reports: Reports }> {
  if (!actor.scopes.includes("analyses:read")) throw new Forbidden("the key lacks the scope analyses:read");
  const stored = await findRun(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  if (stored.run === null)
    throw new Conflict(`the analysis is ${stored.status}; there is a report when one has succeeded`);
  const reports = Reports.safeParse(stored.run.result.reports);
  if (!reports.success)
    throw new CorruptRun(`the reports of run ${id} are not as they were written`, { cause: reports.error });
  return { run: stored.run, reports: reports.data };
}
