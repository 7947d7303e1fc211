import type { Backtest } from "#src/contract/backtests/backtests.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { countBacktests } from "./queries/backtests.ts";
import { listJobs } from "#src/product/jobs/queries/jobs.ts";
import { backtestJob } from "../jobs/public/kinds.ts";
import { requireScope, type Context } from "../context.ts";

export interface BacktestPage {
  /** Newest first. */
  readonly backtests: readonly Backtest[];
  /** The number of the last one, when older ones follow. */
  readonly older: number | null;
  /** Of all pages. */
  readonly kept: number;
  /** As many as the plan keeps. */
  readonly most: number;
  /** Not ended. */
  readonly open: number;
}

/** The actor's own. */
export async function listBacktests(
  ctx: Context,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<BacktestPage> {
  requireScope(ctx, "backtests:read");
  const { db, actor } = ctx;
  const [found, { kept, open }] = await Promise.all([
    listJobs(db.sql, { kind: "backtest", owner: actor.owner, before, limit: limit + 1 }),
    countBacktests(db, actor.owner),
  ]);
  const backtests = found.slice(0, limit).map((row) => backtestJob.show(row, null));
  const older = found.length > limit ? (backtests.at(-1)?.number ?? null) : null;
  return { backtests, older, kept, open, most: plans[actor.plan].backtests };
}
