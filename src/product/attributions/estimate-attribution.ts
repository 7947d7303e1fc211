import type { AttributionWish, PricedAttribution } from "#src/contract/jobs/attribution.ts";
import { requireScope, type Context } from "../context.ts";
import { attributableRun } from "./lib/attributable.ts";
import type { AttributionPlanner } from "./public/attribution-planner.ts";
import { priceOf } from "./lib/price-of.ts";

/** @throws Forbidden; and as `attributableRun` and `priceOf` */
export async function estimateAttribution(
  ctx: Context,
  { id, plan, wish }: { readonly id: string; readonly plan: AttributionPlanner; readonly wish: AttributionWish },
): Promise<PricedAttribution> {
  requireScope(ctx, "analyses:read");
  return priceOf(ctx, await attributableRun(ctx, id), plan, wish);
}
