import type { Backtest } from "#src/contract/backtests.ts";
import { findBacktest } from "#src/db/queries/backtests.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";

/** One of the actor's, without its result. @throws NotFound for an unknown or foreign id */
export async function getBacktest(ctx: Context, id: string): Promise<Backtest> {
  requireScope(ctx, "backtests:read");
  const { db, actor } = ctx;
  const found = await findBacktest(db.sql, id, actor.owner);
  if (found === null) throw new NotFound("there is no such backtest");
  return found;
}
