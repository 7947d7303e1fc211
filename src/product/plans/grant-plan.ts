import type { Plan } from "#src/contract/accounts/plans.ts";
import { cutOpenPeriods, insertPeriod, lockPlanHolder, setHeldPlan } from "./queries/plans.ts";
import { dayMs, type Instant } from "#src/core/clock.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import type { SystemContext } from "../context.ts";

/**
 * At once and free; the earlier plan ends without a refund.
 * @param days `null`: no end
 * @returns its end. @throws NotFound; InvalidInput
 */
export async function grantPlan(
  ctx: SystemContext,
  { owner, plan, days }: { readonly owner: string; readonly plan: Plan; readonly days: number | null },
): Promise<Instant | null> {
  const { db, clock } = ctx;
  if (days !== null && (!Number.isInteger(days) || days < 1 || days > 3660))
    throw new InvalidInput("the days must be a whole number from 1 to 3660");
  return db.transaction(async (tx) => {
    const now = clock.now();
    if ((await lockPlanHolder(tx, owner)) === null) throw new NotFound(`there is no account ${owner}`);
    await cutOpenPeriods(tx, owner, now);
    const endsAt = plan === "free" || days === null ? null : now + days * dayMs;
    if (plan !== "free")
      await insertPeriod(tx, owner, {
        id: newId("per"),
        plan,
        startsAt: now,
        endsAt,
        priceMinor: 0,
        creditMinor: 0,
        transfer: null,
        how: "grant",
        idempotencyKey: null,
        createdAt: now,
      });
    await setHeldPlan(tx, owner, { plan, planUntil: endsAt, autoRenew: false, nextPlan: null });
    return endsAt;
  });
}
