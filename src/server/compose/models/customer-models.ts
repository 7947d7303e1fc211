import type { CustomerProvider, KeyVerdict, OwnModel } from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Settings } from "#src/core/config/config.ts";
import { checkKey } from "#src/debate/reasoners/llm/providers.ts";
import { createLlmReasoner } from "#src/debate/reasoners/llm/llm-reasoner.ts";
import { assumedPrice, costOf, priceOf } from "#src/debate/reasoners/llm/pricing.ts";
import { defaultModels } from "#src/debate/reasoners/llm/provider-names.ts";
import type { CallReport, Reasoner } from "#src/debate/reasoners/reasoner.ts";
import type { TokenPrice } from "#src/product/analyses/public/analysis-environment.ts";
import type { OwnModels } from "#src/product/model-keys/public/own-environment.ts";
import { modelsOf, modelPrices } from "./choices.ts";

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
