import type { ReasoningEffort } from "#src/contract/jobs/model-keys.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { type ProviderName, defaultModels } from "#src/debate/reasoners/llm/provider-names.ts";
import type { Settings } from "#src/core/config/config.ts";
import type { ProviderSettings } from "#src/debate/reasoners/llm/providers.ts";
import type { Price } from "#src/debate/reasoners/llm/pricing.ts";

/** Enough to build it again, without a key. */
export interface ReasonerChoice {
  readonly provider: string;
  /** `null`: the provider's default. */
  readonly deep: string | null;
  readonly quick: string | null;
  readonly baseUrl: string | null;
  /** Provider and address of the managers' model; by default the same as the other. */
  readonly deepProvider?: string;
  readonly deepBaseUrl?: string;
  readonly effort?: ReasoningEffort;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly maxRetries?: number;
}

/** The settings for the calls of one model. */
export function choiceOf(depth: "deep" | "quick", choice: ReasonerChoice): ReasonerChoice {
  const { deepProvider, deepBaseUrl, ...one } = choice;
  if (deepProvider === undefined) return one;
  if (depth === "quick") return { ...one, deep: null };
  return { ...one, provider: deepProvider, quick: null, baseUrl: deepBaseUrl ?? null };
}

/** Where data comes from: the archives' folders, then the online chain if `online`. */
export interface DataChoice {
  readonly archives: readonly string[];
  readonly online: boolean;
}

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

/** A provider's address, and the key for it. */
export function providerSettings(provider: ProviderName, baseUrl: string | null, { keys }: Settings): ProviderSettings {
  const apiKey = keys.models[provider];
  return {
    ...(baseUrl !== null && { baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    ...(provider === "bedrock" && {
      ...(keys.awsRegion !== null && { region: keys.awsRegion }),
      ...(keys.awsAccessKeyId !== null && { accessKeyId: keys.awsAccessKeyId }),
      ...(keys.awsSecretAccessKey !== null && { secretAccessKey: keys.awsSecretAccessKey }),
    }),
  };
}

/** The operator's prices of models, which override the table. */
export function modelPrices({ prices }: Pick<Settings["reasoner"], "prices">): Record<string, Price> {
  return Object.fromEntries(
    Object.entries(prices).map(([model, { input, cached_input, output }]) => [
      model,
      { input, cached_input: cached_input ?? input, output },
    ]),
  );
}
