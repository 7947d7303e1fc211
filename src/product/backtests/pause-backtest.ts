import type { Backtest } from "#src/contract/backtests/backtests.ts";
import { setPaused } from "./queries/paused-backtests.ts";
import { getOwn } from "../jobs/public/get-own.ts";
import { backtestJob } from "../jobs/public/kinds.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * Calls under way end and are paid. Repeatable.
 * @throws NotFound
 */
export async function pauseBacktest(ctx: Context, id: string): Promise<Backtest> {
  requireScope(ctx, "backtests:write");
  const { db, actor } = ctx;
  await db.transaction((tx) => setPaused(tx, id, actor.owner));
  return getOwn(ctx, backtestJob, id);
}
