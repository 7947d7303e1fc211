import { type Plan, entitlementsAt, isAbove, periodMs, plans } from "#src/contract/accounts/plans.ts";
import type { Tx } from "#src/core/db/database.ts";
import {
  type PaidPlan,
  type Period,
  type PlanHolder,
  dueHolders,
  endingHolders,
  insertPeriod,
  lockPlanHolder,
  setEndAnnounced,
  setHeldPlan,
} from "#src/product/plans/queries/plans.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { postTransfer } from "#src/product/ledger/ledger.ts";
import { type MailQueue, notifyOwner } from "#src/product/mail/public/mailer.ts";
import { rewardReferrer } from "#src/product/referrals/referrals.ts";
import { Conflict, InvalidInput } from "#src/core/errors.ts";
import { remainingMinor } from "./public/monthly-quota.ts";
import { balanceOf } from "../ledger/queries/ledger.ts";
import { noteHappening } from "../channels/public/note-happening.ts";
import type { SystemContext } from "../context.ts";

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

/**
 * Of plans that end within three days unrenewed or uncovered, once each. Any number of workers.
 * @returns accounts @throws AggregateError when the others are done
 */
export async function announceEnds(ctx: SystemContext): Promise<string[]> {
  const { db, clock } = ctx;
  const now = clock.now();
  const announced: string[] = [];
  const failures: unknown[] = [];
  for (const { owner, holder, balanceMinor } of await endingHolders(db.sql, { now, by: now + announceAheadMs })) {
    if (missingAt(holder, balanceMinor) === "renews") continue;
    try {
      if (await announce(ctx, owner, now)) announced.push(owner);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} emails about ending plans could not be queued`);
  return announced;
}

async function announce(ctx: SystemContext, owner: string, now: Instant): Promise<boolean> {
  const { db, queue } = ctx;
  return db.transaction(async (tx) => {
    const holder = await lockPlanHolder(tx, owner);
    // Another worker, a purchase or a deposit came first.
    if (holder === null || holder.planUntil === null || holder.planUntil > now + announceAheadMs) return false;
    const missingMinor = missingAt(holder, (await balanceOf(tx.sql, owner)) ?? 0);
    if (missingMinor === "renews" || !(await setEndAnnounced(tx, owner))) return false;
    const { plan, planUntil: until } = holder;
    const once = `${owner} ${toIso(until)}`;
    await notifyOwner(tx, queue, { kind: "plan_ends", userId: owner, once, plan, until, missingMinor });
    await noteHappening(tx, queue, {
      where: { owner, list: null },
      once: `plan ${once}`,
      happening: { event: "plan_ending", plan, until, missingMinor },
      at: now,
    });
    return true;
  });
}

/** US cents; `null` without a renewal. */
function missingAt({ plan, nextPlan, autoRenew }: PlanHolder, balanceMinor: number): number | null | "renews" {
  if (!autoRenew) return null;
  const missing = plans[nextPlan ?? plan].priceMinor - balanceMinor;
  return missing > 0 ? missing : "renews";
}

export interface Ended {
  /** Account ids. */
  readonly renewed: readonly string[];
  readonly ended: readonly string[];
}

/**
 * Renews or ends plans, an account a transaction, from any number of workers.
 * @throws AggregateError when the others are done
 */
export async function endDuePeriods(ctx: SystemContext): Promise<Ended> {
  const { db, clock } = ctx;
  const now = clock.now();
  const outcomes = new Map<string, "renewed" | "ended" | "kept">();
  const failures: unknown[] = [];
  for (const owner of await dueHolders(db.sql, { now, renewBy: now + renewAheadMs })) {
    try {
      outcomes.set(owner, await endOrRenew(ctx, owner, now));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be settled`);
  const those = (outcome: string) => [...outcomes].flatMap(([owner, its]) => (its === outcome ? [owner] : []));
  return { renewed: those("renewed"), ended: those("ended") };
}

async function endOrRenew(ctx: SystemContext, owner: string, now: Instant): Promise<"renewed" | "ended" | "kept"> {
  const { db, queue } = ctx;
  return db.transaction(async (tx) => {
    const holder = await lockPlanHolder(tx, owner);
    // Another worker, or a purchase, came first.
    if (holder === null || holder.planUntil === null || holder.planUntil > now + renewAheadMs) return "kept";
    const { plan, planUntil, autoRenew, nextPlan } = holder;
    const over = planUntil <= now;
    const following = nextPlan ?? plan;
    // Another plan begins when the present one is over, not before.
    const renews = autoRenew && following !== "free" && (over || nextPlan === null);
    // Unlocked: a falling balance is tried again in a minute.
    if (renews && ((await balanceOf(tx.sql, owner)) ?? 0) >= plans[following].priceMinor) {
      // Nobody pays for days on which nothing was served.
      const startsAt = Math.max(planUntil, now);
      const period = { startsAt, endsAt: startsAt + periodMs, priceMinor: plans[following].priceMinor, creditMinor: 0 };
      const how = nextPlan === null ? "auto_renewal" : "change";
      await payPeriod(tx, queue, {
        ...period,
        owner,
        plan: following,
        how,
        idempotencyKey: null,
        actor: "system",
        at: now,
      });
      await setHeldPlan(tx, owner, { plan: following, planUntil: period.endsAt, autoRenew: true, nextPlan: null });
      const paid = { plan: following, until: period.endsAt, paidMinor: period.priceMinor };
      await notifyOwner(tx, queue, {
        kind: "plan_renewed",
        userId: owner,
        once: `${owner} ${toIso(startsAt)}`,
        ...paid,
      });
      return "renewed";
    }
    if (!over) return "kept";
    await setHeldPlan(tx, owner, { plan: "free", planUntil: null, autoRenew: false, nextPlan: null });
    const once = `${owner} ${toIso(planUntil)}`;
    await notifyOwner(tx, queue, { kind: "plan_ended", userId: owner, once, plan, unpaid: renews });
    return "ended";
  });
}
