import type { ChartBar, Levels } from "#src/contract/run/run.ts";
import { namedLevels } from "#src/contract/backtests/levels.ts";

/* What the drawn chart and the live one have in common, so that the one takes the other's place without a jump. */

/** Of the width, in bars: the field behind the as-of date. */
export const emptyBars = 8;
/** Of the height, above the highest price and below the lowest. */
export const margins = { top: 0.1, bottom: 0.24 } as const;
/** Of the height, what the highest volume takes at the bottom. */
export const volumeShare = 0.16;
/** Of the time scale's row, in pixels. */
export const timeScaleHeight = 28;
/** Digits behind the point of the price scale. */
export function precisionOf(bars: readonly ChartBar[]): number {
  const smallest = Math.min(...bars.map(({ low }) => low));
  return smallest >= 1 ? 2 : Math.min(10, 3 - Math.floor(Math.log10(smallest)));
}

/** Of the price scale's column, in pixels: its longest label and some room. */
export function priceScaleWidth(bars: readonly ChartBar[]): number {
  const most = Math.max(...bars.map(({ high }) => high));
  return Math.max(52, Math.ceil(most.toFixed(precisionOf(bars)).length * 6.6) + 18);
}

/** Lowest and highest price of the bars, and levels far from them too. */
export function priceRange(
  bars: readonly Pick<ChartBar, "low" | "high">[],
  levels: Levels | null,
): { readonly low: number; readonly high: number } {
  const prices = namedLevels(levels).map(({ price }) => price);
  return {
    low: Math.min(...bars.map(({ low }) => low), ...prices),
    high: Math.max(...bars.map(({ high }) => high), ...prices),
  };
}
