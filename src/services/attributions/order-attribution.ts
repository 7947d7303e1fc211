import { Decimal } from "decimal.js";
import type { AttributionJob, AttributionWish, PricedAttribution } from "#src/contract/attribution.ts";
import type { Usd } from "#src/contract/usage.ts";
import { usdText } from "#src/contract/usd.ts";
import type { Tx } from "#src/db/database.ts";
import { deleteEarlier, findAttribution, findOpen, insertAttribution } from "#src/db/queries/attributions.ts";
import { lockPlanHolder } from "#src/db/queries/plans.ts";
import { takeFromMonth } from "#src/db/queries/quota.ts";
import { ensureAccount } from "#src/db/queries/signal-lists.ts";
import type { Instant } from "#src/platform/clock.ts";
import { Conflict, InvalidField, NotFound } from "#src/platform/errors.ts";
import { canonicalJson } from "#src/platform/hash.ts";
import { newId } from "#src/platform/ids.ts";
import { requireKeptSteps } from "../analyses/lib/kept-steps.ts";
import { requireOwnModel } from "../model-keys/lib/require-own-model.ts";
import { monthlyQuota, monthOf, quotaSpent } from "../plans/lib/monthly-quota.ts";
import { requireScope, type Context } from "../context.ts";
import { attributableRun } from "./lib/attributable.ts";
import type { AttributionPlanner } from "./lib/attribution-planner.ts";
import { priceOf } from "./lib/price-of.ts";

/**
 * Puts the measuring of what a rating rests on into the queue. Asked for again while it is under way, it is that one.
 * With the service's models it counts as an analysis of the month.
 * @throws Forbidden without the scope; Conflict while another one is under way, or when its journal is gone; InvalidField for a budget that is
 *   missing or too high, and a model without its key; RateLimited when the month's quota is used; and as
 *   `estimateAttribution` does
 */
export async function orderAttribution(
  ctx: Context,
  {
    id,
    plan,
    wish,
    budgetUsd: asked,
  }: {
    readonly id: string;
    readonly plan: AttributionPlanner;
    readonly wish: AttributionWish;
    /** `null`: the usual one. */
    readonly budgetUsd: Usd | null;
  },
): Promise<AttributionJob> {
  requireScope(ctx, "analyses:write");
  const { db, queue, actor, clock } = ctx;
  const run = await attributableRun(ctx, id);
  await requireKeptSteps(ctx, id, run.run, "measured");
  const { payer, usual_budget_usd: usual, most_budget_usd: most, ...planned } = priceOf(ctx, run, plan, wish);
  const budgetUsd = budgetOf({ payer, usual, most }, asked);
  if (run.setting.ownModel !== undefined) await requireOwnModel(db.sql, actor.owner, run.setting.ownModel);
  await db.transaction(async (tx) => {
    const at = clock.now();
    await ensureAccount(tx, { id: actor.owner, plan: actor.plan }, at);
    await lockPlanHolder(tx, actor.owner);
    const open = await findOpen(tx, actor.owner);
    if (open !== null) {
      if (open.analysis_id === id && canonicalJson(open.planned) === canonicalJson(planned)) return;
      throw new Conflict("another attribution of yours is under way; wait for it to finish or cancel it");
    }
    if (payer === "service") await countInMonth(ctx, tx, at);
    await deleteEarlier(tx, id);
    const made = newId("att");
    await insertAttribution(tx, { id: made, analysis: id, owner: actor.owner, planned, budgetUsd }, at);
    await queue.enqueueAttribution(tx, made, actor.owner);
  });
  const job = await findAttribution(db.sql, id, actor.owner);
  if (job === null) throw new NotFound(`there is no analysis ${id}`);
  return job;
}

function budgetOf(
  {
    payer,
    usual,
    most,
  }: { readonly payer: PricedAttribution["payer"]; readonly usual: Usd | null; readonly most: Usd | null },
  asked: Usd | null,
): Usd | null {
  if (payer === "nobody") return null;
  const budget = asked ?? usual;
  if (budget === null)
    throw new InvalidField("budget_usd", null, "the price of this model is not known; enter the most that it may cost");
  if (most !== null && new Decimal(budget).greaterThan(most))
    throw new InvalidField("budget_usd", budget, `may be ${usdText(most)} at most, the budget of an analysis`);
  return budget;
}

async function countInMonth({ actor }: Context, tx: Tx, at: Instant): Promise<void> {
  const quota = monthlyQuota(actor);
  if (quota === null) return;
  const taken = await takeFromMonth(tx, { owner: actor.owner, month: monthOf(at), quota, runs: 1 });
  if (!taken) throw quotaSpent(actor, at);
}
