import { findPlanHolder, periodsOf, type Period, type PlanHolder } from "./queries/plans.ts";
import { NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";

/** With its history, newest first. @throws NotFound */
export async function readPlan(
  ctx: SystemContext,
  owner: string,
): Promise<PlanHolder & { readonly periods: readonly Period[] }> {
  const { db } = ctx;
  const holder = await findPlanHolder(db.sql, owner);
  if (holder === null) throw new NotFound(`there is no account ${owner}`);
  return { ...holder, periods: await periodsOf(db.sql, owner) };
}
