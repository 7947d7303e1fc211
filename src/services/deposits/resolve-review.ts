import type { ReviewAction, ReviewDetail, ReviewState } from "#src/contract/deposits.ts";
import { endReview, findReview, insertAudit, type LockedReview } from "#src/db/queries/deposit-reviews.ts";
import { lockDeposit, moveDeposit, setCredited, type DepositRow } from "#src/db/queries/deposits.ts";
import type { Tx } from "#src/db/database.ts";
import type { Instant } from "#src/platform/clock.ts";
import { Conflict, InvalidInput, NotFound } from "#src/platform/errors.ts";
import { actorOf, mustMayChange, note, type ActingAdmin, type Authority } from "../admin/recorded.ts";
import type { Context } from "../context.ts";
import { bookDeposit } from "./book-deposit.ts";
import { getReview } from "./get-review.ts";
import { reverseDeposit } from "./reverse-deposit.ts";

export interface Resolution {
  readonly reviewId: string;
  readonly action: ReviewAction;
  /** Stands in the audit, and the owner reads it. */
  readonly reason: string;
  /** For `credit`, and only where the review's `receivedMinor` is null: what to credit, US cents. Else null. */
  readonly amountMinor: number | null;
}

const mostMinor = 10_000_000;
const longestReason = 500;
const stateAfter = { credit: "credited", reject: "rejected", refund: "refunded" } as const satisfies Record<
  ReviewAction,
  ReviewState
>;

/**
 * Ends a review: credits what was received, rejects it, or notes that it was sent back (and takes back what was
 * credited). Leaves an audit row.
 * @throws as mustMayChange; NeedsSecond; NotFound; Conflict when it was resolved before; InvalidInput
 */
export async function resolveReview(
  { db, clock }: Pick<Context, "db" | "clock">,
  by: ActingAdmin,
  resolution: Resolution,
): Promise<ReviewDetail> {
  await resolve({ db, clock }, by, resolution);
  return getReview({ db }, by, resolution.reviewId);
}

/** As `resolveReview`, also for what two administrators agreed to. */
export async function resolve(
  { db, clock }: Pick<Context, "db" | "clock">,
  by: Authority,
  resolution: Resolution,
): Promise<void> {
  mustMayChange(by, clock);
  const reason = reasonOf(resolution.reason);
  const { reviewId, action } = resolution;
  await db.transaction(async (tx) => {
    const found = await findReview(tx.sql, reviewId);
    if (found === null) throw new NotFound(`there is no review ${reviewId}`);
    const deposit = await lockDeposit(tx, found.depositId);
    // Read again: it may have been resolved while the deposit was somebody else's.
    const review = await findReview(tx.sql, reviewId);
    if (deposit === null || review === null) throw new NotFound(`there is no review ${reviewId}`);
    if (review.state !== "open") throw new Conflict(`the review was resolved before: ${review.state}`);
    const at = clock.now();
    const actor = actorOf(by);
    const { what, amountMinor } = await act(tx, deposit, review, resolution, { actor, at });
    await endReview(tx, reviewId, { state: stateAfter[action], by: actor, reason, at });
    await insertAudit(tx, { actor, action: what, depositId: deposit.id, reviewId, reason, at });
    const deed = `${what} of deposit ${deposit.id}`;
    await note(tx, clock, { by, account: deposit.owner, action: "resolve_review", what: deed, reason, amountMinor });
  });
}

/** @throws InvalidInput */
export function reasonOf(given: string): string {
  const reason = given.trim();
  if (reason === "") throw new InvalidInput("give a reason: it is kept with what you do, and the owner reads it");
  if (reason.length > longestReason) throw new InvalidInput(`the reason must have at most ${longestReason} characters`);
  return reason;
}

interface Doing {
  readonly actor: string;
  readonly at: Instant;
}

interface Act {
  /** For the audit. */
  readonly what: string;
  /** What it gave or took; `null` where nothing moved. */
  readonly amountMinor: number | null;
}

async function act(
  tx: Tx,
  deposit: DepositRow,
  review: LockedReview,
  { action, amountMinor }: Resolution,
  doing: Doing,
): Promise<Act> {
  if (action === "credit") return credit(tx, deposit, creditOf(review, amountMinor), doing);
  if (amountMinor !== null) throw new InvalidInput("an amount is only for crediting");
  if (action === "reject") return { what: "reject", amountMinor: null };
  // What came too much was never credited; sending it back leaves the rest as it is.
  if (review.kind === "overpaid") return { what: "refund the excess", amountMinor: null };
  const { reversedMinor, owedMinor } = await reverseDeposit(tx, deposit, doing);
  return { what: `refund ${reversedMinor}, owed ${owedMinor}`, amountMinor: reversedMinor };
}

function creditOf({ receivedMinor }: LockedReview, amountMinor: number | null): number {
  if (receivedMinor !== null && amountMinor !== null && amountMinor !== receivedMinor)
    throw new InvalidInput("what was received is known: that is credited, and no other amount");
  const minor = receivedMinor ?? amountMinor;
  if (minor === null) throw new InvalidInput("say what to credit: nobody else can tell what was received");
  if (!Number.isSafeInteger(minor) || minor <= 0 || minor > mostMinor)
    throw new InvalidInput("the amount must be above $0 and at most $100,000");
  return minor;
}

async function credit(tx: Tx, deposit: DepositRow, minor: number, { actor, at }: Doing): Promise<Act> {
  const { id, owner, currency, creditedMinor, state } = deposit;
  if (state === "refunded") throw new Conflict("the deposit was sent back");
  const booking = { depositId: id, owner, minor, coin: currency.coin, actor, at };
  if (creditedMinor === 0) {
    await bookDeposit(tx, { ...booking, kind: "deposit" });
    await moveDeposit(tx, deposit, "finished", at, { creditedMinor: minor });
  } else {
    // Once for a deposit: a second excess is booked nowhere, and the reference refuses it.
    await bookDeposit(tx, { ...booking, kind: "deposit_excess" });
    await setCredited(tx, id, creditedMinor + minor, at);
  }
  return { what: `credit ${minor}`, amountMinor: minor };
}
