import { type OwnModel, withDefaults } from "#src/contract/model-keys.ts";
import type { AnalysisEnvironment } from "#src/services/analyses/lib/analysis-environment.ts";
import { listModelKeys } from "#src/services/model-keys/list-model-keys.ts";
import type { Context } from "#src/services/context.ts";
import { webContext } from "./context.ts";

/** As in the worker, which makes the runs. */
const toolSteps = 2;

/** What a run with these models of a customer's is made with, for an estimate. */
export function ownEnvironment(
  environment: AnalysisEnvironment,
  provider: OwnModel["llm_provider"],
  { deep, quick }: { readonly deep: string; readonly quick: string },
): AnalysisEnvironment {
  const { priceOf } = webContext().customerModels;
  return {
    ...environment,
    config: { ...environment.config, llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick },
    toolSteps,
    prices: { deep: priceOf(provider, deep), quick: priceOf(provider, quick) },
  };
}

/** The same for a choice in a form, with what is set for its key. @throws InvalidInput where no model is named */
export async function ownEnvironmentOf(ctx: Context, choice: OwnModel): Promise<AnalysisEnvironment> {
  const { keys } = await listModelKeys(ctx);
  const defaults = keys.find(({ provider }) => provider === choice.llm_provider)?.defaults ?? {};
  const models = webContext().customerModels.modelsOf(withDefaults(choice, defaults));
  return ownEnvironment(await webContext().analysisEnvironment(), choice.llm_provider, models);
}
