import { keyVariables } from "#src/core/config/model-servers.ts";
import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { createLlmReasoner } from "#src/debate/reasoners/llm/llm-reasoner.ts";
import { ProviderName, defaultModels } from "#src/debate/reasoners/llm/provider-names.ts";
import { checkKey, isFree } from "#src/debate/reasoners/llm/providers.ts";
import type { CallReport, Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { type ReasonerChoice, modelPrices, modelsOf, providerSettings } from "./choices.ts";
import type { CustomerProvider, KeyVerdict, OwnModel } from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { assumedPrice, costOf, priceOf } from "#src/debate/reasoners/llm/pricing.ts";
import type { TokenPrice } from "#src/product/analyses/public/submission.ts";
import type { OwnModels } from "#src/product/model-keys/public/own-environment.ts";

/** @throws InvalidInput for an unknown provider, or one without key or models */
export function composeModelReasoner(choice: ReasonerChoice, settings: Settings): Reasoner {
  const provider = ProviderName.safeParse(choice.provider);
  if (!provider.success)
    throw new InvalidInput(
      `provider: must be rules or one of ${ProviderName.options.join(", ")}, not "${choice.provider}"`,
    );
  const { concurrency, totalMs, idleMs } = settings.reasoner;
  const asked = providerSettings(provider.data, choice.baseUrl, settings);
  if (needsKey(provider.data) && asked.apiKey === undefined)
    throw new InvalidInput(
      `${provider.data} needs a key: set ${keyVariables[provider.data] ?? `${provider.data}=KEY in SERVICE_LLM_API_KEY`}`,
    );
  if (provider.data === "openai-compatible" && choice.baseUrl === null)
    throw new InvalidInput("openai-compatible needs an address: pass --base-url or set SERVICE_LLM_BASE_URL");
  if (provider.data === "bedrock" && settings.keys.awsRegion === null)
    throw new InvalidInput("bedrock needs a region: set AWS_REGION");
  return createLlmReasoner({
    provider: provider.data,
    settings: asked,
    models: modelsOf(provider.data, choice),
    prices: modelPrices(settings.reasoner),
    effort: choice.effort,
    temperature: choice.temperature,
    maxOutputTokens: choice.maxOutputTokens,
    maxRetries: choice.maxRetries,
    concurrency,
    totalMs,
    idleMs,
  });
}

/** Not where a key is not all, or not needed. */
function needsKey(provider: ProviderName): boolean {
  return !isFree(provider) && provider !== "bedrock" && provider !== "openai-compatible";
}

/** The operator says where it goes, never the customer. */
export interface CustomerModels extends OwnModels {
  check(provider: CustomerProvider, key: string): Promise<KeyVerdict>;
  /** `null` where models must be named. */
  defaultsOf(provider: CustomerProvider): { readonly deep: string; readonly quick: string } | null;
  /** The key stands only in here. @throws InvalidInput as `modelsOf` */
  reasonerOf(choice: OwnModel, key: string): Reasoner;
  /** Its cost, or the dearest list price where unknown. */
  chargeOf(call: CallReport): Usd;
}

export function composeCustomerModels({ reasoner }: Pick<Settings, "reasoner">): CustomerModels {
  const { addresses, concurrency, totalMs, idleMs } = reasoner;
  const addressOf = (provider: CustomerProvider): string | undefined => addresses[provider];
  const prices = modelPrices(reasoner);
  const named = ({ llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick }: OwnModel) => {
    const models = { ...defaultModels[provider], ...modelsOf(provider, { provider, deep, quick, baseUrl: null }) };
    if (models.deep === undefined || models.quick === undefined) throw new RangeError(`${provider} has no models`);
    return { deep: models.deep, quick: models.quick };
  };
  return {
    check: (provider, key) => checkKey(provider, key, addressOf(provider)),
    defaultsOf: (provider) => defaultModels[provider],
    modelsOf: named,
    priceOf: (provider, model) => {
      const price = priceOf(provider, model, prices);
      return price === null ? null : tokenPrice(price);
    },
    reasonerOf: (choice, apiKey) => {
      const baseUrl = addressOf(choice.llm_provider);
      return createLlmReasoner({
        provider: choice.llm_provider,
        settings: { apiKey, ...(baseUrl !== undefined && { baseUrl }) },
        models: named(choice),
        prices,
        assumedPrice,
        effort: choice.reasoning_effort,
        temperature: choice.temperature,
        concurrency,
        totalMs,
        idleMs,
      });
    },
    chargeOf: ({ costUsd, tokens: { input_tokens: input, cached_input_tokens: cached, output_tokens: output } }) =>
      costUsd ?? costOf(assumedPrice, { input, cached, written: 0, output }) ?? "0",
  };
}

function tokenPrice(price: { readonly input: Usd; readonly cached_input: Usd; readonly output: Usd }): TokenPrice {
  return { input: price.input, cachedInput: price.cached_input, output: price.output };
}
