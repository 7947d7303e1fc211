import type { Backtest } from "#src/contract/backtests.ts";
import { getJob } from "../jobs/get-job.ts";
import { backtestJob } from "../jobs/lib/kinds.ts";
import type { Context } from "../context.ts";

/** One of the actor's, without its result. @throws NotFound for an unknown or foreign id */
export function getBacktest(ctx: Context, id: string): Promise<Backtest> {
  return getJob(ctx, { kind: backtestJob, id });
}
