import type { Plan } from "#src/contract/accounts/plans.ts";
import { findPlanHolder, openPeriods } from "./queries/plans.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";
import { readBalance } from "../ledger/read-balance.ts";
import { type Terms, termsOf } from "./lib/terms.ts";

export interface Quote extends Terms {
  readonly balanceMinor: number;
  /** What the balance lacks; 0 when it is enough. */
  readonly missingMinor: number;
}

/** @throws InvalidInput for Free; Conflict for a plan without an end; NotFound */
export async function quotePlan(ctx: Context, plan: Plan): Promise<Quote> {
  const { db, clock, actor } = ctx;
  const holder = await findPlanHolder(db.sql, actor.owner);
  if (holder === null) throw new NotFound(`there is no account ${actor.owner}`);
  const now = clock.now();
  const terms = termsOf(holder, await openPeriods(db.sql, actor.owner, now), plan, now);
  const balanceMinor = await readBalance(ctx, actor.owner);
  return { ...terms, balanceMinor, missingMinor: Math.max(0, terms.chargeMinor - balanceMinor) };
}
