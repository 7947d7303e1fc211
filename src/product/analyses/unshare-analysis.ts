import { lockAnalysis } from "./queries/analyses.ts";
import { revokeShares } from "./queries/shares.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";

/** It never opens again. Repeatable. @throws Forbidden, NotFound */
export async function unshareAnalysis(ctx: Context, id: string): Promise<void> {
  const { db, clock, actor } = ctx;
  requireScope(ctx, "analyses:write");
  await db.transaction(async (tx) => {
    if ((await lockAnalysis(tx, id, actor.owner)) === null) throw new NotFound(`there is no analysis ${id}`);
    await revokeShares(tx, id, clock.now());
  });
}
