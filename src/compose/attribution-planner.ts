import { attributionLimits } from "#src/contract/attribution.ts";
import { estimateAttribution, planAttribution, type PlannedRun } from "#src/debate/attribution/plan.ts";
import type { AttributionPlanner } from "#src/services/attributions/lib/attribution-planner.ts";

/** As on the command line: everything where it is free, else what is cited most, and no agent that is not named. */
export const attributionPlanner: AttributionPlanner = ({ run, reports }, wish) => {
  const kept: PlannedRun = { run: { ...run, result: { ...run.result, reports } }, request: run.request };
  const isFree = run.manifest.config.llm_provider === "rules";
  const repetitions = isFree ? 1 : wish.repetitions;
  const { changes, skipped } = planAttribution(kept, {
    evidence: wish.evidence ?? null,
    agents: wish.agents ?? (isFree ? null : []),
    flips: wish.flips,
    most: wish.top ?? (isFree ? attributionLimits.changes : attributionLimits.usualTop),
  });
  const estimate = estimateAttribution(kept, changes, repetitions);
  return {
    changes: [...changes],
    skipped: [...skipped],
    repetitions,
    estimate: isFree ? { ...estimate, cost_usd: "0" } : estimate,
  };
};
