import type { Backtest } from "#src/contract/backtests/backtests.ts";
import { findResult, type StoredResult } from "./queries/backtests.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";
import { getBacktest } from "./get-backtest.ts";

/** @throws NotFound also without a result */
export async function getBacktestResult(
  ctx: Context,
  id: string,
): Promise<StoredResult & { readonly backtest: Backtest }> {
  const backtest = await getBacktest(ctx, id);
  const stored = await findResult(ctx.db.sql, id);
  if (stored === null) throw new NotFound("this backtest has no result");
  return { backtest, ...stored };
}
