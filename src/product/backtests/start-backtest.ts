import { requireScope, type Context } from "../context.ts";
import { enqueueBacktest, type BacktestToStart } from "./lib/enqueue-backtest.ts";

/**
 * @returns its id
 * @throws as enqueueBacktest
 */
export async function startBacktest(ctx: Context, wanted: Omit<BacktestToStart, "once">): Promise<string> {
  requireScope(ctx, "backtests:write");
  return (await enqueueBacktest(ctx, wanted)).id;
}
