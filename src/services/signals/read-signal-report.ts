import { Reports, type Run } from "#src/contract/run.ts";
import { findRun } from "#src/db/queries/runs.ts";
import { findSignal } from "#src/db/queries/signals.ts";
import { CorruptRun, NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";
import { houseOwner, readableList } from "./readable-list.ts";

/**
 * The debate that a signal came from.
 * @throws NotFound; Forbidden without a signal plan; CorruptRun
 */
export async function readSignalReport(
  ctx: Pick<Context, "db" | "actor">,
  id: string,
): Promise<{ run: Run; reports: Reports }> {
  const found = await findSignal(ctx.db.sql, id);
  if (found === null) throw new NotFound("there is no such signal");
  const list = await readableList(ctx, found.signal.list);
  const stored = await findRun(ctx.db.sql, found.signal.analysis_id, list.owner ?? houseOwner);
  if (stored === null || stored.run === null) throw new NotFound("the signal's report is not there any more");
  const reports = Reports.safeParse(stored.run.result.reports);
  if (!reports.success)
    throw new CorruptRun(`the reports of run ${found.signal.analysis_id} are not as they were written`, {
      cause: reports.error,
    });
  return { run: stored.run, reports: reports.data };
}
