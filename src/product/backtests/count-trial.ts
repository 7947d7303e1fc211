import { noteTrial } from "./queries/trials.ts";
import { requireScope, type Context } from "../context.ts";
import { getBacktestResult } from "./get-backtest-result.ts";
import type { BacktestEnvironment } from "./public/backtest-environment.ts";

/** Deleting the upload no longer takes it back. @throws Forbidden; NotFound */
export async function countTrial(
  ctx: Context,
  { id, environment }: { readonly id: string; readonly environment: Pick<BacktestEnvironment, "trialOf"> },
): Promise<void> {
  requireScope(ctx, "backtests:write");
  const { db, actor } = ctx;
  const { result } = await getBacktestResult(ctx, id);
  await db.transaction((tx) => noteTrial(tx, { owner: actor.owner, backtest: id }, environment.trialOf(result)));
}
