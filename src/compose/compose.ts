import type { MarketChain, Vendor } from "#src/market/market-data.ts";
import { createAlphaVantage } from "#src/market/vendors/alpha-vantage.ts";
import { openArchive } from "#src/market/vendors/archive.ts";
import { createCcxt } from "#src/market/vendors/ccxt.ts";
import { createEdgar } from "#src/market/vendors/edgar.ts";
import { createFinnhub } from "#src/market/vendors/finnhub.ts";
import { createFred } from "#src/market/vendors/fred.ts";
import { createGdelt } from "#src/market/vendors/gdelt.ts";
import { createReddit } from "#src/market/vendors/reddit.ts";
import { createStocktwits } from "#src/market/vendors/stocktwits.ts";
import { createYahoo } from "#src/market/vendors/yahoo.ts";
import type { VendorKind, VendorName } from "#src/platform/choice-settings.ts";
import type { Settings } from "#src/platform/config.ts";
import { InvalidInput, VendorFailed } from "#src/platform/errors.ts";
import { createLlmReasoner } from "#src/reasoners/llm/llm-reasoner.ts";
import { ProviderName } from "#src/reasoners/llm/provider-names.ts";
import type { ProviderSettings } from "#src/reasoners/llm/providers.ts";
import type { Reasoner } from "#src/reasoners/reasoner.ts";
import { createRulesReasoner } from "#src/reasoners/rules/rules-reasoner.ts";
import type { DataChoice, ReasonerChoice } from "./choices.ts";
import { modelsOf } from "./models-of.ts";

export { checkArchive } from "#src/market/vendors/archive-check.ts";

type OnlineName = Exclude<VendorName, "archive">;

/** What each kind is asked of when MARKET_VENDORS does not say: the keyless vendors, and before them those with a key. */
function usualVendors({ keys }: Settings): Record<VendorKind, readonly OnlineName[]> {
  const news: OnlineName[] = ["gdelt"];
  if (keys.alphaVantage !== null) news.unshift("alpha-vantage");
  if (keys.finnhub !== null) news.unshift("finnhub");
  return {
    bars: ["yahoo", "ccxt"],
    actions: ["yahoo"],
    filings: ["edgar"],
    news,
    social: [],
    macro: keys.fred === null ? [] : ["fred"],
    funding: ["ccxt"],
  };
}

/** Opens the archives and puts the online chain behind them, if it is wanted. @throws InvalidInput for a folder that is no sound archive */
export async function composeChain(choice: DataChoice, settings: Settings): Promise<MarketChain> {
  const archives = await Promise.all(choice.archives.map(openSound));
  if (!choice.online) return sameForAll(archives);
  const made = new Map<OnlineName, Vendor>();
  const vendor = (name: OnlineName): Vendor => {
    const known = made.get(name) ?? createVendor(name, settings);
    made.set(name, known);
    return known;
  };
  const usual = usualVendors(settings);
  const chain = (kind: VendorKind): Vendor[] => {
    const wanted = settings.vendors === null ? undefined : (settings.vendors[kind] ?? []);
    if (wanted === undefined) return [...archives, ...usual[kind].map(vendor)];
    return wanted.flatMap((name) => (name === "archive" ? archives : [vendor(name)]));
  };
  const byKind = {
    bars: chain("bars"),
    actions: chain("actions"),
    filings: chain("filings"),
    news: chain("news"),
    social: chain("social"),
    macro: chain("macro"),
    funding: chain("funding"),
  };
  return {
    instruments: [...new Set([...archives, ...byKind.bars])].filter((one) => one.instrument !== undefined),
    byKind,
  };
}

async function openSound(dir: string): Promise<Vendor> {
  return openArchive(dir).catch((error: unknown) => {
    if (error instanceof VendorFailed)
      throw new InvalidInput(`the archive ${dir} is broken: ${error.message}`, { cause: error });
    throw error;
  });
}

function sameForAll(vendors: readonly Vendor[]): MarketChain {
  return {
    instruments: vendors,
    byKind: {
      bars: vendors,
      actions: vendors,
      filings: vendors,
      news: vendors,
      social: vendors,
      macro: vendors,
      funding: vendors,
    },
  };
}

