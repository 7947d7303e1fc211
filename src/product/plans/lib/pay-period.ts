import { plans, entitlementsAt, isAbove, periodMs, type Plan } from "#src/contract/accounts/plans.ts";
import type { Tx } from "#src/core/db/database.ts";
import { insertPeriod, type PaidPlan, type Period, type PlanHolder } from "#src/product/plans/queries/plans.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { postTransfer } from "#src/product/ledger/public/post-transfer.ts";
import type { MailQueue } from "#src/product/mail/public/mailer.ts";
import { rewardReferrer } from "#src/product/referrals/public/rewards.ts";
import { Conflict, InvalidInput } from "#src/core/errors.ts";
import { remainingMinor } from "../public/monthly-quota.ts";

export interface PeriodToPay {
  readonly owner: string;
  readonly plan: PaidPlan;
  readonly priceMinor: number;
  readonly creditMinor: number;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly how: Exclude<Period["how"], "grant">;
  readonly idempotencyKey: string | null;
  /** Who had it done: the account itself, or `system`. */
  readonly actor: string;
  readonly at: Instant;
}

/**
 * Pays a period from the balance, writes it down, and rewards whoever referred its owner; in the caller's transaction,
 * which holds the account's row and then puts it on the plan.
 * @throws InsufficientBalance
 */
export async function payPeriod(tx: Tx, queue: MailQueue, wanted: PeriodToPay): Promise<void> {
  const { owner, actor, at, idempotencyKey, ...period } = wanted;
  const id = newId("per");
  const paidMinor = period.priceMinor - period.creditMinor;
  const transfer =
    paidMinor === 0
      ? null
      : await postTransfer(tx, {
          kind: "plan",
          reference: id,
          memo: `${plans[period.plan].name}, ${toIso(period.startsAt).slice(0, 10)} to ${toIso(period.endsAt).slice(0, 10)}`,
          actor,
          at,
          entries: [
            { party: { customer: owner }, amountMinor: -paidMinor },
            { party: { operator: "revenue" }, amountMinor: paidMinor },
          ],
        });
  await insertPeriod(tx, owner, { ...period, id, transfer: transfer?.id ?? null, idempotencyKey, createdAt: at });
  if (paidMinor > 0) await rewardReferrer(tx, queue, { referred: owner, paidMinor, at });
}

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

/** So long before its end somebody learns of a plan that nothing renews. */
export const announceAheadMs = 3 * 24 * 60 * 60_000;

/** So that streams and keys see no gap. */
export const renewAheadMs = 10 * 60_000;
