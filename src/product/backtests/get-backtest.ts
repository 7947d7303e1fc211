import type { Backtest } from "#src/contract/backtests/backtests.ts";
import { getJob } from "../jobs/get-job.ts";
import { backtestJob } from "../jobs/public/kinds.ts";
import type { Context } from "../context.ts";

/** @throws NotFound */
export function getBacktest(ctx: Context, id: string): Promise<Backtest> {
  return getJob(ctx, { kind: backtestJob, id });
}
