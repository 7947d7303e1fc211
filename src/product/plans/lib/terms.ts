import { entitlementsAt, isAbove, periodMs, plans, type Plan } from "#src/contract/accounts/plans.ts";
import type { PaidPlan, Period, PlanHolder } from "#src/product/plans/queries/plans.ts";
import type { Instant } from "#src/core/clock.ts";
import { Conflict, InvalidInput } from "#src/core/errors.ts";
import { remainingMinor } from "../public/proration.ts";

/** What buying a plan now would do; amounts are US cents. */
export interface Terms {
  readonly plan: PaidPlan;
  /** `renewal` adds a period, `upgrade` begins now with credit, `change` to a lower plan follows at the end. */
  readonly kind: "purchase" | "renewal" | "upgrade" | "change";
  readonly priceMinor: number;
  readonly creditMinor: number;
  /** Below zero it is given back. */
  readonly chargeMinor: number;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
}

/** @throws as quotePlan */
export function termsOf(holder: PlanHolder, open: readonly Period[], plan: Plan, now: Instant): Terms {
  if (plan === "free")
    throw new InvalidInput("the Free plan cannot be bought; turn off renewal of your current plan instead");
  const inForce = entitlementsAt(holder, now).plan;
  const price = { plan, priceMinor: plans[plan].priceMinor, creditMinor: 0 };
  const from = (startsAt: Instant) => ({ startsAt, endsAt: startsAt + periodMs });
  if (inForce === "free") return { ...price, kind: "purchase", chargeMinor: price.priceMinor, ...from(now) };
  const { planUntil } = holder;
  if (planUntil === null) throw new Conflict(`the ${inForce} plan has no end date, so there is nothing to buy`);
  if (plan === inForce) return { ...price, kind: "renewal", chargeMinor: price.priceMinor, ...from(planUntil) };
  if (isAbove(inForce, plan)) return { ...price, kind: "change", chargeMinor: 0, ...from(planUntil) };
  const creditMinor = open.reduce((sum, period) => sum + remainingMinor(period, now), 0);
  return { ...price, creditMinor, kind: "upgrade", chargeMinor: price.priceMinor - creditMinor, ...from(now) };
}
