import type { LanguageModel } from "ai";
import { InvalidInput } from "#src/core/errors.ts";
import { type ModelServerName, modelServer } from "#src/core/config/model-servers.ts";
import type { CustomerProvider, KeyVerdict } from "#src/contract/jobs/model-keys.ts";
import type { ProviderName } from "./provider-names.ts";

/** Nothing is read from the environment. */
export interface ProviderSettings {
  readonly apiKey?: string;
  /** A gateway, a proxy, or a machine of one's own. */
  readonly baseUrl?: string;
  /** Azure: the resource, as in `https://RESOURCE.openai.azure.com`. Models are named by deployment. */
  readonly resourceName?: string;
  /** Bedrock: region, and both parts of an access key. */
  readonly region?: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  readonly sessionToken?: string;
}

/** Secrets that must not appear in any text. */
export function secretsIn({ apiKey, secretAccessKey, sessionToken }: ProviderSettings): string[] {
  return [apiKey, secretAccessKey, sessionToken].filter((secret) => secret !== undefined);
}

/** What a provider's models take. */
export interface Traits {
  /** False where a seed is refused or ignored with a warning. */
  readonly seed: boolean;
  /** False: the schema goes to the end of the prompt. */
  readonly schema: boolean;
  /** How a shared start is marked; `null`: found by itself. */
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
    default: {
      const lacks = modelServer(provider)?.lacks ?? [];
      return { ...usual, schema: !lacks.includes("schema"), seed: !lacks.includes("seed") };
    }
  }
}

function isModelServer(provider: ProviderName): provider is ModelServerName {
  return modelServer(provider) !== undefined;
}

/** On the user's own machine: needs no key and costs nothing. */
export function isFree(provider: ProviderName): boolean {
  return provider === "ollama" || modelServer(provider)?.local === true;
}

/** @throws InvalidInput when a needed setting is missing */
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
  } else if (!isFree(provider)) need(filled(apiKey), "an API key");
}

function filled(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

/** `null`: the settings must say, or the package knows. */
const usualAddresses: Readonly<Record<Exclude<ProviderName, ModelServerName>, string | null>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  xai: "https://api.x.ai/v1",
  deepseek: "https://api.deepseek.com",
  mistral: "https://api.mistral.ai/v1",
  groq: "https://api.groq.com/openai/v1",
  openrouter: "https://openrouter.ai/api/v1",
  azure: null,
  bedrock: null,
  ollama: "http://127.0.0.1:11434/v1",
  "openai-compatible": null,
};

export function addressOf(provider: ProviderName, { baseUrl }: ProviderSettings): string | null {
  const own = isModelServer(provider) ? (modelServer(provider)?.address ?? null) : usualAddresses[provider];
  return baseUrl === undefined ? own : withOwnPath(provider, baseUrl, own);
}

/** Adds the path that was left out of a known host's address. */
function withOwnPath(provider: ProviderName, baseUrl: string, own: string | null): string {
  if (own === null || !URL.canParse(baseUrl)) return baseUrl;
  const [given, usual] = [new URL(baseUrl), new URL(own)];
  const isBare = given.pathname === "/" || (provider === "ollama" && given.pathname === "/api");
  const isCertain = isBare && given.search === "" && (given.host === usual.host || isFree(provider));
  return isCertain ? `${given.origin}${usual.pathname.replace(/\/$/, "")}` : baseUrl;
}

/** Loads only the chosen package. Call `checkSettings` before. */
export async function loadModel(
  provider: ProviderName,
  model: string,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const { baseUrl } = settings;
  const apiKey = settings.apiKey ?? "";
  const baseURL = addressOf(provider, settings) ?? "";
  const common = { apiKey, fetch, baseURL };
  switch (provider) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const openai = createOpenAI(common);
      // Gateways speak chat completions; the responses API is OpenAI's own.
      return baseUrl === undefined ? openai.responses(model) : openai.chat(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(common)(model);
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle(common)(model);
    }
    case "xai": {
      if (baseUrl !== undefined) return compatible(provider, model, common);
      const { createXai } = await import("@ai-sdk/xai");
      return createXai(common)(model);
    }
    case "deepseek": {
      const { createDeepSeek } = await import("@ai-sdk/deepseek");
      return createDeepSeek(common)(model);
    }
    case "mistral": {
      const { createMistral } = await import("@ai-sdk/mistral");
      return createMistral(common)(model);
    }
    case "groq": {
      const { createGroq } = await import("@ai-sdk/groq");
      return createGroq(common)(model);
    }
    case "azure":
      return azure(model, settings, fetch);
    case "bedrock":
      return bedrock(model, settings, fetch);
    default:
      return compatible(provider, model, common);
  }
}

