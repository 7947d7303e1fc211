import type { ConditionState } from "#src/contract/run/conditions.ts";
import type { MemorySummary } from "#src/contract/backtests/memory-measurement.ts";
import { Reports, type Run } from "#src/contract/run/run.ts";
import { findWatch } from "#src/product/conditions/queries/condition-watches.ts";
import { findRun } from "#src/product/analyses/queries/runs.ts";
import { findSignal } from "./queries/signals.ts";
import { CorruptRun, NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { readMemory } from "../memory/public/read-memory.ts";
import { houseOwner, readableList } from "./public/readable-list.ts";

/**
 * With its conditions' states; `null`: none watched.
 * @throws NotFound; Forbidden; CorruptRun
 */
export async function readSignalReport(
  ctx: Context,
  id: string,
): Promise<{ run: Run; reports: Reports; memory?: MemorySummary; states: readonly ConditionState[] | null }> {
  requireScope(ctx, "signals:read");
  const found = await findSignal(ctx.db.sql, id);
  if (found === null) throw new NotFound("there is no such signal");
  const list = await readableList(ctx, found.signal.list);
  const stored = await findRun(ctx.db.sql, found.signal.analysis_id, list.owner ?? houseOwner);
  if (stored === null || stored.run === null) throw new NotFound("the signal's report is no longer available");
  const reports = Reports.safeParse(stored.run.result.reports);
  if (!reports.success)
    throw new CorruptRun(`the stored reports of run ${found.signal.analysis_id} have been altered`, {
      cause: reports.error,
    });
  const watch = await findWatch(ctx.db.sql, found.signal.analysis_id);
  const report = { run: stored.run, reports: reports.data };
  return { ...report, ...(await readMemory(ctx, report)), states: watch?.states ?? null };
}
