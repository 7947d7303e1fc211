import type { BacktestValidity } from "#src/contract/validity.ts";
import { lockPlanHolder } from "#src/db/queries/plans.ts";
import { countOpenValidity, findValidity } from "#src/db/queries/validity.ts";
import { Conflict, NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { getBacktest } from "./get-backtest.ts";
import { enqueueValidity } from "./lib/enqueue-validity.ts";

/**
 * Puts the validity report of a backtest of the actor's into the queue, also where there is one: trials that were made
 * since count then. Asked for again while it is under way, it is that one. Nothing is paid for.
 * @throws Forbidden without the scope; NotFound; Conflict for a backtest without a result, and while another report of
 *   the owner's is under way
 */
export async function orderValidity(ctx: Context, id: string): Promise<BacktestValidity> {
  requireScope(ctx, "backtests:write");
  const { db, queue, clock, actor } = ctx;
  const { state } = await getBacktest(ctx, id);
  if (state !== "succeeded") throw new Conflict("this backtest has no result yet");
  const ordered = await db.transaction(async (tx) => {
    await lockPlanHolder(tx, actor.owner);
    const before = await findValidity(tx.sql, id);
    if (before !== null && (before.status === "queued" || before.status === "running")) return before;
    if ((await countOpenValidity(tx, actor.owner)) > 0)
      throw new Conflict("another validity report of yours is under way; wait for it to finish");
    await enqueueValidity(tx, queue, id, clock.now());
    return findValidity(tx.sql, id);
  });
  if (ordered === null) throw new NotFound("there is no such backtest");
  return ordered;
}
