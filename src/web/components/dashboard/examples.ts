import type { AssetType } from "#src/contract/analysis.ts";
import type { AnalysisEnvironment } from "#src/services/analyses/lib/analysis-environment.ts";

export interface Example {
  readonly symbol: string;
  readonly name: string;
  readonly assetType: AssetType;
  readonly tradeDate: string;
}

const mostShown = 3;

const known: readonly Omit<Example, "tradeDate">[] = [
  { symbol: "AAPL", name: "Apple", assetType: "stock" },
  { symbol: "SPY", name: "S&P 500 fund", assetType: "stock" },
  { symbol: "BTC-USD", name: "Bitcoin", assetType: "crypto" },
];

/** What a newcomer can start with one press: of the archives' instruments with prices, one of each kind first. */
export function examplesOf({ instruments, config, read }: AnalysisEnvironment): Example[] {
  const priced = instruments.flatMap(({ symbol, name, assetType, to }) =>
    to === null ? [] : [{ symbol, name, kind: assetType, tradeDate: to }],
  );
  const firsts = ["stock", "crypto", "index"].flatMap((kind) => priced.find((one) => one.kind === kind) ?? []);
  const listed = [...new Set([...firsts, ...priced])].map(({ kind, ...one }) => ({
    ...one,
    assetType: kind === "crypto" ? ("crypto" as const) : ("stock" as const),
  }));
  const online = config.online_tools
    ? known.flatMap((one) => {
        const found = read(one.symbol, one.assetType);
        return found.ok ? [{ ...one, tradeDate: found.lastSession }] : [];
      })
    : [];
  return (listed.length > 0 ? listed : online).slice(0, mostShown);
}
