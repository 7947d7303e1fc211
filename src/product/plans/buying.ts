import { type Plan, entitlementsAt } from "#src/contract/accounts/plans.ts";
import type { Tx } from "#src/core/db/database.ts";
import {
  cutOpenPeriods,
  lockPlanHolder,
  openPeriods,
  periodBoughtWith,
  setHeldPlan,
  type Period,
} from "./queries/plans.ts";
import { Conflict, InvalidInput, NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";
import type { MailQueue } from "../mail/public/mailer.ts";
import { payPeriod, termsOf, type Terms } from "./lib/pay-period.ts";

/** `repeated`: an earlier request bought it. */
export interface Purchase extends Terms {
  readonly repeated: boolean;
}

/**
 * In one transaction; it then renews itself. A lower plan follows at the end. One key buys once.
 * @param order `idempotencyKey`: 1 to 255 printable characters
 * @throws InsufficientBalance; Conflict; InvalidInput for Free; NotFound
 */
export async function buyPlan(
  ctx: Context,
  { plan, idempotencyKey }: { readonly plan: Plan; readonly idempotencyKey: string },
): Promise<Purchase> {
  const {
    db,
    queue,
    clock,
    actor: { owner },
  } = ctx;
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw new InvalidInput("the idempotency key must be 1 to 255 printable characters without spaces");
  return db.transaction(async (tx) => {
    const holder = await lockPlanHolder(tx, owner);
    if (holder === null) throw new NotFound(`there is no account ${owner}`);
    const before = await periodBoughtWith(tx.sql, owner, idempotencyKey);
    if (before !== null) return repeated(before, plan);
    const now = clock.now();
    const terms = termsOf(holder, await openPeriods(tx.sql, owner, now), plan, now);
    if (terms.kind === "change") await setHeldPlan(tx, owner, { ...holder, autoRenew: true, nextPlan: terms.plan });
    else await begin(tx, queue, owner, terms, { idempotencyKey, now });
    return { ...terms, repeated: false };
  });
}

async function begin(
  tx: Tx,
  queue: MailQueue,
  owner: string,
  { kind, chargeMinor: _charge, ...period }: Terms,
  { idempotencyKey, now }: { readonly idempotencyKey: string; readonly now: number },
): Promise<void> {
  if (kind === "change") throw new Error("the change takes effect when the current plan ends");
  if (kind === "upgrade") await cutOpenPeriods(tx, owner, now);
  await payPeriod(tx, queue, { ...period, owner, how: kind, idempotencyKey, actor: owner, at: now });
  await setHeldPlan(tx, owner, { plan: period.plan, planUntil: period.endsAt, autoRenew: true, nextPlan: null });
}

function repeated({ plan, how, priceMinor, creditMinor, startsAt, endsAt }: Period, asked: Plan): Purchase {
  if (plan !== asked) throw new Conflict(`this idempotency key was already used to buy ${plan}`);
  if (endsAt === null || how === "grant" || how === "auto_renewal" || how === "change")
    throw new Error("only a purchase takes an idempotency key");
  const chargeMinor = priceMinor - creditMinor;
  return { plan, kind: how, priceMinor, creditMinor, chargeMinor, startsAt, endsAt, repeated: true };
}

/** Free follows. Repeatable. @throws Conflict without a plan; NotFound */
export async function cancelRenewal(ctx: Context): Promise<void> {
  const {
    db,
    clock,
    actor: { owner },
  } = ctx;
  await db.transaction(async (tx) => {
    const holder = await lockPlanHolder(tx, owner);
    if (holder === null) throw new NotFound(`there is no account ${owner}`);
    if (entitlementsAt(holder, clock.now()).plan === "free") throw new Conflict("this account has no plan to renew");
    await setHeldPlan(tx, owner, { ...holder, autoRenew: false, nextPlan: null });
  });
}

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
