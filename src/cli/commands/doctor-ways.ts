import { chooseReasoner, noWish } from "#src/compose/choose-reasoner.ts";
import type { VendorName } from "#src/platform/choice-settings.ts";
import type { Settings } from "#src/platform/config.ts";
import { isConclaveError } from "#src/platform/errors.ts";
import { wayTo } from "#src/platform/proxies.ts";
import { addressOf } from "#src/reasoners/llm/providers.ts";
import { ProviderName } from "#src/reasoners/llm/provider-names.ts";
import type { Cli } from "../cli.ts";

interface Way {
  readonly name: string;
  /** `null`: no proxy is set, which is no fault. */
  readonly ok: boolean | null;
  readonly detail: string;
}

const vendorAddresses: Readonly<Record<Exclude<VendorName, "archive" | "ccxt">, string>> = {
  yahoo: "https://query2.finance.yahoo.com",
  edgar: "https://data.sec.gov",
  gdelt: "https://api.gdeltproject.org",
  "alpha-vantage": "https://www.alphavantage.co",
  finnhub: "https://finnhub.io",
  fred: "https://api.stlouisfed.org",
  stocktwits: "https://api.stocktwits.com",
  reddit: "https://www.reddit.com",
};

/** Which way the models in use, and vendors, are asked. */
export async function waysOut({ settings }: Pick<Cli, "settings">): Promise<Way[]> {
  const proxies = settings.proxies.all;
  if (proxies === null) return [{ name: "proxy", ok: null, detail: "none set: models and vendors are asked directly" }];
  const asked = [...(await modelAddresses(settings)), ...Object.entries(vendorAddresses)];
  return asked.map(([name, url]) => {
    const proxy = wayTo(url, proxies);
    const way = proxy === null ? "directly" : `through the proxy ${proxy}`;
    return { name: `to ${name}`, ok: true, detail: `${new URL(url).hostname}, ${way}` };
  });
}

async function modelAddresses(settings: Settings): Promise<(readonly [name: string, url: string])[]> {
  const choice = await chooseReasoner(noWish, settings).catch((error: unknown) => {
    if (isConclaveError(error)) return null;
    throw error;
  });
  if (choice === null || choice.provider === "rules") return [];
  const { provider, baseUrl, deepProvider, deepBaseUrl } = choice;
  return [
    ...addressedAs(provider, baseUrl, settings),
    ...(deepProvider === undefined ? [] : addressedAs(deepProvider, deepBaseUrl ?? null, settings)),
  ];
}

function addressedAs(name: string, baseUrl: string | null, { keys }: Settings): (readonly [string, string])[] {
  const provider = ProviderName.safeParse(name).data;
  const own: Readonly<Record<string, string>> = {
    azure: `https://${keys.azureResource ?? "RESOURCE"}.openai.azure.com`,
    bedrock: `https://bedrock-runtime.${keys.awsRegion ?? "REGION"}.amazonaws.com`,
  };
  const address =
    provider === undefined ? null : (addressOf(provider, baseUrl === null ? {} : { baseUrl }) ?? own[name]);
  return address == null ? [] : [[name, address]];
}
