import {
  type Period,
  type PlanHolder,
  cutOpenPeriods,
  findPlanHolder,
  insertPeriod,
  lockPlanHolder,
  openPeriods,
  periodBoughtWith,
  periodsOf,
  setHeldPlan,
  submittedIn,
} from "./queries/plans.ts";
import { Conflict, InvalidInput, NotFound } from "#src/core/errors.ts";
import type { Context, SystemContext } from "../context.ts";
import { type Plan, entitlementsAt, plans } from "#src/contract/accounts/plans.ts";
import { monthOf } from "./public/monthly-quota.ts";
import { readBalance } from "../ledger/ledger.ts";
import { postTransfer } from "../ledger/public/post-transfer.ts";
import { type Terms, payPeriod, termsOf } from "./lib/pay-period.ts";
import type { Tx } from "#src/core/db/database.ts";
import type { MailQueue } from "../mail/public/mailer.ts";
import { newId } from "#src/core/ids.ts";
import { type Instant, dayMs } from "#src/core/clock.ts";

/** With its history, newest first. @throws NotFound */
export async function readPlan(
  ctx: SystemContext,
  owner: string,
): Promise<PlanHolder & { readonly periods: readonly Period[] }> {
  const { db } = ctx;
  const holder = await findPlanHolder(db.sql, owner);
  if (holder === null) throw new NotFound(`there is no account ${owner}`);
  return { ...holder, periods: await periodsOf(db.sql, owner) };
}

/** Submitted and allowed analyses of this month (UTC). */
export async function readQuota(ctx: Context): Promise<{ submitted: number; limit: number }> {
  const { db, clock, actor } = ctx;
  return {
    submitted: await submittedIn(db.sql, actor.owner, monthOf(clock.now())),
    limit: plans[actor.plan].analysesPerMonth,
  };
}

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
