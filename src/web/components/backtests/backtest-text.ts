import type { StrategyName } from "#src/contract/backtests/backtest.ts";
import type { ChartColours } from "#src/web/components/charts/chart-look.ts";
import { type RangeName, ranges } from "#src/web/components/charts/chart-view.ts";

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

/** More points than a screen has columns are not seen. */
const most = 1500;

/** Which of `count` sessions are drawn: each nth, the first and the last. */
export function drawnSessions(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  const drawn = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  return drawn.at(-1) === count - 1 || count === 0 ? drawn : [...drawn, count - 1];
}

/** The first of the drawn points that a range shows. @param total sessions that the points stand for */
export function firstDrawn(points: number, total: number, range: RangeName): number {
  if (ranges[range] >= total) return 0;
  return Math.max(0, points - Math.ceil((ranges[range] * points) / total));
}

/** More rows than this are read by nobody. */
const mostRows = 130;

/** Which drawn sessions from one on a table lists: all where they are few, else the last of each month; newest first. */
export function listedSessions(sessions: readonly string[], from: number): number[] {
  const all = Array.from({ length: sessions.length - from }, (_, index) => from + index);
  const listed =
    all.length <= mostRows ? all : all.filter((at) => sessions[at]?.slice(0, 7) !== sessions[at + 1]?.slice(0, 7));
  return listed.toReversed();
}

/** Of each session, how far the equity is below the highest until then: 0 or below. */
export function drawdowns(equity: readonly number[]): number[] {
  let peak = 0;
  return equity.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? value / peak - 1 : 0;
  });
}
