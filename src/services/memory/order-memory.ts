import type { MemoryAsked, MemoryJob } from "#src/contract/memory-jobs.ts";
import { withDefaults } from "#src/contract/model-keys.ts";
import type { Usd } from "#src/contract/usage.ts";
import { findMemoryJob, hasOpenMemoryJob, insertMemoryJob } from "#src/db/queries/memory-jobs.ts";
import { lockPlanHolder } from "#src/db/queries/plans.ts";
import { ensureAccount } from "#src/db/queries/signal-lists.ts";
import { Conflict, NotFound } from "#src/platform/errors.ts";
import { newId } from "#src/platform/ids.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEnvironmentOf, type OwnEstimates } from "../model-keys/lib/own-environment.ts";
import { requireOwnModel } from "../model-keys/lib/require-own-model.ts";
import { debatesOf, memoryEstimate } from "./lib/memory-estimate.ts";

/**
 * Puts a measurement on the owner's key into the queue.
 * @throws Forbidden without the scope; InvalidField for what cannot be measured, and a model without its key; Conflict
 *   while another one is under way
 */
export async function orderMemory(
  ctx: Context,
  { asked, own, budgetUsd }: { readonly asked: MemoryAsked; readonly own: OwnEstimates; readonly budgetUsd: Usd },
): Promise<MemoryJob> {
  requireScope(ctx, "backtests:write");
  const { db, queue, actor, clock } = ctx;
  const defaults = await requireOwnModel(db.sql, actor.owner, asked.own_model);
  const { symbol } = memoryEstimate(asked, await ownEnvironmentOf(ctx, own, asked.own_model), ctx.settings);
  const id = newId("mem");
  const wanted = { ...asked, symbol, own_model: withDefaults(asked.own_model, defaults) };
  await db.transaction(async (tx) => {
    const at = clock.now();
    await ensureAccount(tx, { id: actor.owner, plan: actor.plan }, at);
    await lockPlanHolder(tx, actor.owner);
    if (await hasOpenMemoryJob(tx, actor.owner))
      throw new Conflict("another measurement of yours is under way; wait for it to finish or cancel it");
    await insertMemoryJob(tx, { id, owner: actor.owner, asked: wanted, total: debatesOf(asked), budgetUsd }, at);
    await queue.enqueueMemory(tx, id, actor.owner);
  });
  const job = await findMemoryJob(db.sql, id, actor.owner);
  if (job === null) throw new NotFound("the measurement that was just ordered is gone");
  return job;
}
