import { ownerOfJob } from "./queries/admin.ts";
import { NotFound } from "#src/core/errors.ts";
import { cancelJob } from "../analyses/public/cancel-job.ts";
import { requireFreshAdmin, recordingDatabase } from "./public/admin-actions.ts";
import type { AdminContext } from "../context.ts";

/** @throws as requireFreshAdmin; InvalidInput without a reason; NotFound */
export async function cancelAnyAnalysis(
  ctx: AdminContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { by } = ctx;
  requireFreshAdmin(by, ctx.clock);
  const owner = await ownerOfJob(ctx.db.sql, id);
  if (owner === null) throw new NotFound(`there is no analysis ${id}`);
  const what = `cancelled analysis ${id}`;
  const db = recordingDatabase(ctx, { by, account: owner, action: "cancel_analysis", what, reason, amountMinor: null });
  await cancelJob({ ...ctx, db }, { id, owner });
}
