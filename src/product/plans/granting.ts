import { InvalidInput, NotFound } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { postTransfer } from "../ledger/public/post-transfer.ts";
import { readBalance } from "../ledger/ledger.ts";
import type { SystemContext } from "../context.ts";
import type { Plan } from "#src/contract/accounts/plans.ts";
import { cutOpenPeriods, insertPeriod, lockPlanHolder, setHeldPlan } from "./queries/plans.ts";
import { dayMs, type Instant } from "#src/core/clock.ts";

export interface Grant {
  readonly owner: string;
  /** US cents, above 0. */
  readonly amountMinor: number;
  /** Stands in the customer's statement. */
  readonly reason: string;
  /** An admin's account id, or `operator` on the command line. */
  readonly actor: string;
  /** What it stands for, where it must not be given twice. */
  readonly reference?: string | null;
}

/** @returns the balance, US cents. @throws InvalidInput; NotFound */
export async function grantBalance(
  ctx: SystemContext,
  { owner, amountMinor, reason, actor, reference = null }: Grant,
): Promise<number> {
  const { db, clock } = ctx;
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0 || amountMinor > 100_000_000)
    throw new InvalidInput("the amount must be above $0 and at most $1,000,000");
  if (reason.trim() === "") throw new InvalidInput("enter a reason for the grant");
  const id = reference ?? newId("gra");
  await db.transaction((tx) =>
    postTransfer(tx, {
      kind: "grant",
      reference: id,
      memo: reason.trim(),
      actor,
      at: clock.now(),
      entries: [
        { party: { operator: "grants" }, amountMinor: -amountMinor },
        { party: { customer: owner }, amountMinor },
      ],
    }),
  );
  return readBalance(ctx, owner);
}

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
