import type { Tx } from "#src/core/db/database.ts";
import { type Party, lockLedgerAccounts, openLedgerAccounts } from "#src/product/ledger/queries/ledger.ts";
import type { Instant } from "#src/core/clock.ts";
import { postTransfer } from "#src/product/ledger/public/post-transfer.ts";
import type { RefundOutcome, ReviewAction, ReviewState } from "#src/contract/accounts/deposits.ts";
import { type DepositRow, lockDeposit, moveDeposit, setCredited } from "../queries/deposits.ts";
import { cutOpenPeriods, lockPlanHolder, openPeriods, setHeldPlan } from "#src/product/plans/queries/plans.ts";
import { rewardOf } from "#src/product/referrals/queries/referrals.ts";
import { remainingMinor } from "#src/product/plans/public/monthly-quota.ts";
import { reverseReward } from "#src/product/referrals/public/rewards.ts";
import {
  type LockedReview,
  endReview,
  findReview,
  insertAudit,
} from "#src/product/deposits/queries/deposit-reviews.ts";
import { Conflict, InvalidInput, NotFound } from "#src/core/errors.ts";
import { actorOf, recordAction, requireFreshAdmin } from "#src/product/admin/public/admin-actions.ts";
import type { AdminContext, Authority } from "#src/product/context.ts";

export interface Booking {
  readonly kind: "deposit" | "deposit_excess";
  readonly depositId: string;
  readonly owner: string;
  /** US cents, above 0. */
  readonly minor: number;
  readonly coin: string;
  /** `system`, or the admin who decided. */
  readonly actor: string;
  readonly at: Instant;
}

/**
 * In the caller's transaction with the row locked; debts are filled first. Once a kind.
 * @throws Conflict for another amount; NotFound
 */
export async function bookDeposit(tx: Tx, { kind, depositId, owner, minor, coin, actor, at }: Booking): Promise<void> {
  const parties: readonly Party[] = [{ operator: "deposits" }, { customer: owner }, { debt: owner }];
  await openLedgerAccounts(tx, parties);
  const locked = await lockLedgerAccounts(tx, parties);
  const debt = locked.find(({ party }) => "debt" in party)?.balanceMinor ?? 0;
  const toDebt = Math.min(minor, -debt);
  await postTransfer(tx, {
    kind,
    reference: depositId,
    memo: `Deposit in ${coin}${kind === "deposit_excess" ? ", excess" : ""}${toDebt > 0 ? ", less the amount owed" : ""}`,
    actor,
    at,
    entries: [
      { party: { operator: "deposits" } as const, amountMinor: -minor },
      { party: { debt: owner }, amountMinor: toDebt },
      { party: { customer: owner }, amountMinor: minor - toDebt },
    ].filter(({ amountMinor }) => amountMinor !== 0),
  });
}

/**
 * In the caller's transaction: from the balance, then by ending the paid plan, then as a debt (docs/adr/0021).
 * @param actor `system`, or the admin
 */
export async function reverseDeposit(
  tx: Tx,
  deposit: DepositRow,
  { actor, at }: { readonly actor: string; readonly at: Instant },
): Promise<RefundOutcome> {
  const { id, owner, creditedMinor, refundedMinor, currency } = deposit;
  const reversedMinor = creditedMinor - refundedMinor;
  if (reversedMinor === 0) {
    await moveDeposit(tx, deposit, "refunded", at);
    return { reversedMinor, fromBalanceMinor: 0, owedMinor: 0, planEnded: false, planRestMinor: 0 };
  }
  const holder = await lockPlanHolder(tx, owner);
  const reward = await rewardOf(tx.sql, owner);
  // In everybody's order of locks.
  const parties: Party[] = [
    { operator: "deposits" },
    { operator: "revenue" },
    { operator: "referrals" },
    { customer: owner },
    { debt: owner },
    ...(reward === null ? [] : [{ customer: reward.referrer }]),
  ];
  await openLedgerAccounts(tx, parties);
  const locked = await lockLedgerAccounts(tx, parties);
  const balance = locked.find(({ party }) => "customer" in party && party.customer === owner)?.balanceMinor ?? 0;

  const open = holder === null ? [] : await openPeriods(tx.sql, owner, at);
  const planEnded = balance < reversedMinor && open.some(({ priceMinor }) => priceMinor > 0);
  const planRestMinor = planEnded ? open.reduce((sum, period) => sum + remainingMinor(period, at), 0) : 0;
  if (planEnded) {
    await cutOpenPeriods(tx, owner, at);
    await setHeldPlan(tx, owner, { plan: "free", planUntil: null, autoRenew: false, nextPlan: null });
    await returnRest(tx, { depositId: id, owner, restMinor: planRestMinor, actor, at });
    await reverseReward(tx, { referred: owner, at });
  }
  const fromBalanceMinor = Math.min(reversedMinor, balance + planRestMinor);
  const owedMinor = reversedMinor - fromBalanceMinor;
  await postTransfer(tx, {
    kind: "deposit_refund",
    reference: id,
    memo: `Deposit in ${currency.coin}, reversed`,
    actor,
    at,
    entries: [
      { party: { operator: "deposits" } as const, amountMinor: reversedMinor },
      { party: { customer: owner }, amountMinor: -fromBalanceMinor },
      { party: { debt: owner }, amountMinor: -owedMinor },
    ].filter(({ amountMinor }) => amountMinor !== 0),
  });
  await moveDeposit(tx, deposit, "refunded", at, { refundedMinor: creditedMinor });
  return { reversedMinor, fromBalanceMinor, owedMinor, planEnded, planRestMinor };
}

