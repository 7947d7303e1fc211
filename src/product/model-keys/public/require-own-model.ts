import { providerLabels, withDefaults, type ModelKeyDefaults, type OwnModel } from "#src/contract/jobs/model-keys.ts";
import type { Sql } from "#src/core/db/database.ts";
import { findModelKey } from "#src/product/model-keys/queries/model-keys.ts";
import { InvalidField } from "#src/core/errors.ts";

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
