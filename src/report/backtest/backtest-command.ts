import type { BacktestSettings } from "#src/contract/backtests/backtest.ts";

/**
 * The command that makes a backtest again. A result names its archives and does not know their folders: each `--archive`
 * is the folder of the archive with that name.
 */
export function backtestCommand(settings: BacktestSettings): string {
  const { reasoner, cutoff } = settings;
  const model: readonly Flag[] =
    reasoner.provider === "rules"
      ? [["reasoner", "rules"]]
      : [
          ["reasoner", "llm"],
          ["provider", reasoner.provider],
          ["deep", reasoner.deep],
          ["quick", reasoner.quick],
          ["base-url", reasoner.base_url],
        ];
  const flags: readonly Flag[] = [
    ...settings.archives.map(({ name }): Flag => ["archive", name]),
    ["symbols", settings.symbols.join(",")],
    ["asset-type", settings.asset_type === "crypto" ? "crypto" : null],
    ["from", settings.from],
    ["to", settings.to],
    ["every", `${settings.every}d`],
    ...model,
    ["analysts", settings.analysts.join(",")],
    ["rounds", String(settings.rounds)],
    ["risk-rounds", String(settings.risk_rounds)],
    ["commission-bps", String(settings.commission_bps)],
    ["slippage-bps", String(settings.slippage_bps)],
    ["short", settings.short],
    ["seeds", settings.runs === undefined ? null : String(settings.runs)],
    ["no-single-call", reasoner.provider !== "rules" && settings.single_call !== true],
    ["mask-ticker", settings.mask_ticker],
    ["cutoff", cutoff],
    ["seed", String(settings.seed)],
  ];
  return ["conclave backtest", ...flags.flatMap(written)].join(" ");
}

/** A value, or whether one without a value is there; `null` and `false`: not there. */
type Flag = readonly [name: string, value: string | boolean | null];

function written([name, value]: Flag): string[] {
  if (value === null || value === false) return [];
  return value === true ? [`--${name}`] : [`--${name}`, quoted(value)];
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w.,:/=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