async function returnRest(
  tx: Tx,
  rest: {
    readonly depositId: string;
    readonly owner: string;
    readonly restMinor: number;
    readonly actor: string;
    readonly at: Instant;
  },
): Promise<void> {
  const { depositId, owner, restMinor, actor, at } = rest;
  if (restMinor === 0) return;
  await postTransfer(tx, {
    kind: "plan_refund",
    reference: depositId,
    memo: "Rest of the plan, ended by a reversed deposit",
    actor,
    at,
    entries: [
      { party: { operator: "revenue" }, amountMinor: -restMinor },
      { party: { customer: owner }, amountMinor: restMinor },
    ],
  });
}

export interface Resolution {
  readonly reviewId: string;
  readonly action: ReviewAction;
  /** Stands in the audit, and the owner reads it. */
  readonly reason: string;
  /** Only for `credit` without `receivedMinor`; US cents. */
  readonly amountMinor: number | null;
}

const mostMinor = 10_000_000;

const longestReason = 500;

const stateAfter = { credit: "credited", reject: "rejected", refund: "refunded" } as const satisfies Record<
  ReviewAction,
  ReviewState
>;

/** As `resolveReview`, also for what two administrators agreed to. */
export async function resolve(ctx: AdminContext<Authority>, resolution: Resolution): Promise<void> {
  const { db, clock, by } = ctx;
  requireFreshAdmin(by, clock);
  const reason = reasonOf(resolution.reason);
  const { reviewId, action } = resolution;
  await db.transaction(async (tx) => {
    const found = await findReview(tx.sql, reviewId);
    if (found === null) throw new NotFound(`there is no review ${reviewId}`);
    const deposit = await lockDeposit(tx, found.depositId);
    // Read again: it may have been resolved while the deposit was somebody else's.
    const review = await findReview(tx.sql, reviewId);
    if (deposit === null || review === null) throw new NotFound(`there is no review ${reviewId}`);
    if (review.state !== "open") throw new Conflict(`the review is already resolved: ${review.state}`);
    const at = clock.now();
    const actor = actorOf(by);
    const { what, amountMinor } = await applyResolution(tx, deposit, review, resolution, { actor, at });
    await endReview(tx, reviewId, { state: stateAfter[action], by: actor, reason, at });
    await insertAudit(tx, { actor, action: what, depositId: deposit.id, reviewId, reason, at });
    await recordAction(tx, clock, {
      by,
      account: deposit.owner,
      action: "resolve_review",
      what: `${what} of deposit ${deposit.id}`,
      reason,
      amountMinor,
    });
  });
}

/** @throws InvalidInput */
export function reasonOf(given: string): string {
  const reason = given.trim();
  if (reason === "") throw new InvalidInput("enter a reason: it is recorded with your action and shown to the owner");
  if (reason.length > longestReason) throw new InvalidInput(`the reason must have at most ${longestReason} characters`);
  return reason;
}

interface ResolvedBy {
  readonly actor: string;
  readonly at: Instant;
}

interface ResolutionEffect {
  /** For the audit. */
  readonly what: string;
  /** What it gave or took; `null` where nothing moved. */
  readonly amountMinor: number | null;
}

async function applyResolution(
  tx: Tx,
  deposit: DepositRow,
  review: LockedReview,
  { action, amountMinor }: Resolution,
  doing: ResolvedBy,
): Promise<ResolutionEffect> {
  if (action === "credit") return credit(tx, deposit, creditOf(review, amountMinor), doing);
  if (amountMinor !== null) throw new InvalidInput("enter an amount only when you credit the deposit");
  if (action === "reject") return { what: "reject", amountMinor: null };
  // The excess was never credited.
  if (review.kind === "overpaid") return { what: "refund the excess", amountMinor: null };
  const { reversedMinor, owedMinor } = await reverseDeposit(tx, deposit, doing);
  return { what: `refund ${reversedMinor}, owed ${owedMinor}`, amountMinor: reversedMinor };
}

function creditOf({ receivedMinor }: LockedReview, amountMinor: number | null): number {
  if (receivedMinor !== null && amountMinor !== null && amountMinor !== receivedMinor)
    throw new InvalidInput("the received amount is known, so no other amount can be credited");
  const minor = receivedMinor ?? amountMinor;
  if (minor === null) throw new InvalidInput("enter the amount to credit, because the received amount is unknown");
  if (!Number.isSafeInteger(minor) || minor <= 0 || minor > mostMinor)
    throw new InvalidInput("the amount must be above $0 and at most $100,000");
  return minor;
}

async function credit(
  tx: Tx,
  deposit: DepositRow,
  minor: number,
  { actor, at }: ResolvedBy,
): Promise<ResolutionEffect> {
  const { id, owner, currency, creditedMinor, state } = deposit;
  if (state === "refunded") throw new Conflict("the deposit was sent back");
  const booking = { depositId: id, owner, minor, coin: currency.coin, actor, at };
  if (creditedMinor === 0) {
    await bookDeposit(tx, { ...booking, kind: "deposit" });
    await moveDeposit(tx, deposit, "finished", at, { creditedMinor: minor });
  } else {
    // The reference refuses a second excess.
    await bookDeposit(tx, { ...booking, kind: "deposit_excess" });
    await setCredited(tx, id, creditedMinor + minor, at);
  }
  return { what: `credit ${minor}`, amountMinor: minor };
}
