import type { Prices } from "./adjust.ts";
import type { Bar, CorporateAction, Measure } from "./market-data.ts";
import { usualDays } from "./series/usual-days.ts";

/** A dividend, in cash or in kind, that takes so much of the price that a fall across it is no judgement of buyers. */
export interface Distribution {
  readonly action: CorporateAction;
  /** Of the close before. */
  readonly share: number;
  /** Whether prices fell by it; those that are adjusted already did not. */
  readonly isShown: boolean;
}

/** Both as a share of the price: what counts as large, and what two bases must differ by to be told apart. */
const large = 0.03;
const nights = 5;
/** More than the whole price is a slip of the source, and no fall can be explained by it. */
const mostShare = 0.95;

/** @param bars ascending, as traded */
export function largeDistributions(bars: readonly Bar[], actions: readonly CorporateAction[]): Distribution[] {
  return actions.flatMap((action) => {
    const index = action.action === "dividend" ? bars.findIndex(({ date }) => date >= action.exDate) : -1;
    const before = bars[index - 1];
    const bar = bars[index];
    const share = before === undefined ? 0 : action.value / before.close;
    if (before === undefined || bar === undefined || share < large || share >= mostShare) return [];
    const fall = -Math.log(1 - share);
    // One within a few nights' moves cannot be told from them, and is taken as it is named.
    const isHidden = fall < nights * usualDays(bars, index).night;
    return [{ action, share, isShown: isHidden || Math.log(before.close / bar.open) > fall / 2 }];
  });
}

/** Prices as if the holder had put each distribution back into the share. */
export function putBack<B extends Prices>(bars: readonly B[], distributions: readonly Distribution[]): B[] {
  return bars.map((bar) => {
    const factor = distributions.reduce(
      (product, { action, share }) => (bar.date < action.exDate ? product * (1 - share) : product),
      1,
    );
    const { open, high, low, close } = bar;
    return factor === 1
      ? bar
      : { ...bar, open: open * factor, high: high * factor, low: low * factor, close: close * factor };
  });
}

/** The measures of the prices with distributions put back that say something else than those of the prices alone. */
export function withDividends(plain: readonly Measure[], back: readonly Measure[], close: number): Measure[] {
  const known = new Map(plain.map(({ key, value }) => [key, value]));
  return back.flatMap((measure) => {
    const other = known.get(measure.key);
    return other === undefined || Math.abs(measure.value - other) <= leastDifference(measure.unit, close)
      ? []
      : [
          {
            ...measure,
            key: `with_dividends_${measure.key}`,
            label: `${measure.label}, with large distributions put back into the price`,
          },
        ];
  });
}

/** Percentages and points by the same number of points, money by that share of the price; ratios are of no level. */
function leastDifference(unit: string, close: number): number {
  if (unit === "%" || unit === "points") return large * 100;
  return unit === "x" ? Infinity : close * large;
}
