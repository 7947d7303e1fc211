import type { Prices } from "../series/splits.ts";
import type { Bar, CorporateAction, Measure } from "../market-data.ts";
import { usualDays } from "../series/usual-days.ts";

/** A dividend so large that the fall across it says nothing about buyers. */
export interface Distribution {
  readonly action: CorporateAction;
  /** Of the close before. */
  readonly share: number;
  /** Whether prices fell by it; adjusted prices did not. */
  readonly isShown: boolean;
}

/** Share of the price from which a distribution is large and two bases differ. */
const large = 0.03;
const nights = 5;
/** More than the whole price is a slip of the source. */
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
    const isHidden = fall < nights * usualDays(bars, index).night;
    return [{ action, share, isShown: isHidden || Math.log(before.close / bar.open) > fall / 2 }];
  });
}

/** Prices as if each distribution had been reinvested in the share. */
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

/** Measures that differ once distributions are put back. */
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

/** Percentages by points, money by that share of the price; ratios have no level. */
function leastDifference(unit: string, close: number): number {
  if (unit === "%" || unit === "points") return large * 100;
  return unit === "x" ? Infinity : close * large;
}
