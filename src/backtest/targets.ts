import type { Rating } from "#src/contract/jobs/analysis.ts";
import { positionOf, type Position } from "#src/contract/run/instruction.ts";

/**
 * Hold keeps the position; REVIEW keeps it too and is counted apart. Opinions bring it to a share of the equity at the
 * next open, also when repeated, so drift and dividends are reinvested.
 */
export function targetsOf(short: boolean): Readonly<Record<Rating, Position>> {
  const of = (rating: Rating): Position => positionOf(rating, short);
  return {
    Buy: of("Buy"),
    Overweight: of("Overweight"),
    Hold: of("Hold"),
    Underweight: of("Underweight"),
    Sell: of("Sell"),
    REVIEW: of("REVIEW"),
  };
}
