import type { BacktestValidity } from "#src/contract/validity.ts";
import { findValidity } from "#src/db/queries/validity.ts";
import type { Context } from "../context.ts";
import { getBacktest } from "./get-backtest.ts";

/** The validity report of a backtest of the actor's; `null` where none was asked for. @throws Forbidden; NotFound */
export async function getValidity(ctx: Context, id: string): Promise<BacktestValidity | null> {
  await getBacktest(ctx, id);
  return findValidity(ctx.db.sql, id);
}