function createVendor(name: OnlineName, { keys, edgarContact }: Settings): Vendor {
  const key = (value: string | null, variable: string): string => {
    if (value === null) throw new InvalidInput(`MARKET_VENDORS names ${name}, which needs ${variable}`);
    return value;
  };
  switch (name) {
    case "yahoo":
      return createYahoo();
    case "edgar":
      return createEdgar({ contact: edgarContact });
    case "fred":
      return createFred({ apiKey: key(keys.fred, "FRED_API_KEY") });
    case "gdelt":
      return createGdelt();
    case "alpha-vantage":
      return createAlphaVantage({ apiKey: key(keys.alphaVantage, "ALPHA_VANTAGE_API_KEY") });
    case "finnhub":
      return createFinnhub({ apiKey: key(keys.finnhub, "FINNHUB_API_KEY") });
    case "ccxt":
      return createCcxt();
    case "stocktwits":
      return createStocktwits();
    case "reddit":
      return createReddit({ userAgent: "conclave/0.1 (market research)" });
  }
}

/** The reasoner of a choice. @throws InvalidInput for an unknown provider, and one without its key or its models */
export function composeReasoner(choice: ReasonerChoice, settings: Settings): Reasoner {
  if (choice.provider === "rules") return createRulesReasoner();
  const provider = ProviderName.safeParse(choice.provider);
  if (!provider.success)
    throw new InvalidInput(
      `provider: must be rules or one of ${ProviderName.options.join(", ")}, not "${choice.provider}"`,
    );
  const { concurrency, totalMs, idleMs, prices } = settings.reasoner;
  const asked = providerSettings(provider.data, choice.baseUrl, settings);
  const variable = keyVariable[provider.data];
  if (variable !== null && asked.apiKey === undefined)
    throw new InvalidInput(`${provider.data} needs a key: set ${variable}`);
  if (provider.data === "openai-compatible" && choice.baseUrl === null)
    throw new InvalidInput("openai-compatible needs an address: give --base-url or set SERVICE_LLM_BASE_URL");
  if (provider.data === "bedrock" && settings.keys.awsRegion === null)
    throw new InvalidInput("bedrock needs a region: set AWS_REGION");
  return createLlmReasoner({
    provider: provider.data,
    settings: asked,
    models: modelsOf(provider.data, choice),
    prices: Object.fromEntries(
      Object.entries(prices).map(([model, { input, cached_input, output }]) => [
        model,
        { input, cached_input: cached_input ?? input, output },
      ]),
    ),
    concurrency,
    totalMs,
    idleMs,
  });
}

/** Without which a provider cannot be asked; `null` where a key is not all it takes, or none is needed. */
const keyVariable: Readonly<Record<ProviderName, string | null>> = {
  openai: "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
  xai: "XAI_API_KEY",
  deepseek: "DEEPSEEK_API_KEY",
  mistral: "MISTRAL_API_KEY",
  groq: "GROQ_API_KEY",
  openrouter: "OPENROUTER_API_KEY",
  azure: "AZURE_API_KEY",
  bedrock: null,
  ollama: null,
  "openai-compatible": null,
};

/** Where a provider is, and by which key it is asked. */
export function providerSettings(provider: ProviderName, baseUrl: string | null, { keys }: Settings): ProviderSettings {
  const address = baseUrl === null ? {} : { baseUrl };
  const keyed = (apiKey: string | null): ProviderSettings => ({ ...address, ...(apiKey !== null && { apiKey }) });
  switch (provider) {
    case "azure":
      return { ...keyed(keys.azure), ...(keys.azureResource !== null && { resourceName: keys.azureResource }) };
    case "bedrock":
      return {
        ...keyed(keys.bedrock),
        ...(keys.awsRegion !== null && { region: keys.awsRegion }),
        ...(keys.awsAccessKeyId !== null && { accessKeyId: keys.awsAccessKeyId }),
        ...(keys.awsSecretAccessKey !== null && { secretAccessKey: keys.awsSecretAccessKey }),
        ...(keys.awsSessionToken !== null && { sessionToken: keys.awsSessionToken }),
      };
    case "ollama":
      return address;
    case "openai-compatible":
      return keyed(keys.openaiCompatible);
    default:
      return keyed(keys[provider]);
  }
}
