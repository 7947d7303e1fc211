import { toolSteps } from "#src/contract/run/run.ts";
import {
  type CustomerProvider,
  type OwnModel,
  withDefaults,
  providerLabels,
  type ModelKeyDefaults,
} from "#src/contract/jobs/model-keys.ts";
import { findModelKey } from "#src/product/model-keys/queries/model-keys.ts";
import type { AnalysisEnvironment, TokenPrice } from "#src/product/analyses/public/submission.ts";
import type { Context } from "#src/product/context.ts";
import type { Sql } from "#src/core/db/database.ts";
import { InvalidField } from "#src/core/errors.ts";

/** Which models a customer's key asks, and what they cost here. */
export interface OwnModels {
  /** @throws InvalidInput without models where the provider has no default ones */
  modelsOf(choice: OwnModel): { readonly deep: string; readonly quick: string };
  /** `null`: not known. */
  priceOf(provider: CustomerProvider, model: string): TokenPrice | null;
}

export interface OwnEstimates {
  readonly environment: () => Promise<AnalysisEnvironment>;
  readonly models: OwnModels;
}

export function ownEnvironment(
  environment: AnalysisEnvironment,
  { priceOf }: OwnModels,
  provider: OwnModel["llm_provider"],
  { deep, quick }: { readonly deep: string; readonly quick: string },
): AnalysisEnvironment {
  return {
    ...environment,
    config: { ...environment.config, llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick },
    toolSteps,
    prices: { deep: priceOf(provider, deep), quick: priceOf(provider, quick) },
  };
}

/** @throws InvalidInput without a model */
export async function ownEnvironmentOf(
  ctx: Context,
  { environment, models }: OwnEstimates,
  choice: OwnModel,
): Promise<AnalysisEnvironment> {
  const key = await findModelKey(ctx.db.sql, ctx.actor.owner, choice.llm_provider);
  const named = models.modelsOf(withDefaults(choice, key?.defaults ?? {}));
  return ownEnvironment(await environment(), models, choice.llm_provider, named);
}

/** @returns what is set for the key @throws InvalidField */
export async function requireOwnModel(db: Sql, owner: string, wanted: OwnModel): Promise<ModelKeyDefaults> {
  const { llm_provider: provider } = wanted;
  const label = providerLabels[provider];
  const defaults = (await findModelKey(db, owner, provider))?.defaults;
  const { deep_think_llm: deep, quick_think_llm: quick } = withDefaults(wanted, defaults ?? {});
  if (provider === "openrouter" && deep === null && quick === null)
    throw new InvalidField("own_model", wanted, `${label} has no default models; enter a model`);
  if (defaults === undefined)
    throw new InvalidField("own_model", wanted, `you have no ${label} key; add one under Account, Models`);
  return defaults;
}
