"use server";

import { z } from "zod";
import { parseUsd } from "#src/contract/accounts/money.ts";
import { Plan } from "#src/contract/accounts/plans.ts";
import { Role } from "#src/contract/accounts/users.ts";
import { anyId, storableText } from "#src/contract/text.ts";
import {
  cancelAnyAnalysis,
  changeRole,
  decideRequest,
  requestBalance,
  requestPlan,
  requestRefund,
  requestResolution,
} from "#src/product/admin/requests.ts";
import { testModels } from "#src/product/admin/reading.ts";
import { webContext } from "../context.ts";
import { formFields, adminAction, adminForm } from "./acting.ts";
import { ReviewAction } from "#src/contract/accounts/deposits.ts";
import { requireFreshAdmin } from "#src/product/admin/public/admin-actions.ts";
import { reconcileDeposits } from "#src/product/deposits/reconciliation.ts";

const Reason = storableText
  .trim()
  .min(1, "enter a reason: it is recorded with your action")
  .max(500, "the reason must have at most 500 characters");

const BalanceGrant = z.object({
  account: anyId,
  amount: z.string().transform((text, context) => {
    const read = parseUsd(text);
    if (read.ok) return read.minor;
    context.addIssue(`this ${read.reason}`);
    return z.NEVER;
  }),
  reason: Reason,
});

/** @returns the balance, US cents, where it was done */
export const grantMoney = adminForm(
  async ({ ctx }, fields) => {
    const { account, amount, reason } = BalanceGrant.parse(formFields(fields));
    return requestBalance(ctx, { account, amountMinor: amount, reason });
  },
  { field: "amount" },
);

const PlanGrant = z.object({
  account: anyId,
  plan: Plan,
  days: z
    .string()
    .trim()
    .regex(/^\d{0,4}$/, "enter a whole number of days, or leave this empty for a plan that never expires")
    .transform((text) => (text === "" ? null : Number(text))),
  reason: Reason,
});

export const grantPlanTo = adminForm(
  async ({ ctx }, fields) => {
    const { account, plan, days, reason } = PlanGrant.parse(formFields(fields));
    return requestPlan(ctx, { account, plan, days, reason });
  },
  { field: "days" },
);

const RoleChange = z.object({ account: anyId, role: Role, reason: Reason });

export const setRoleOf = adminForm(async ({ ctx }, fields) => {
  const { account, role, reason } = RoleChange.parse(formFields(fields));
  await changeRole(ctx, { account, role, reason });
});

const Cancel = z.object({ analysis: anyId, reason: Reason });

export const cancelJob = adminAction(async ({ ctx }, fields: FormData) => {
  const { analysis, reason } = Cancel.parse(formFields(fields));
  await cancelAnyAnalysis(ctx, { id: analysis, reason });
});

/** Tests the configured models with a few paid calls. */
export const testConfiguredModels = adminAction(({ ctx }) => testModels(ctx, webContext().modelTest));

const Decision = z.object({ request: anyId, decision: z.enum(["approve", "decline"]) });

/** Agrees to what another administrator asked for, or declines it. */
export const decide = adminForm(async ({ ctx }, fields) => {
  const { request, decision } = Decision.parse(formFields(fields));
  await decideRequest(ctx, { id: request, approve: decision === "approve" });
});

const DepositId = storableText.trim().min(1, "enter a deposit ID").max(100);
const DepositReason = storableText
  .trim()
  .min(3, "enter a reason")
  .max(500, "the reason must have at most 500 characters");

const Resolution = z.object({
  id: DepositId,
  action: ReviewAction,
  reason: DepositReason,
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
    const { id, reason } = z.object({ id: DepositId, reason: DepositReason }).parse(formFields(fields));
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
