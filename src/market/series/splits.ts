import type { Bar, CorporateAction } from "../market-data.ts";

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
