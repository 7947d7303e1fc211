"use server";

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { depositLimits } from "#src/contract/accounts/deposits.ts";
import { Plan } from "#src/contract/accounts/plans.ts";
import { toIso } from "#src/core/clock.ts";
import { buyPlan, cancelRenewal, resumeRenewal, quotePlan, type Quote } from "#src/product/plans/plans.ts";
import { userAction } from "./acting.ts";

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

const Order = z.object({ plan: Plan, key: z.uuid() });

/** Buys once for each quote, however often it comes. */
export const buy = userAction(async ({ ctx }, order: z.infer<typeof Order>) => {
  const { plan, key } = Order.parse(order);
  const { kind } = await buyPlan(ctx, { plan, idempotencyKey: key });
  return { kind };
});

/** @param on whether the plan renews itself at its end */
export const setRenewal = userAction(async ({ ctx }, on: boolean) => {
  await (z.boolean().parse(on) ? resumeRenewal(ctx) : cancelRenewal(ctx));
});
