import { NotFound } from "#src/core/errors.ts";
import { lockAnalysis } from "./queries/analyses.ts";
import { eraseHoldings } from "./queries/holdings.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * Erases what the asker held and what the opinion means for it; the analysis stays.
 * @throws Forbidden; NotFound
 */
export async function deleteHoldings(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "analyses:write");
  const { db, actor } = ctx;
  await db.transaction(async (tx) => {
    const stored = await lockAnalysis(tx, id, actor.owner);
    if (stored === null) throw new NotFound(`there is no analysis ${id}`);
    if (!(await eraseHoldings(tx, id))) throw new NotFound("this analysis has no holdings");
  });
}
