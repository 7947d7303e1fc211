import type { Settings } from "#src/platform/config.ts";
import type { JobSettings } from "#src/services/context.ts";

/** What a job is made with when its request does not say. */
export function jobSettings({ rounds, riskRounds, budgetUsd, monthlyBudgetUsd, askAgainFigures, service }: Settings): JobSettings {
  const { maxConcurrency, maxQueued, jobTimeoutMs, webhookAllowPrivate } = service;
  return {
    rounds,
    riskRounds,
    budgetUsd,
    ...(monthlyBudgetUsd !== null && { monthlyBudgetUsd }),
    ...(askAgainFigures === false && { askAgainFigures }),
    maxConcurrency,
    maxQueued,
    jobTimeoutMs,
    webhookAllowPrivate,
  };
}
