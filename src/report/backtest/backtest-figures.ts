import type { BacktestMetrics, BacktestResult, StrategyName } from "#src/contract/backtests/backtest.ts";
import type { Interval } from "#src/contract/backtests/interval.ts";
import { percentText } from "#src/core/text/number-text.ts";
import { effectiveText, endsOf, missingText } from "./interval-text.ts";

export const strategyTitles: Readonly<Record<StrategyName, string>> = {
  debate: "Debate",
  debate_levels: "Debate, by its levels",
  single_call: "Single call",
  rules: "Rules engine",
  buy_and_hold: "Buy and hold",
  always_buy: "Always Buy",
  macd: "MACD",
  kdj_rsi: "KDJ & RSI",
  zmr: "ZMR",
  sma_cross: "SMA cross",
  random: "Random",
};

/** Of what `figures` gives. */
export const headings = [
  "Return",
  "Annual return",
  "Sharpe",
  "Sortino",
  "Max drawdown",
  "Calmar",
  "Turnover",
  "Exposure",
  "Trades",
];

/** The figures of a row, as text: percents with one decimal, ratios with two; `–` where there is none. */
export function figures(metrics: BacktestMetrics): string[] {
  return [
    percent(metrics.cumulative_return),
    percent(metrics.annual_return),
    ratio(metrics.sharpe),
    ratio(metrics.sortino),
    percent(metrics.max_drawdown),
    ratio(metrics.calmar),
    ratio(metrics.turnover),
    percent(metrics.exposure),
    String(metrics.trades),
  ];
}

/** What a strategy is called; the debate with who argued it. */
export function titleOf({ settings }: Pick<BacktestResult, "settings">, strategy: StrategyName): string {
  return strategy === "debate" ? `Debate (${settings.reasoner.provider})` : strategyTitles[strategy];
}

/** `12.3%`, with a real minus; `–` where there is none. */
export function percent(value: number | null, more = 0): string {
  return value === null ? "–" : percentText(value, 1 + more);
}

/** Two decimals, with a real minus. */
export function ratio(value: number | null, more = 0): string {
  return value === null ? "–" : minus(value.toFixed(2 + more));
}

function minus(text: string): string {
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text.replace("-", "−");
}

/** `low to high`, or why there is no interval; `–` where none could be. */
export function span(interval: Interval | null, show: (value: number, more: number) => string): string {
  if (interval === null) return "–";
  return interval.status === "given" ? endsOf(interval, show).join(" to ") : missingText(interval);
}

/** How many independent outcomes the interval rests on. */
export function worth(interval: Interval | null): string {
  return interval?.status === "given" ? effectiveText(interval) : "–";
}
