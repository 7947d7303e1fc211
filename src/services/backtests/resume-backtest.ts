import type { Backtest } from "#src/contract/backtests.ts";
import { findBacktest } from "#src/db/queries/backtests.ts";
import { requeueWorkflow, setResumed } from "#src/db/queries/paused-backtests.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { countBacktests } from "#src/db/queries/backtests.ts";
import { ensureSlot, lockBacktests } from "./lib/ensure-capacity.ts";

/**
 * A paused backtest goes on where it stood, when its turn comes. What was still held for calls when it was paused counts
 * as spent. Repeatable; one that is not paused stays as it is.
 * @throws NotFound for an unknown or foreign id; Conflict while another one is open
 */
export async function resumeBacktest(ctx: Context, id: string): Promise<Backtest> {
  requireScope(ctx, "backtests:write");
  const { db, queue, actor, clock } = ctx;
  const found = await findBacktest(db.sql, id, actor.owner);
  if (found === null) throw new NotFound("there is no such backtest");
  const withModels = found.asked.models !== undefined;
  await db.transaction(async (tx) => {
    await lockBacktests(tx, actor, clock.now());
    const counts = await countBacktests(tx, actor.owner);
    if (!(await setResumed(tx, id, actor.owner))) return;
    ensureSlot(counts, withModels);
    if (!(await requeueWorkflow(tx, id, withModels)))
      await queue.enqueueBacktest(tx, id, withModels ? actor.owner : null);
  });
  return (await findBacktest(db.sql, id, actor.owner)) ?? found;
}
