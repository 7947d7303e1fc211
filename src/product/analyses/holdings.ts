import { ForHoldings, Holdings, type HoldingsOfAnalysis } from "#src/contract/holdings/holdings.ts";
import { NotFound } from "#src/core/errors.ts";
import { findAnalysis, lockAnalysis } from "./queries/analyses.ts";
import { findHoldings, eraseHoldings } from "./queries/holdings.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * What the asker held, and what the opinion means for it: theirs alone, so it stands in no shared report, proof or
 * webhook. `null`: not given, or deleted.
 * @throws Forbidden; NotFound for another owner's analysis
 */
export async function readHoldings(ctx: Context, id: string): Promise<HoldingsOfAnalysis | null> {
  requireScope(ctx, "analyses:read");
  const { db, actor } = ctx;
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  const found = await findHoldings(db.sql, id);
  if (found === null) return null;
  // A cancelled analysis shows no outcome.
  const isShown = found.advice !== null && stored.job.status === "succeeded";
  return {
    holdings: Holdings.parse(JSON.parse(db.vault.open(found.holdings))),
    for_holdings: isShown ? ForHoldings.parse(JSON.parse(db.vault.open(found.advice))) : null,
  };
}

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
