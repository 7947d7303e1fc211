import type { Rating } from "#src/contract/analysis.ts";

/** A position aimed at, as a fraction of the equity: 1 is all of it, −1 all of it sold short. `keep`: no order. */
export type Target = number | "keep";

/**
 * What a rating does to the position. Hold is an opinion and keeps it; REVIEW is none, keeps it as well and is
 * counted apart. An opinion with a number brings the position to that share of the equity at the next open, also
 * when it was the same before: drift and dividends are put to work again.
 */
export function targetsOf(short: boolean): Readonly<Record<Rating, Target>> {
  return { Buy: 1, Overweight: 0.5, Hold: "keep", Underweight: 0, Sell: short ? -1 : 0, REVIEW: "keep" };
}