async function compatible(
  name: string,
  model: string,
  common: { readonly baseURL: string; readonly apiKey: string; readonly fetch: typeof globalThis.fetch },
): Promise<LanguageModel> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({ ...common, name, includeUsage: true, supportsStructuredOutputs: true })(model);
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
  { apiKey, baseUrl, region }: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
  return createAmazonBedrock({
    fetch,
    region: region ?? "",
    // With a key the package leaves signing to `wireFetch`.
    apiKey: filled(apiKey) ? (apiKey ?? "") : "signed on the wire",
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  })(model);
}

/** AWS signs last: later changes would break the signature. */
export function wireFetch(
  provider: ProviderName,
  { apiKey, region = "", accessKeyId, secretAccessKey, sessionToken }: ProviderSettings,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  if (provider !== "bedrock" || filled(apiKey) || accessKeyId === undefined || secretAccessKey === undefined)
    return fetch;
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  return async (input, init) => {
    const { AwsV4Signer } = await import("aws4fetch");
    const headers = new Headers(init?.headers);
    headers.delete("authorization");
    const url = input instanceof Request ? input.url : String(input);
    const { method = "POST", body = null } = init ?? {};
    const signed = await new AwsV4Signer({ ...keys, region, service: "bedrock", method, url, headers, body }).sign();
    return fetch(signed.url, { ...init, headers: signed.headers });
  };
}

const answerMs = 10_000;

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

interface Question {
  readonly baseUrl: string;
  /** A free endpoint that needs a key. */
  readonly path: string;
  readonly headers: (key: string) => Record<string, string>;
}

const questions: Readonly<Record<CustomerProvider, Question>> = {
  openai: { baseUrl: "https://api.openai.com/v1", path: "/models", headers: bearer },
  anthropic: {
    baseUrl: "https://api.anthropic.com/v1",
    path: "/models?limit=1",
    headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  },
  google: {
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    path: "/models?pageSize=1",
    headers: (key) => ({ "x-goog-api-key": key }),
  },
  xai: { baseUrl: "https://api.x.ai/v1", path: "/models", headers: bearer },
  deepseek: { baseUrl: "https://api.deepseek.com", path: "/models", headers: bearer },
  mistral: { baseUrl: "https://api.mistral.ai/v1", path: "/models", headers: bearer },
  groq: { baseUrl: "https://api.groq.com/openai/v1", path: "/models", headers: bearer },
  // Its models are listed to everybody.
  openrouter: { baseUrl: "https://openrouter.ai/api/v1", path: "/key", headers: bearer },
};

/**
 * A free request; only the status is read, as providers repeat keys in errors.
 * @param baseUrl set by the operator
 */
export async function checkKey(provider: CustomerProvider, key: string, baseUrl?: string): Promise<KeyVerdict> {
  const { path, headers, ...own } = questions[provider];
  try {
    const response = await fetch(`${(baseUrl ?? own.baseUrl).replace(/\/$/, "")}${path}`, {
      headers: headers(key),
      signal: AbortSignal.timeout(answerMs),
      // A key goes to the provider alone.
      redirect: "error",
    });
    await response.body?.cancel();
    if (response.ok) return { kind: "accepted" };
    const reason = `status ${response.status}`;
    // Google and xAI answer 400 for an unknown key.
    return { kind: [400, 401, 403].includes(response.status) ? "refused" : "unreachable", reason };
  } catch (error) {
    const late = error instanceof Error && error.name === "TimeoutError";
    return { kind: "unreachable", reason: late ? "no answer in 10 seconds" : "no connection" };
  }
}
