import { insertUploaded } from "./queries/backtests.ts";
import { newId } from "#src/core/ids.ts";
import { lockJobs } from "../jobs/public/submit-job.ts";
import { requireScope, type Context } from "../context.ts";
import { readUploadedBacktest } from "./lib/read-uploaded-backtest.ts";
import { ensureCapacity } from "./lib/ensure-capacity.ts";
import { summaryOf } from "./public/summary-of.ts";

/**
 * Marked as made elsewhere.
 * @returns its id
 * @throws InvalidInput; Forbidden beyond the plan
 */
export async function uploadBacktest(ctx: Context, file: Uint8Array): Promise<string> {
  requireScope(ctx, "backtests:write");
  const { db, actor, clock } = ctx;
  const brought = readUploadedBacktest(file);
  const id = newId("bt");
  await db.transaction(async (tx) => {
    await lockJobs(tx, actor, clock.now());
    await ensureCapacity(tx, actor);
    await insertUploaded(tx, { id, owner: actor.owner, summary: summaryOf(brought.result), ...brought }, clock.now());
  });
  return id;
}
