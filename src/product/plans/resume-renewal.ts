import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { lockPlanHolder, setHeldPlan } from "./queries/plans.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";

/**
 * Whatever was to follow. Repeatable.
 * @throws Conflict; NotFound
 */
export async function resumeRenewal(ctx: Context): Promise<void> {
  const {
    db,
    clock,
    actor: { owner },
  } = ctx;
  await db.transaction(async (tx) => {
    const holder = await lockPlanHolder(tx, owner);
    if (holder === null) throw new NotFound(`there is no account ${owner}`);
    if (entitlementsAt(holder, clock.now()).plan === "free" || holder.planUntil === null)
      throw new Conflict("this account has no plan to renew");
    await setHeldPlan(tx, owner, { ...holder, autoRenew: true, nextPlan: null });
  });
}
