import { ownerOfJob } from "#src/db/queries/admin.ts";
import { NotFound } from "#src/platform/errors.ts";
import { cancelAnalysis } from "../analyses/cancel-analysis.ts";
import type { Context } from "../context.ts";
import { mustMayChange, recorded, type ActingAdmin } from "./recorded.ts";

/** Cancels anybody's job, as its owner could. @throws as mustMayChange; InvalidInput without a reason; NotFound */
export async function cancelAnyAnalysis(
  ctx: Pick<Context, "db" | "queue" | "clock" | "actor">,
  by: ActingAdmin,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  mustMayChange(by, ctx.clock);
  const owner = await ownerOfJob(ctx.db.sql, id);
  if (owner === null) throw new NotFound(`there is no analysis ${id}`);
  const what = `cancelled analysis ${id}`;
  const db = recorded(ctx, { by, account: owner, action: "cancel_analysis", what, reason, amountMinor: null });
  await cancelAnalysis({ ...ctx, db, actor: { ...ctx.actor, owner } }, id);
}
