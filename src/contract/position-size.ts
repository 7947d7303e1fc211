import type { Opinion } from "./analysis.ts";

/*
 * How large a position is: what is lost at the stop, how much the position moves in a year, and how strong the rating
 * is each set a limit, and the smallest counts.
 */

/** In percent of the portfolio. */
export const sizing = {
  /**
   * Lost at the stop on a full rating: fixed-fractional sizing, at the low end of the 0.5 to 2 % that is usual.
   * @see V. K. Tharp, Trade Your Way to Financial Freedom (1998), ch. 12; R. Vince, Portfolio Management Formulas (1990)
   */
  stopLoss: 0.5,
  /**
   * What a full position moves the portfolio in a year, one standard deviation: with 25 independent positions that is
   * the 10 % of a usual volatility target.
   * @see Moskowitz, Ooi and Pedersen, Time Series Momentum, JFE 104 (2012); Harvey et al., The Impact of Volatility Targeting, JPM 45 (2018)
   */
  volatility: 2,
  /** Of any one position, also one that a model proposes. */
  most: 20,
  /** The most that a proposal may lose at its stop: the 2 % rule of A. Elder, Trading for a Living (1993). */
  mostLoss: 2,
} as const;

/** A weaker rating gets half of both budgets, as it gets half of the capital in a backtest. */
const conviction: Readonly<Record<Opinion, number>> = { Buy: 1, Overweight: 0.5, Hold: 0, Underweight: 0.5, Sell: 1 };

export interface Sized {
  readonly rating: Opinion;
  readonly entry: number;
  readonly stop: number;
  /** Annualised, in percent; `null` where it is not known, and then the stop alone counts. */
  readonly volatility: number | null;
}

/** In percent of the portfolio, to a tenth, rounded down; `null` where nothing can be sized. */
export function positionSize({ rating, entry, stop, volatility }: Sized): number | null {
  const distance = Math.abs(entry - stop) / entry;
  const strength = conviction[rating];
  if (!(distance > 0) || strength === 0) return null;
  const byVolatility = volatility === null || volatility <= 0 ? Infinity : (sizing.volatility * strength) / volatility;
  const share = Math.min(sizing.most / 100, (sizing.stopLoss * strength) / 100 / distance, byVolatility);
  const size = Math.floor(share * 1000 + 1e-9) / 10;
  return size > 0 ? size : null;
}

/** What a position loses at its stop, in percent of the portfolio. */
export function lossAtStop({ size, entry, stop }: { size: number; entry: number; stop: number }): number {
  return (size * Math.abs(entry - stop)) / entry;
}
