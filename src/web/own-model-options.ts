import { providerLabels, withDefaults, type ModelKeyDefaults, type OwnModel } from "#src/contract/jobs/model-keys.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { OwnModelOption } from "#src/web/components/ui/own-model-fields.tsx";
import { listModelKeys } from "#src/product/model-keys/model-keys.ts";
import type { Context } from "#src/product/context.ts";
import { webContext } from "./context.ts";

/** The providers that whoever looks has a key of, with the models that are taken where they name none. */
export async function ownModelOptions(ctx: Context): Promise<OwnModelOption[]> {
  const { keys } = await listModelKeys(ctx);
  return keys.map(({ provider, last_four: lastFour, defaults }) => ({
    provider,
    label: `Your ${providerLabels[provider]} key (…${lastFour})`,
    models: modelsOf({ llm_provider: provider, deep_think_llm: null, quick_think_llm: null }, defaults),
  }));
}

/** `null` where none is set and the provider has no default ones. */
function modelsOf(none: OwnModel, defaults: ModelKeyDefaults): OwnModelOption["models"] {
  try {
    return webContext().customerModels.modelsOf(withDefaults(none, defaults));
  } catch (error) {
    if (error instanceof InvalidInput) return null;
    throw error;
  }
}
