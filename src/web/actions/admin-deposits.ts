"use server";

import { z } from "zod";
import type { Requested } from "#src/contract/admin.ts";
import { ReviewAction, type RefundOutcome } from "#src/contract/deposits.ts";
import { parseUsd } from "#src/contract/money.ts";
import { storableText } from "#src/contract/text.ts";
import { requestRefund } from "#src/product/admin/request-refund.ts";
import { requestResolution } from "#src/product/admin/request-resolution.ts";
import { requireFreshAdmin } from "#src/product/admin/public/admin-actions.ts";
import { reconcileDeposits } from "#src/product/deposits/reconcile-deposits.ts";
import { webContext } from "../context.ts";
import { defineAction } from "./action.ts";
import { formFields } from "./form-fields.ts";
import { formAction } from "./form-action.ts";
import { adminSignedIn, outcome, type Outcome } from "./outcome.ts";
import { adminContextOf } from "../viewer.ts";

const Id = storableText.trim().min(1, "enter a deposit ID").max(100);
const Reason = storableText.trim().min(3, "enter a reason").max(500, "the reason must have at most 500 characters");

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
export const resolveDepositReview = formAction((fields: FormData): Promise<Outcome<Requested<null>>> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { id, amount, action, reason } = Resolution.parse(formFields(fields));
    return requestResolution(adminContextOf(who), { reviewId: id, action, reason, amountMinor: amount });
  }),
);

/** Takes back what a deposit has put on a balance. */
export const reverseDeposit = formAction((fields: FormData): Promise<Outcome<Requested<RefundOutcome>>> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { id, reason } = z.object({ id: Id, reason: Reason }).parse(formFields(fields));
    return requestRefund(adminContextOf(who), { depositId: id, reason });
  }, "id"),
);

/** Compares with the processors at once. */
export const reconcileNow = defineAction(
  (): Promise<Outcome<{ readonly checked: number; readonly repaired: number; readonly differences: number }>> =>
    outcome(async () => {
      const who = await adminSignedIn();
      const { clock, paymentGateway } = webContext();
      requireFreshAdmin(who, clock);
      const { checked, repaired, differences } = await reconcileDeposits(adminContextOf(who), paymentGateway);
      return { checked, repaired: repaired.length, differences };
    }),
);
