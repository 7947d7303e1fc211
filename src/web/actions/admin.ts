"use server";

import { z } from "zod";
import type { Requested } from "#src/contract/admin.ts";
import type { ModelProbe } from "#src/contract/model-probe.ts";
import { parseUsd } from "#src/contract/money.ts";
import { Plan } from "#src/contract/plans.ts";
import { Role } from "#src/contract/users.ts";
import { anyId, storableText } from "#src/contract/text.ts";
import { cancelAnyAnalysis } from "#src/product/admin/cancel-any-analysis.ts";
import { changeRole } from "#src/product/admin/change-role.ts";
import { decideRequest } from "#src/product/admin/decide-request.ts";
import { requestBalance } from "#src/product/admin/request-balance.ts";
import { requestPlan } from "#src/product/admin/request-plan.ts";
import { testModels } from "#src/product/admin/test-models.ts";
import { webContext } from "../context.ts";
import { defineAction } from "./action.ts";
import { formFields } from "./form-fields.ts";
import { formAction } from "./form-action.ts";
import { adminSignedIn, outcome, type Outcome } from "./outcome.ts";
import { adminContextOf } from "../viewer.ts";

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
export const grantMoney = formAction((fields: FormData): Promise<Outcome<Requested<number>>> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { account, amount, reason: why } = BalanceGrant.parse(formFields(fields));
    return requestBalance(adminContextOf(who), { account, amountMinor: amount, reason: why });
  }, "amount"),
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

export const grantPlanTo = formAction((fields: FormData): Promise<Outcome<Requested<null>>> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { account, plan, days, reason: why } = PlanGrant.parse(formFields(fields));
    return requestPlan(adminContextOf(who), { account, plan, days, reason: why });
  }, "days"),
);

const RoleChange = z.object({ account: id, role: Role, reason });

export const setRoleOf = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { account, role, reason: why } = RoleChange.parse(formFields(fields));
    await changeRole(adminContextOf(who), { account, role, reason: why });
    return null;
  }),
);

const Cancel = z.object({ analysis: id, reason });

export const cancelJob = defineAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { analysis, reason: why } = Cancel.parse(formFields(fields));
    await cancelAnyAnalysis(adminContextOf(who), { id: analysis, reason: why });
    return null;
  }),
);

/** Tests the configured models with a few paid calls. */
export const testConfiguredModels = defineAction((): Promise<Outcome<ModelProbe[]>> =>
  outcome(async () => testModels(adminContextOf(await adminSignedIn()), webContext().modelTest)),
);

const Decision = z.object({ request: id, decision: z.enum(["approve", "decline"]) });

/** Agrees to what another administrator asked for, or declines it. */
export const decide = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await adminSignedIn();
    const { request, decision } = Decision.parse(formFields(fields));
    await decideRequest(adminContextOf(who), { id: request, approve: decision === "approve" });
    return null;
  }),
);
