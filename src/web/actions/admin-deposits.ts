"use server";

import { z } from "zod";
import type { Ordered } from "#src/contract/admin.ts";
import { ReviewAction, type RefundOutcome } from "#src/contract/deposits.ts";
import { parseUsd } from "#src/contract/money.ts";
import { storableText } from "#src/contract/text.ts";
import { orderRefund, orderResolution } from "#src/services/admin/order.ts";
import { mustMayChange } from "#src/services/admin/recorded.ts";
import { reconcileDeposits } from "#src/services/deposits/reconcile-deposits.ts";
import { house } from "../context.ts";
import { contextOf } from "../session.ts";
import { formFields } from "./form-fields.ts";
import { formAction } from "./form-action.ts";
import { adminSignedIn, outcome, type Outcome } from "./outcome.ts";

const Id = storableText.trim().min(1, "name the deposit").max(100);
const Reason = storableText
  .trim()
  .min(3, "give a reason, in a few words")
  .max(500, "a reason has at most 500 characters");

const Resolution = z.object({
  id: Id,
  action: ReviewAction,
  reason: Reason,
  /** Only in the form where a person has to say how much it is; empty where nothing is credited. */
  amount: z
    .string()
    .optional()
    .transform((text, check) => {
      if (text === undefined || text.trim() === "") return null;
      const read = parseUsd(text);
      if (read.ok) return read.minor;
      check.addIssue({ code: "custom", message: `the amount ${read.reason}` });
      return z.NEVER;
    }),
});

/** Ends a review, for good. */
export const resolveDepositReview = formAction((fields: FormData): Promise<Outcome<Ordered<null>>> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { id, amount, action, reason } = Resolution.parse(formFields(fields));
    return orderResolution(contextOf(who), who, { reviewId: id, action, reason, amountMinor: amount });
  }),
);

/** Takes back what a deposit has put on a balance. */
export const takeBackDeposit = formAction((fields: FormData): Promise<Outcome<Ordered<RefundOutcome>>> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { id, reason } = z.object({ id: Id, reason: Reason }).parse(formFields(fields));
    return orderRefund(contextOf(who), who, { depositId: id, reason });
  }, "id"),
);

/** Compares with the processors at once. */
export async function reconcileNow(): Promise<
  Outcome<{ readonly checked: number; readonly repaired: number; readonly differences: number }>
> {
  return outcome(async () => {
    const who = await adminSignedIn();
    const { db, clock, till } = house();
    mustMayChange(who, clock);
    const { checked, repaired, differences } = await reconcileDeposits({ db, clock, till });
    return { checked, repaired: repaired.length, differences };
  });
}
