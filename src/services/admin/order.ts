import { requestHours, type AdminOrder, type Ordered } from "#src/contract/admin.ts";
import type { RefundOutcome } from "#src/contract/deposits.ts";
import type { Plan } from "#src/contract/plans.ts";
import { insertRequest, otherAdmins } from "#src/db/queries/admin-actions.ts";
import { Conflict } from "#src/platform/errors.ts";
import { newId } from "#src/platform/ids.ts";
import type { Context } from "../context.ts";
import { refundDeposit } from "../deposits/refund-deposit.ts";
import { resolve, type Resolution } from "../deposits/resolve-review.ts";
import { giveBalance, givePlan } from "./grant-to-account.ts";
import { NeedsSecond, type ActingAdmin } from "./recorded.ts";

type Room = Pick<Context, "db" | "clock" | "queue">;

/** Gives balance, or asks a second administrator. @returns the balance, US cents. @throws as giveBalance */
export async function orderBalance(
  room: Room,
  by: ActingAdmin,
  gift: { readonly account: string; readonly amountMinor: number; readonly reason: string },
): Promise<Ordered<number>> {
  const { account, amountMinor } = gift;
  return orAsk(room, by, { action: "grant_balance", account, amountMinor }, () => giveBalance(room, by, gift));
}

/** @throws as givePlan */
export async function orderPlan(
  room: Room,
  by: ActingAdmin,
  gift: { readonly account: string; readonly plan: Plan; readonly days: number | null; readonly reason: string },
): Promise<Ordered<null>> {
  const { account, plan, days } = gift;
  return orAsk(room, by, { action: "grant_plan", account, plan, days }, async () => {
    await givePlan(room, by, gift);
    return null;
  });
}

/** @throws as resolveReview */
export async function orderResolution(room: Room, by: ActingAdmin, resolution: Resolution): Promise<Ordered<null>> {
  const { reviewId, action, amountMinor } = resolution;
  return orAsk(room, by, { action: "resolve_review", reviewId, resolution: action, amountMinor }, async () => {
    await resolve(room, by, resolution);
    return null;
  });
}

/** @throws as refundDeposit */
export async function orderRefund(
  room: Room,
  by: ActingAdmin,
  refund: { readonly depositId: string; readonly reason: string },
): Promise<Ordered<RefundOutcome>> {
  const { depositId } = refund;
  return orAsk(room, by, { action: "refund_deposit", depositId }, () => refundDeposit(room, by, refund));
}

const hourMs = 60 * 60 * 1000;

/** What is beyond the allowance has not happened: it waits, and the other administrators are told. */
async function orAsk<T>(
  { db, clock, queue }: Room,
  by: ActingAdmin,
  work: AdminOrder,
  attempt: () => Promise<T>,
): Promise<Ordered<T>> {
  try {
    return { state: "done", value: await attempt() };
  } catch (error) {
    if (!(error instanceof NeedsSecond)) throw error;
    const { deed, amountMinor } = error;
    const { account, what, reason } = deed;
    if (account === null) throw error;
    const [id, createdAt] = [newId("req"), clock.now()];
    await db.transaction(async (tx) => {
      const others = await otherAdmins(tx, by.userId);
      if (others.length === 0)
        throw new Conflict(
          "this needs a second administrator, and there is none: whoever runs the service makes one at the command line",
        );
      const expiresAt = createdAt + requestHours * hourMs;
      const request = { id, askedBy: by.userId, account, work, what, reason: reason.trim(), amountMinor };
      await insertRequest(tx, { ...request, createdAt, expiresAt });
      for (const userId of others)
        await queue.enqueueMail(
          tx,
          { kind: "approval_asked", userId, request: id },
          `mail approval_asked ${id} ${userId}`,
        );
    });
    return { state: "waiting", request: id };
  }
}
