import { InvalidInput } from "#src/core/errors.ts";
import { defaultModels, type ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import type { ReasonerChoice } from "./choices.ts";

/** As a run names them. @throws as `modelsOf` */
export function bothModelsOf(provider: ProviderName, choice: ReasonerChoice): { deep: string; quick: string } {
  const { deep, quick } = { ...defaultModels[provider], ...modelsOf(provider, choice) };
  if (deep === undefined || quick === undefined) throw new RangeError(`${provider} has no models`);
  return { deep, quick };
}

/**
 * The provider's usual ones fill gaps; one may serve both.
 * @throws InvalidInput where none is known
 */
export function modelsOf(provider: ProviderName, { deep, quick }: ReasonerChoice): { deep?: string; quick?: string } {
  if (defaultModels[provider] !== null) return { ...(deep !== null && { deep }), ...(quick !== null && { quick }) };
  const one = deep ?? quick;
  if (one === null) throw new InvalidInput(`${provider} has no default models; specify them with --deep and --quick`);
  return { deep: deep ?? one, quick: quick ?? one };
}
