"use server";

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Plan } from "#src/contract/plans.ts";
import { toIso } from "#src/platform/clock.ts";
import { buyPlan } from "#src/services/plans/buy-plan.ts";
import { cancelRenewal } from "#src/services/plans/cancel-renewal.ts";
import { quotePlan, type Quote } from "#src/services/plans/quote-plan.ts";
import { resumeRenewal } from "#src/services/plans/resume-renewal.ts";
import { contextOf } from "../session.ts";
import { outcome, signedIn, type Outcome } from "./outcome.ts";

/** A quote to look at before one buys; amounts are US cents, times ISO 8601. */
export interface ShownQuote extends Omit<Quote, "startsAt" | "endsAt"> {
  readonly startsAt: string;
  readonly endsAt: string;
  /** For the one purchase that may follow from it. */
  readonly key: string;
}

export async function quote(plan: Plan): Promise<Outcome<ShownQuote>> {
  return outcome(async () => {
    const who = await signedIn();
    const { startsAt, endsAt, ...terms } = await quotePlan(contextOf(who), Plan.parse(plan));
    return { ...terms, startsAt: toIso(startsAt), endsAt: toIso(endsAt), key: randomUUID() };
  });
}

const Order = z.object({ plan: Plan, key: z.uuid() });

/** Buys once for each quote, however often it comes. */
export async function buy(order: z.infer<typeof Order>): Promise<Outcome<{ readonly kind: Quote["kind"] }>> {
  return outcome(async () => {
    const who = await signedIn();
    const { plan, key } = Order.parse(order);
    const { kind } = await buyPlan(contextOf(who), { plan, idempotencyKey: key });
    return { kind };
  });
}

/** @param on whether the plan renews itself at its end */
export async function setRenewal(on: boolean): Promise<Outcome> {
  return outcome(async () => {
    const ctx = contextOf(await signedIn());
    await (z.boolean().parse(on) ? resumeRenewal(ctx) : cancelRenewal(ctx));
    return null;
  });
}
