import type { BacktestSettings } from "#src/contract/backtest.ts";

/**
 * The command that makes a backtest again. A result names its archives and does not know their folders: each `--archive`
 * is the folder of the archive with that name.
 */
export function backtestCommand(settings: BacktestSettings): string {
  const { reasoner, cutoff } = settings;
  const model =
    reasoner.provider === "rules"
      ? ["--reasoner", "rules"]
      : [
          ...["--reasoner", "llm", "--provider", reasoner.provider, "--deep", reasoner.deep, "--quick", reasoner.quick],
          ...(reasoner.base_url === null ? [] : ["--base-url", reasoner.base_url]),
        ];
  const words = [
    ...settings.archives.flatMap(({ name }) => ["--archive", name]),
    ...["--symbols", settings.symbols.join(",")],
    ...(settings.asset_type === "crypto" ? ["--asset-type", "crypto"] : []),
    ...["--from", settings.from, "--to", settings.to, "--every", `${settings.every}d`],
    ...model,
    ...["--analysts", settings.analysts.join(",")],
    ...["--rounds", String(settings.rounds), "--risk-rounds", String(settings.risk_rounds)],
    ...["--commission-bps", String(settings.commission_bps), "--slippage-bps", String(settings.slippage_bps)],
    ...(settings.short ? ["--short"] : []),
    ...(settings.mask_ticker ? ["--mask-ticker"] : []),
    ...(cutoff === null ? [] : ["--cutoff", cutoff]),
    ...["--seed", String(settings.seed)],
  ];
  return ["conclave", "backtest", ...words.map(quoted)].join(" ");
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w.,:/=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
