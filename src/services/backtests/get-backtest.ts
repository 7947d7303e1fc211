import type { Backtest } from "#src/contract/backtests.ts";
import { findBacktest, findResult, type StoredResult } from "#src/db/queries/backtests.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/** One of the actor's, without its result. @throws NotFound for an unknown or foreign id */
export async function getBacktest({ db, actor }: Pick<Context, "db" | "actor">, id: string): Promise<Backtest> {
  const found = await findBacktest(db.sql, id, actor.owner);
  if (found === null) throw new NotFound("there is no such backtest");
  return found;
}

/** What one of the actor's came to. @throws NotFound also for one that has no result */
export async function getBacktestResult(
  ctx: Pick<Context, "db" | "actor">,
  id: string,
): Promise<StoredResult & { readonly backtest: Backtest }> {
  const backtest = await getBacktest(ctx, id);
  const stored = await findResult(ctx.db.sql, id);
  if (stored === null) throw new NotFound("there is no result of this backtest");
  return { backtest, ...stored };
}
