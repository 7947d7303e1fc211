import type { BacktestValidity } from "#src/contract/backtests/validity.ts";
import { lastResult, newestJob } from "#src/product/jobs/queries/jobs.ts";
import { validityJob } from "../jobs/public/kinds.ts";
import type { Context } from "../context.ts";
import { getBacktest } from "./get-backtest.ts";

/** `null` where none was asked for. @throws Forbidden; NotFound */
export async function getValidity(ctx: Context, id: string): Promise<BacktestValidity | null> {
  await getBacktest(ctx, id);
  const about = { kind: "validity", subject: id } as const;
  const row = await newestJob(ctx.db.sql, about, ctx.actor.owner);
  return row === null ? null : validityJob.show(row, await lastResult(ctx.db.sql, about));
}
