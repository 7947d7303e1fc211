import type { Bar, CorporateAction, Measure } from "../market-data.ts";

/** The parts of a bar and of an action that an adjustment needs. */
export type Prices = Pick<Bar, "date" | "open" | "high" | "low" | "close" | "volume">;
export type Action = Pick<CorporateAction, "exDate" | "action" | "value">;

/** Rounding difference between equal prices, as a share of the price. */
const rounding = 1e-6;

export function isBelow(price: number, other: number): boolean {
  return price < other * (1 - rounding);
}

/**
 * Bars on the basis of the last split in `actions`; dividends stay in the price.
 * @param bars ascending by date
 * @param actions those in force at the run's instant, in any order
 */
export function splitAdjust<B extends Prices>(bars: readonly B[], actions: readonly Action[]): B[] {
  const splits = actions
    .filter((each) => each.action === "split")
    .toSorted((a, b) => (a.exDate < b.exDate ? -1 : a.exDate > b.exDate ? 1 : 0));
  const adjusted: B[] = [];
  let factor = 1;
  let next = splits.length - 1;
  for (const bar of bars.toReversed()) {
    for (let split = splits[next]; split !== undefined && split.exDate > bar.date; split = splits[next]) {
      factor *= split.value;
      next -= 1;
    }
    adjusted.push(factor === 1 ? bar : onBasis(bar, factor));
  }
  return adjusted.toReversed();
}

function onBasis<B extends Prices>(bar: B, factor: number): B {
  return {
    ...bar,
    open: bar.open / factor,
    high: bar.high / factor,
    low: bar.low / factor,
    close: bar.close / factor,
    volume: bar.volume === null ? null : bar.volume * factor,
  };
}

const largestDenominator = 4;
/** As a share: the rounding in a source's `1.3333`. */
const ratioRounding = 0.001;

/** `7-for-1 split`, `1-for-10 split`; other ratios with two decimals. */
export function splitText(ratio: number): string {
  const [large, isReverse] = ratio < 1 ? [1 / ratio, true] : [ratio, false];
  for (let under = 1; under <= largestDenominator; under += 1) {
    const over = Math.round(large * under);
    if (Math.abs(large * under - over) <= ratioRounding * over) return pair(String(over), String(under), isReverse);
  }
  return pair(String(Number(large.toPrecision(3))), "1", isReverse);
}

/** `a 7-for-1 split`, `an 8-for-1 split`. */
export function aSplit(ratio: number): string {
  const text = splitText(ratio);
  return `${/^(?:8|11\b|18\b|80)/.test(text) ? "an" : "a"} ${text}`;
}

function pair(over: string, under: string, isReverse: boolean): string {
  return isReverse ? `${under}-for-${over} split` : `${over}-for-${under} split`;
}

/** An instrument's usual days before one of them, in logarithms. */
export interface UsualDays {
  /** Spread of the overnight moves. */
  readonly night: number;
  /** Median of high over low; 0 where a day has one price. */
  readonly range: number;
  /** `null` where too few days tell. */
  readonly shares: number | null;
  readonly money: number | null;
}

const sessionsOfPrices = 60;
const sessionsOfVolume = 20;
const fewestTold = 5;
/** Bounds against rounding and series that are all jumps. */
const leastNight = 0.008;
const mostNight = 0.03;
/** Converts a median distance to a standard deviation, for a normal spread. */
const perMedian = 1.4826;

/** Of the days before `index`. */
export function usualDays(bars: readonly Prices[], index: number): UsualDays {
  const window = bars.slice(Math.max(0, index - sessionsOfPrices), index);
  const nights = window.slice(1).map(({ open }, at) => Math.abs(Math.log(open / (window[at]?.close ?? open))));
  const traded = bars.slice(Math.max(0, index - sessionsOfVolume), index).filter(({ volume }) => (volume ?? 0) > 0);
  const isTold = traded.length >= fewestTold;
  return {
    night: Math.min(mostNight, Math.max(leastNight, perMedian * median(nights))),
    range: median(window.map(({ high, low }) => Math.log(high / low))),
    shares: isTold ? median(traded.map(({ volume }) => volume ?? 0)) : null,
    money: isTold ? median(traded.map(({ volume, close }) => (volume ?? 0) * close)) : null,
  };
}

/** Of none, 0. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

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
