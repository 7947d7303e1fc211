"use server";

import { z } from "zod";
import type { Ordered } from "#src/contract/admin.ts";
import { parseUsd } from "#src/contract/money.ts";
import { Plan } from "#src/contract/plans.ts";
import { Role } from "#src/contract/users.ts";
import { anyId, storableText } from "#src/contract/text.ts";
import { cancelAnyAnalysis } from "#src/services/admin/cancel-any-analysis.ts";
import { changeRole } from "#src/services/admin/change-role.ts";
import { decideRequest } from "#src/services/admin/decide-request.ts";
import { orderBalance, orderPlan } from "#src/services/admin/order.ts";
import { contextOf } from "../session.ts";
import { formFields } from "./form-fields.ts";
import { formAction } from "./form-action.ts";
import { adminSignedIn, outcome, type Outcome } from "./outcome.ts";

const id = anyId;
const reason = storableText
  .trim()
  .min(1, "give a reason: it is kept with what you do")
  .max(500, "the reason must have at most 500 characters");

const Gift = z.object({
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
export const grantMoney = formAction((fields: FormData): Promise<Outcome<Ordered<number>>> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { account, amount, reason: why } = Gift.parse(formFields(fields));
    return orderBalance(contextOf(who), who, { account, amountMinor: amount, reason: why });
  }, "amount"),
);

const PlanGift = z.object({
  account: id,
  plan: Plan,
  days: z
    .string()
    .trim()
    .regex(/^\d{0,4}$/, "the days must be a whole number; leave it empty for a plan without an end")
    .transform((text) => (text === "" ? null : Number(text))),
  reason,
});

export const grantPlanTo = formAction((fields: FormData): Promise<Outcome<Ordered<null>>> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { account, plan, days, reason: why } = PlanGift.parse(formFields(fields));
    return orderPlan(contextOf(who), who, { account, plan, days, reason: why });
  }, "days"),
);

const RoleChange = z.object({ account: id, role: Role, reason });

export const setRoleOf = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { account, role, reason: why } = RoleChange.parse(formFields(fields));
    await changeRole(contextOf(who), who, { account, role, reason: why });
    return null;
  }),
);

const Cancel = z.object({ analysis: id, reason });

export async function cancelJob(fields: FormData): Promise<Outcome> {
  return outcome(async () => {
    const who = await adminSignedIn();
    const { analysis, reason: why } = Cancel.parse(formFields(fields));
    await cancelAnyAnalysis(contextOf(who), who, { id: analysis, reason: why });
    return null;
  });
}

const Decision = z.object({ request: id, decision: z.enum(["approve", "decline"]) });

/** Agrees to what another administrator asked for, or declines it. */
export const decide = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { request, decision } = Decision.parse(formFields(fields));
    await decideRequest(contextOf(who), who, { id: request, approve: decision === "approve" });
    return null;
  }),
);
