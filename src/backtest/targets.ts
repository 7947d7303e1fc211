import type { Rating } from "#src/contract/analysis.ts";
import { positionOf, type Position } from "#src/contract/instruction.ts";

/**
 * What a rating does to the position: what the report says and the record counts. Hold is an opinion and keeps it;
 * REVIEW is none, keeps it as well and is counted apart. An opinion with a number brings the position to that share of
 * the equity at the next open, also when it was the same before: drift and dividends are put to work again.
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
