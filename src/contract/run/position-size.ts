import type { Opinion } from "../jobs/analysis.ts";

/* Loss at the stop, yearly volatility and strength of the rating each set a limit; the smallest counts. */

/** In percent of the portfolio. */
export const sizing = {
  /**
   * Fixed-fractional sizing, at the low end of the usual 0.5 to 2 %.
   * @see V. K. Tharp, Trade Your Way to Financial Freedom (1998), ch. 12; R. Vince, Portfolio Management Formulas
   * (1990)
   */
  stopLoss: 0.5,
  /**
   * One standard deviation a year: 25 independent positions give the usual 10 %.
   * @see Moskowitz, Ooi and Pedersen, Time Series Momentum, JFE 104 (2012); Harvey et al., The Impact of Volatility
   * Targeting, JPM 45 (2018)
   */
  volatility: 2,
  /** The limit of any position, including one that a model proposes. */
  most: 20,
  /** The 2 % rule of A. Elder, Trading for a Living (1993). */
  mostLoss: 2,
} as const;

/** Half, as in a backtest. */
const conviction: Readonly<Record<Opinion, number>> = { Buy: 1, Overweight: 0.5, Hold: 0, Underweight: 0.5, Sell: 1 };

export interface Sized {
  readonly rating: Opinion;
  readonly entry: number;
  readonly stop: number;
  /** Annualised, in percent; `null`: unknown, the stop alone counts. */
  readonly volatility: number | null;
}

/** In percent, rounded down to a tenth; `null`: cannot be sized. */
export function positionSize({ rating, entry, stop, volatility }: Sized): number | null {
  const distance = Math.abs(entry - stop) / entry;
  const strength = conviction[rating];
  if (!(distance > 0) || strength === 0) return null;
  const byVolatility = volatility === null || volatility <= 0 ? Infinity : (sizing.volatility * strength) / volatility;
  const share = Math.min(sizing.most / 100, (sizing.stopLoss * strength) / 100 / distance, byVolatility);
  const size = Math.floor(share * 1000 + 1e-9) / 10;
  return size > 0 ? size : null;
}

/** The loss of a position at its stop, in percent of the portfolio. */
export function lossAtStop({ size, entry, stop }: { size: number; entry: number; stop: number }): number {
  return (size * Math.abs(entry - stop)) / entry;
}
