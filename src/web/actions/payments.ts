"use server";

import { z } from "zod";
import { ProcessorName, depositLimits } from "#src/contract/accounts/deposits.ts";
import { SandboxAct } from "#src/contract/api/test-mode.ts";
import { parseUsd } from "#src/contract/accounts/money.ts";
import { anyId, storableText } from "#src/contract/text.ts";
import { Conflict, VendorFailed } from "#src/core/errors.ts";
import { openDeposit, playSandbox } from "#src/product/deposits/open-deposit.ts";
import { webContext } from "../context.ts";
import { formFields, userAction, userForm } from "./acting.ts";
import { randomUUID } from "node:crypto";
import { Plan } from "#src/contract/accounts/plans.ts";
import { toIso } from "#src/core/clock.ts";
import { type Quote, buyPlan, cancelRenewal, quotePlan, resumeRenewal } from "#src/product/plans/plans.ts";

/** Dollars as they are typed, to cents. */
const Amount = z.string().transform((text, check) => {
  const read = parseUsd(text);
  if (read.ok) return read.minor;
  check.addIssue({ code: "custom", message: `the amount ${read.reason}` });
  return z.NEVER;
});

const Order = z.object({
  amount: Amount,
  processor: ProcessorName,
  currency: storableText.min(1, "choose a coin").max(64),
  /** One for each filling of the form: two presses open one deposit. */
  key: z.string().regex(/^[\w-]{16,64}$/),
});

/** Opens a deposit. @returns its id */
export const startDeposit = userForm(
  async ({ ctx }, fields) => {
    const { amount, processor, currency, key } = Order.parse(formFields(fields));
    const { paymentGateway, log } = webContext();
    const order = { paymentGateway, amountMinor: amount, processor, currency, idempotencyKey: key };
    const deposit = await openDeposit(ctx, order).catch((error: unknown) => {
      if (!(error instanceof VendorFailed)) throw error;
      log.warn({ err: error }, "the payment processor returned no payment");
      throw new Conflict(
        "the payment processor did not respond correctly, so no deposit was created; try again in a few minutes",
      );
    });
    return deposit.id;
  },
  { field: "amount", page: (id) => `/deposits/${id}` },
);

const Play = z.object({ paymentId: anyId, act: SandboxAct });

/** Plays the payer of the sandbox, where that is in force. */
export const playPayer = userAction(async ({ ctx }, play: z.infer<typeof Play>) => {
  await playSandbox(ctx, { paymentGateway: webContext().paymentGateway, ...Play.parse(play) });
});

/** A quote to look at before one buys; amounts are US cents, times ISO 8601. */
export interface QuoteView extends Omit<Quote, "startsAt" | "endsAt"> {
  readonly startsAt: string;
  readonly endsAt: string;
  /** What to deposit for it: what is missing, or the least that a deposit can be. */
  readonly topUpMinor: number;
  /** For the one purchase that may follow from it. */
  readonly key: string;
}

export const quote = userAction(async ({ ctx }, plan: Plan) => {
  const { startsAt, endsAt, ...terms } = await quotePlan(ctx, Plan.parse(plan));
  const topUpMinor = Math.max(terms.missingMinor, depositLimits.minMinor);
  return { ...terms, topUpMinor, startsAt: toIso(startsAt), endsAt: toIso(endsAt), key: randomUUID() };
});

const PlanOrder = z.object({ plan: Plan, key: z.uuid() });

/** Buys once for each quote, however often it comes. */
export const buy = userAction(async ({ ctx }, order: z.infer<typeof PlanOrder>) => {
  const { plan, key } = PlanOrder.parse(order);
  const { kind } = await buyPlan(ctx, { plan, idempotencyKey: key });
  return { kind };
});

/** @param on whether the plan renews itself at its end */
export const setRenewal = userAction(async ({ ctx }, on: boolean) => {
  await (z.boolean().parse(on) ? resumeRenewal(ctx) : cancelRenewal(ctx));
});
