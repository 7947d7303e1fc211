import type { Settings } from "#src/core/config/config.ts";
import type { JobSettings } from "#src/product/context.ts";

/** What a job is made with when its request does not say. */
export function jobSettings(settings: Settings): JobSettings {
  const { rounds, riskRounds, budgetUsd, monthlyBudgetUsd, reasoner, service } = settings;
  const { maxConcurrency, maxQueued, jobTimeoutMs, webhookAllowPrivate } = service;
  return {
    rounds,
    riskRounds,
    budgetUsd,
    // Runs by rules cost nothing.
    ...(monthlyBudgetUsd !== null && reasoner.provider !== "rules" && { monthlyBudgetUsd }),
    maxConcurrency,
    maxQueued,
    jobTimeoutMs,
    webhookAllowPrivate,
  };
}
