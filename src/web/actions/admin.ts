"use server";

import { z } from "zod";
import { parseUsd } from "#src/contract/accounts/money.ts";
import { Plan } from "#src/contract/accounts/plans.ts";
import { Role } from "#src/contract/accounts/users.ts";
import { anyId, storableText } from "#src/contract/text.ts";
import { cancelAnyAnalysis, changeRole } from "#src/product/admin/account-orders.ts";
import { decideRequest, requestBalance, requestPlan } from "#src/product/admin/requests.ts";
import { testModels } from "#src/product/admin/reading.ts";
import { webContext } from "../context.ts";
import { formFields } from "./form-fields.ts";
import { adminForm, adminAction } from "./acting.ts";

const id = anyId;
const reason = storableText
  .trim()
  .min(1, "enter a reason: it is recorded with your action")
  .max(500, "the reason must have at most 500 characters");

const BalanceGrant = z.object({
  account: id,
  amount: z.string().transform((text, context) => {
    const read = parseUsd(text);
    if (read.ok) return read.minor;
    context.addIssue(`this ${read.reason}`);
    return z.NEVER;
  }),
  reason,
});

/** @returns the balance, US cents, where it was done */
export const grantMoney = adminForm(
  async ({ ctx }, fields) => {
    const { account, amount, reason: why } = BalanceGrant.parse(formFields(fields));
    return requestBalance(ctx, { account, amountMinor: amount, reason: why });
  },
  { field: "amount" },
);

const PlanGrant = z.object({
  account: id,
  plan: Plan,
  days: z
    .string()
    .trim()
    .regex(/^\d{0,4}$/, "enter a whole number of days, or leave this empty for a plan that never expires")
    .transform((text) => (text === "" ? null : Number(text))),
  reason,
});

export const grantPlanTo = adminForm(
  async ({ ctx }, fields) => {
    const { account, plan, days, reason: why } = PlanGrant.parse(formFields(fields));
    return requestPlan(ctx, { account, plan, days, reason: why });
  },
  { field: "days" },
);

const RoleChange = z.object({ account: id, role: Role, reason });

export const setRoleOf = adminForm(async ({ ctx }, fields) => {
  const { account, role, reason: why } = RoleChange.parse(formFields(fields));
  await changeRole(ctx, { account, role, reason: why });
});

const Cancel = z.object({ analysis: id, reason });

export const cancelJob = adminAction(async ({ ctx }, fields: FormData) => {
  const { analysis, reason: why } = Cancel.parse(formFields(fields));
  await cancelAnyAnalysis(ctx, { id: analysis, reason: why });
});

/** Tests the configured models with a few paid calls. */
export const testConfiguredModels = adminAction(({ ctx }) => testModels(ctx, webContext().modelTest));

const Decision = z.object({ request: id, decision: z.enum(["approve", "decline"]) });

/** Agrees to what another administrator asked for, or declines it. */
export const decide = adminForm(async ({ ctx }, fields) => {
  const { request, decision } = Decision.parse(formFields(fields));
  await decideRequest(ctx, { id: request, approve: decision === "approve" });
});
