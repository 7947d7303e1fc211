import { Decimal } from "decimal.js";
import { attributionLimits, type Change } from "#src/contract/jobs/attribution.ts";
import type { Run } from "#src/contract/run/run.ts";
import { estimateAttribution, planAttribution, type HoldOf, type PlannedRun } from "#src/debate/attribution/plan.ts";
import type { Settings } from "#src/core/config/config.ts";
import { assumedPrice, maxCostOf, priceOf, usualOutputTokens } from "#src/debate/reasoners/llm/pricing.ts";
import { ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import type { AttributionPlanner } from "#src/product/attributions/public/attribution-planner.ts";
import { modelPrices } from "./models/choices.ts";

interface ModelSettings {
  readonly reasoner: Pick<Settings["reasoner"], "prices">;
}

/** As on the command line; what does not fit the limit is named. */
export function attributionPlannerOf(settings: ModelSettings): AttributionPlanner {
  return ({ run, reports }, wish, most) => {
    const kept: PlannedRun = { run: { ...run, result: { ...run.result, reports } }, request: run.request };
    const isFree = run.manifest.config.llm_provider === "rules";
    const repetitions = isFree ? 1 : wish.repetitions;
    const { changes, skipped } = planAttribution(kept, {
      evidence: wish.evidence ?? null,
      agents: wish.agents ?? (isFree ? null : []),
      flips: wish.flips,
      most: wish.top ?? (isFree ? attributionLimits.changes : attributionLimits.usualTop),
    });
    const holdOf = holdsOf(settings, run);
    // A worker waits for the money of calls under way.
    const estimate = (of: readonly Change[]) => estimateAttribution(kept, of, repetitions, { holdOf, atOnce: 1 });
    if (isFree)
      return {
        changes: [...changes],
        skipped: [...skipped],
        repetitions,
        estimate: { ...estimate(changes), cost_usd: "0" },
      };
    const fits = (count: number): boolean => {
      const limit = estimate(changes.slice(0, count)).limit_usd;
      return most === null || limit === null || new Decimal(limit).lessThanOrEqualTo(most);
    };
    let count = changes.length;
    while (count > 1 && !fits(count)) count -= 1;
    return {
      changes: changes.slice(0, count),
      skipped: [
        ...skipped,
        ...changes.slice(count).map((change) => ({
          change,
          label: change.kind === "without_agent" ? change.agent : change.evidence,
          reason: "the budget of an analysis does not cover it",
        })),
      ],
      repetitions,
      estimate: estimate(changes.slice(0, count)),
    };
  };
}

/** As the run's reasoner estimates it. */
export function holdsOf({ reasoner }: ModelSettings, { manifest: { config } }: Run): HoldOf {
  const prices = modelPrices(reasoner);
  return ({ model, tokens }) => {
    const depth = model === config.deep_think_llm ? "deep" : "quick";
    const named = (depth === "deep" ? config.deep_llm_provider : undefined) ?? config.llm_provider;
    const provider = ProviderName.safeParse(named);
    const known = provider.success ? priceOf(provider.data, model, prices) : null;
    const output = config.max_output_tokens ?? usualOutputTokens[depth];
    // Half the bytes are at most twice the tokens.
    return maxCostOf(known ?? (config.own_key === true ? assumedPrice : null), 2 * tokens.input_tokens, output);
  };
}
