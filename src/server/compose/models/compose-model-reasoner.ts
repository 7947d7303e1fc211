import { keyVariables } from "#src/core/config/model-servers.ts";
import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { createLlmReasoner } from "#src/debate/reasoners/llm/llm-reasoner.ts";
import { ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import { isFree } from "#src/debate/reasoners/llm/providers.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { type ReasonerChoice, modelPrices, modelsOf, providerSettings } from "./choices.ts";

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
