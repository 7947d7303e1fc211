import type { MemoryAsked, MemoryEstimate } from "#src/contract/memory-jobs.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEnvironmentOf, type OwnEstimates } from "../model-keys/lib/own-environment.ts";
import { memoryEstimate } from "./lib/memory-estimate.ts";

/**
 * What a measurement would take, before anybody is asked.
 * @throws Forbidden without the scope; InvalidField for what cannot be measured; InvalidInput where no model is named
 */
export async function estimateMemory(
  ctx: Context,
  { asked, own }: { readonly asked: MemoryAsked; readonly own: OwnEstimates },
): Promise<MemoryEstimate> {
  requireScope(ctx, "backtests:read");
  return memoryEstimate(asked, await ownEnvironmentOf(ctx, own, asked.own_model), ctx.settings);
}
