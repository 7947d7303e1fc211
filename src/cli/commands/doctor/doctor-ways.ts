import { modelAddresses } from "#src/server/compose/models/probe-models.ts";
import type { VendorName } from "#src/core/config/grouped-variables.ts";
import { wayTo } from "#src/core/network/outbound.ts";
import type { Cli } from "#src/cli/cli.ts";

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

/** Which route requests to the models in use and to vendors take. */
export async function waysOut({ settings }: Pick<Cli, "settings">): Promise<Way[]> {
  const proxies = settings.proxies.all;
  if (proxies === null)
    return [{ name: "proxy", ok: null, detail: "none set: models and vendors are reached directly" }];
  const asked = [...(await modelAddresses(settings)), ...Object.entries(vendorAddresses)];
  return asked.map(([name, url]) => {
    const proxy = wayTo(url, proxies);
    const way = proxy === null ? "directly" : `through the proxy ${proxy}`;
    return { name: `to ${name}`, ok: true, detail: `${new URL(url).hostname}, ${way}` };
  });
}
