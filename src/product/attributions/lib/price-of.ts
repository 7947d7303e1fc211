import { Decimal } from "decimal.js";
import type { AttributionWish, PricedAttribution } from "#src/contract/jobs/attribution.ts";
import { Conflict, InvalidField } from "#src/core/errors.ts";
import { runBudgetUsd } from "#src/product/plans/public/monthly-quota.ts";
import type { Context } from "#src/product/context.ts";
import type { Attributable } from "./attributable.ts";
import type { AttributionPlanner } from "../public/attribution-planner.ts";

/**
 * The usual budget fits all of it.
 * @throws InvalidField for unknown evidence; Conflict with nothing to try
 */
export function priceOf(
  { actor, settings }: Context,
  run: Attributable,
  plan: AttributionPlanner,
  wish: AttributionWish,
): PricedAttribution {
  const known = new Set(run.run.manifest.evidence.map(({ id }) => id));
  const unknown = wish.evidence?.find((id) => !known.has(id));
  if (unknown !== undefined) throw new InvalidField("evidence", unknown, `the run has no evidence ${unknown}`);
  const own = run.setting.ownModel !== undefined;
  const most = own ? null : runBudgetUsd(actor, settings.budgetUsd);
  const planned = plan(run, wish, most);
  if (planned.changes.length === 0)
    throw new Conflict("there is nothing to try: name evidence or agents that can be left out");
  const isFree = run.run.manifest.config.llm_provider === "rules";
  if (isFree) return { ...planned, payer: "nobody", usual_budget_usd: null, most_budget_usd: null };
  const limit = planned.estimate.limit_usd;
  const usual = limit === null ? most : Decimal.max(limit, "0.01");
  return {
    ...planned,
    payer: own ? "own_key" : "service",
    usual_budget_usd: usual === null ? null : (most === null ? new Decimal(usual) : Decimal.min(usual, most)).toFixed(),
    most_budget_usd: most,
  };
}
