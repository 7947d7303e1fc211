import type { LanguageModel } from "ai";
import { InvalidInput } from "#src/platform/errors.ts";
import type { ProviderName } from "./provider-names.ts";

/** Where a provider is and who is asking. Nothing is read from the environment behind the caller's back. */
export interface ProviderSettings {
  readonly apiKey?: string;
  /** Another address than the provider's own: a gateway, a proxy, a machine in the house. */
  readonly baseUrl?: string;
  /** Azure: the resource, as in `https://RESOURCE.openai.azure.com`. Models are named by deployment. */
  readonly resourceName?: string;
  /** Bedrock: the region, and instead of an API key the two parts of an access key. */
  readonly region?: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  readonly sessionToken?: string;
}

/** What a provider's models take. */
export interface Traits {
  /** False where a seed is refused or ignored with a warning. */
  readonly seed: boolean;
  /** False where a JSON schema cannot be sent: then it stands at the end of the prompt. */
  readonly schema: boolean;
  /** How the end of a shared start is marked for the prompt cache; `null` where the provider finds it by itself. */
  readonly cacheMark: "anthropic" | "openai" | "bedrock" | null;
}

export function traitsOf(provider: ProviderName, model: string, settings: ProviderSettings): Traits {
  const gateway = settings.baseUrl !== undefined;
  const usual: Traits = { seed: true, schema: true, cacheMark: null };
  switch (provider) {
    case "openai":
      // The responses API has no seed. Marks are honoured from GPT-5.6 on.
      return gateway
        ? usual
        : { seed: false, schema: true, cacheMark: /^gpt-(5\.[6-9]|[6-9])/.test(model) ? "openai" : null };
    case "azure":
      return { seed: false, schema: true, cacheMark: null };
    case "anthropic":
      return { seed: false, schema: true, cacheMark: "anthropic" };
    case "bedrock":
      return { seed: false, schema: true, cacheMark: model.includes("anthropic.") ? "bedrock" : null };
    case "deepseek":
      return { seed: false, schema: false, cacheMark: null };
    default:
      return usual;
  }
}

/** @throws InvalidInput when a setting is missing without which no call can be made */
export function checkSettings(provider: ProviderName, settings: ProviderSettings): void {
  const need = (ok: boolean, what: string): void => {
    if (!ok) throw new InvalidInput(`llm_provider ${provider} needs ${what}`);
  };
  const { apiKey, baseUrl, resourceName, region, accessKeyId, secretAccessKey } = settings;
  if (provider === "openai-compatible") need(filled(baseUrl), "a base URL");
  else if (provider === "azure") {
    need(filled(apiKey), "an API key");
    need(filled(resourceName) || filled(baseUrl), "a resource name or a base URL");
  } else if (provider === "bedrock") {
    need(filled(region), "a region");
    need(
      filled(apiKey) || (filled(accessKeyId) && filled(secretAccessKey)),
      "an API key or an access key with its secret",
    );
  } else if (provider !== "ollama") need(filled(apiKey), "an API key");
}

function filled(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

/** Loads the package of the chosen provider, and only that one. Call `checkSettings` before. */
export async function loadModel(
  provider: ProviderName,
  model: string,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const { baseUrl } = settings;
  const apiKey = settings.apiKey ?? "";
  const common = { apiKey, fetch };
  switch (provider) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const openai = createOpenAI({ ...common, baseURL: baseUrl ?? "https://api.openai.com/v1" });
      // Gateways speak chat completions; the responses API is OpenAI's own.
      return baseUrl === undefined ? openai.responses(model) : openai.chat(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ ...common, baseURL: baseUrl ?? "https://api.anthropic.com/v1" })(model);
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ ...common, baseURL: baseUrl ?? "https://generativelanguage.googleapis.com/v1beta" })(model);
    }
    case "xai": {
      if (baseUrl !== undefined) return compatible("xai", model, baseUrl, apiKey, fetch);
      const { createXai } = await import("@ai-sdk/xai");
      return createXai(common)(model);
    }
    case "deepseek": {
      const { createDeepSeek } = await import("@ai-sdk/deepseek");
      return createDeepSeek({ ...common, baseURL: baseUrl ?? "https://api.deepseek.com" })(model);
    }
    case "mistral": {
      const { createMistral } = await import("@ai-sdk/mistral");
      return createMistral({ ...common, baseURL: baseUrl ?? "https://api.mistral.ai/v1" })(model);
    }
    case "groq": {
      const { createGroq } = await import("@ai-sdk/groq");
      return createGroq({ ...common, baseURL: baseUrl ?? "https://api.groq.com/openai/v1" })(model);
    }
    case "azure":
      return azure(model, settings, fetch);
    case "bedrock":
      return bedrock(model, settings, fetch);
    case "openrouter":
      return compatible("openrouter", model, baseUrl ?? "https://openrouter.ai/api/v1", apiKey, fetch);
    case "ollama":
      return compatible("ollama", model, baseUrl ?? "http://127.0.0.1:11434/v1", apiKey, fetch);
    case "openai-compatible":
      return compatible("openai-compatible", model, baseUrl ?? "", apiKey, fetch);
  }
}

async function compatible(
  name: string,
  model: string,
  baseURL: string,
  apiKey: string,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({ name, baseURL, apiKey, fetch, includeUsage: true, supportsStructuredOutputs: true })(
    model,
  );
}

async function azure(
  model: string,
  { apiKey, baseUrl, resourceName }: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const { createAzure } = await import("@ai-sdk/azure");
  const where = baseUrl !== undefined ? { baseURL: baseUrl } : { resourceName: resourceName ?? "" };
  return createAzure({ apiKey: apiKey ?? "", fetch, ...where })(model);
}

async function bedrock(
  model: string,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
  const { apiKey, baseUrl, region, accessKeyId, secretAccessKey, sessionToken } = settings;
  return createAmazonBedrock({
    fetch,
    region: region ?? "",
    // An empty key keeps the package from taking one out of the environment when an access key is given.
    apiKey: apiKey ?? "",
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(accessKeyId === undefined ? {} : { accessKeyId }),
    ...(secretAccessKey === undefined ? {} : { secretAccessKey }),
    ...(sessionToken === undefined ? {} : { sessionToken }),
  })(model);
}
