import type { ReviewAction, ReviewState } from "#src/contract/accounts/deposits.ts";
import {
  endReview,
  findReview,
  insertAudit,
  type LockedReview,
} from "#src/product/deposits/queries/deposit-reviews.ts";
import { lockDeposit, moveDeposit, setCredited, type DepositRow } from "#src/product/deposits/queries/deposits.ts";
import type { Tx } from "#src/core/db/database.ts";
import type { Instant } from "#src/core/clock.ts";
import { Conflict, InvalidInput, NotFound } from "#src/core/errors.ts";
import { actorOf, requireFreshAdmin, recordAction } from "#src/product/admin/public/admin-actions.ts";
import type { AdminContext, Authority } from "#src/product/context.ts";
import { bookDeposit, reverseDeposit } from "../lib/book-deposit.ts";

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
