import type { BacktestEstimate } from "#src/contract/backtests.ts";
import { plans } from "#src/contract/plans.ts";
import { measuredPace } from "#src/db/queries/backtests.ts";
import type { Context } from "../context.ts";
import type { ReadOrder } from "./desk.ts";

/** Decisions a second, where nothing was measured yet: half of what one core of a small machine makes. */
const usualPace = 50;

/** What an order would take: time by what the last backtests took on this server. */
export async function estimateBacktest(
  { db, actor }: Pick<Context, "db" | "actor">,
  { decisions, notes }: Extract<ReadOrder, { ok: true }>,
): Promise<BacktestEstimate> {
  const pace = (await measuredPace(db.sql)) ?? usualPace;
  return { decisions, notes, seconds: Math.ceil(decisions / pace), most: plans[actor.plan].backtestDecisions };
}
