import type { MemorySummary } from "#src/contract/backtests/memory-measurement.ts";
import { Reports, type Run } from "#src/contract/run/run.ts";
import { Attribution } from "#src/contract/jobs/attribution.ts";
import { lastResult } from "#src/product/jobs/queries/jobs.ts";
import { findRun } from "./queries/runs.ts";
import { Conflict, CorruptRun, NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { readMemory } from "../memory/public/read-memory.ts";
import { refuseRemoved } from "./public/removed-result.ts";

/**
 * With attribution and memory, where measured.
 * @throws Forbidden; NotFound; Conflict in another state; NoLongerKept; CorruptRun
 */
export async function getRun(
  ctx: Context,
  id: string,
): Promise<{ run: Run; reports: Reports; attribution?: Attribution; memory?: MemorySummary }> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const stored = await findRun(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  refuseRemoved(stored);
  if (stored.run === null)
    throw new Conflict(`the analysis is ${stored.status}; only succeeded analyses have a report`);
  const reports = Reports.safeParse(stored.run.result.reports);
  if (!reports.success)
    throw new CorruptRun(`the stored reports of run ${id} have been altered`, { cause: reports.error });
  const found = { run: stored.run, reports: reports.data };
  const [measured, memory] = await Promise.all([
    lastResult(db.sql, { kind: "attribution", subject: id }),
    readMemory(ctx, found),
  ]);
  return { ...found, ...(measured !== null && { attribution: Attribution.parse(measured) }), ...memory };
}
