"use server";

import { z } from "zod";
import { ReviewAction } from "#src/contract/accounts/deposits.ts";
import { parseUsd } from "#src/contract/accounts/money.ts";
import { storableText } from "#src/contract/text.ts";
import { requestRefund, requestResolution } from "#src/product/admin/requests.ts";
import { requireFreshAdmin } from "#src/product/admin/public/admin-actions.ts";
import { reconcileDeposits } from "#src/product/deposits/reconciliation.ts";
import { webContext } from "../context.ts";
import { formFields } from "./form-fields.ts";
import { adminForm, adminAction } from "./acting.ts";

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
export const resolveDepositReview = adminForm(async ({ ctx }, fields) => {
  const { id, amount, action, reason } = Resolution.parse(formFields(fields));
  return requestResolution(ctx, { reviewId: id, action, reason, amountMinor: amount });
});

/** Takes back what a deposit has put on a balance. */
export const reverseDeposit = adminForm(
  async ({ ctx }, fields) => {
    const { id, reason } = z.object({ id: Id, reason: Reason }).parse(formFields(fields));
    return requestRefund(ctx, { depositId: id, reason });
  },
  { field: "id" },
);

/** Compares with the processors at once. */
export const reconcileNow = adminAction(async ({ ctx, who }) => {
  const { clock, paymentGateway } = webContext();
  requireFreshAdmin(who, clock);
  const { checked, repaired, differences } = await reconcileDeposits(ctx, paymentGateway);
  return { checked, repaired: repaired.length, differences };
});
