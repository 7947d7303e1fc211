import { plans } from "#src/contract/accounts/plans.ts";
import { balanceOf } from "#src/product/ledger/queries/ledger.ts";
import { endingHolders, lockPlanHolder, setEndAnnounced, type PlanHolder } from "./queries/plans.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { noteHappening } from "../channels/public/note-happening.ts";
import { notifyOwner } from "../mail/public/notify-owner.ts";
import { announceAheadMs } from "./lib/renewal-lead-times.ts";
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
