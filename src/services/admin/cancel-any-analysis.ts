import { ownerOfJob } from "#src/db/queries/admin.ts";
import { NotFound } from "#src/platform/errors.ts";
import { cancelAnalysis } from "../analyses/cancel-analysis.ts";
import type { Context } from "../context.ts";
import { mustBeAdmin, recorded, type Admin } from "./recorded.ts";

/** Cancels anybody's job, as its owner could. @throws Forbidden; InvalidInput without a reason; NotFound */
export async function cancelAnyAnalysis(
  ctx: Pick<Context, "db" | "queue" | "clock" | "actor">,
  by: Admin,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  mustBeAdmin(by);
  const owner = await ownerOfJob(ctx.db.sql, id);
  if (owner === null) throw new NotFound(`there is no analysis ${id}`);
  const what = `cancelled analysis ${id}`;
  const db = recorded(ctx, { by, account: owner, action: "cancel_analysis", what, reason });
  await cancelAnalysis({ ...ctx, db, actor: { ...ctx.actor, owner } }, id);
}
