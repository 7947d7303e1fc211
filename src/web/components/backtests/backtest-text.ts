import type { StrategyName } from "#src/contract/backtests/backtest.ts";
import type { ChartColours } from "#src/web/components/charts/chart-look.ts";

/** The first few by name, the rest by their number. */
export function symbolsText(symbols: readonly string[]): string {
  const named = symbols.slice(0, 4).join(", ");
  return symbols.length <= 4 ? named : `${named} and ${symbols.length - 4} more`;
}

/** How a strategy's line is drawn: the same in both charts and beside its name. */
interface Look {
  readonly colour: keyof ChartColours;
  readonly dashed: boolean;
  /** Beside the name. */
  readonly swatch: string;
}

export const strategyStyles = {
  debate: { colour: "accent", dashed: false, swatch: "border-accent" },
  debate_levels: { colour: "positive", dashed: true, swatch: "border-positive border-dashed" },
  single_call: { colour: "accent", dashed: true, swatch: "border-accent border-dashed" },
  rules: { colour: "ink", dashed: true, swatch: "border-ink border-dashed" },
  buy_and_hold: { colour: "ink", dashed: false, swatch: "border-ink" },
  always_buy: { colour: "muted", dashed: true, swatch: "border-muted border-dashed" },
  macd: { colour: "positive", dashed: false, swatch: "border-positive" },
  kdj_rsi: { colour: "warning", dashed: false, swatch: "border-warning" },
  zmr: { colour: "review", dashed: false, swatch: "border-review" },
  sma_cross: { colour: "negative", dashed: false, swatch: "border-negative" },
  random: { colour: "muted", dashed: false, swatch: "border-muted" },
} as const satisfies Record<StrategyName, Look>;

export interface StrategyLine {
  readonly strategy: StrategyName;
  readonly title: string;
  /** Return since the start, at each session; 0.1 is 10 %. */
  readonly returns: readonly number[];
  /** Below the highest equity so far: 0 or below. */
  readonly drawdowns: readonly number[];
}
