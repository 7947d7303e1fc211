import type { MemorySummary } from "#src/contract/backtests/memory-measurement.ts";
import { Reports, type Run } from "#src/contract/run/run.ts";
import { findSharedRun } from "./queries/shares.ts";
import { CorruptRun, NotFound } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import type { SystemContext } from "../context.ts";
import { readMemory } from "../memory/public/read-memory.ts";
import { refuseRemoved } from "./public/removed-result.ts";

/**
 * Without owner, job or run id.
 * @throws NotFound; NoLongerKept; CorruptRun
 */
export async function readSharedRun(
  ctx: SystemContext,
  token: string,
): Promise<{ run: Run; reports: Reports; memory?: MemorySummary }> {
  const { db } = ctx;
  const stored = /^[\w-]{32}$/.test(token) ? await findSharedRun(db.sql, sha256(token)) : null;
  if (stored !== null) refuseRemoved(stored);
  const run = stored?.run ?? null;
  if (run === null) throw new NotFound("this link does not exist or has been revoked");
  const reports = Reports.safeParse(run.result.reports);
  if (!reports.success)
    throw new CorruptRun("the stored reports of a shared run have been altered", { cause: reports.error });
  const shown = { run: { ...run, manifest: { ...run.manifest, run_id: "shared" } }, reports: reports.data };
  return { ...shown, ...(await readMemory(ctx, shown)) };
}
