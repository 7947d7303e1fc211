import type { MemoryAsked, MemoryEstimate } from "#src/contract/backtests/memory-jobs.ts";
import { requireScope, type Context } from "../context.ts";
import { ownEnvironmentOf, type OwnEstimates } from "../model-keys/public/own-environment.ts";
import { memoryEstimate } from "./lib/memory-estimate.ts";

/** @throws Forbidden; InvalidField; InvalidInput without a model */
export async function estimateMemory(
  ctx: Context,
  { asked, own }: { readonly asked: MemoryAsked; readonly own: OwnEstimates },
): Promise<MemoryEstimate> {
  requireScope(ctx, "backtests:read");
  return memoryEstimate(asked, await ownEnvironmentOf(ctx, own, asked.own_model), ctx.settings);
}
