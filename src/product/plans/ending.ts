import { plans, periodMs } from "#src/contract/accounts/plans.ts";
import { balanceOf } from "../ledger/queries/ledger.ts";
import {
  endingHolders,
  lockPlanHolder,
  setEndAnnounced,
  type PlanHolder,
  dueHolders,
  setHeldPlan,
} from "./queries/plans.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { noteHappening } from "../channels/public/note-happening.ts";
import { notifyOwner } from "../mail/public/mailer.ts";
import { announceAheadMs, payPeriod, renewAheadMs } from "./lib/pay-period.ts";
import type { SystemContext } from "../context.ts";

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
