import type { Grounds } from "./grounds.ts";
import { named } from "./named-value.ts";
import { closest } from "./nearest.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";

/* A value of the measure that the words name, in a unit that it has not got. */

const unitBehind =
  /^ (?:(?:trading |calendar )?(?:days?|sessions?|weeks?|months?)|shares|points of rsi)\b(?! (?:ago|earlier|later|before|after|of|old|since|in a row|running)\b)/i;

/** "The return is at 1.44 days" of a percentage: what nothing but a time or a count has. */
function isInOtherUnit({ number, text, sentence }: Spot, unit: string | null): boolean {
  const isOther = unit === "%" || unit === "x" || unit === "points" || /^[A-Z]{3}(?:\/share)?$/.test(unit ?? "");
  return (
    isOther &&
    number.unit === null &&
    occurs(unitBehind, text.slice(number.offset + number.text.length, sentence.end).slice(0, 32))
  );
}

/** "The change in the net margin is 2.22 %" of percentage points. */
function isPercentOfPoints({ number, text }: Spot, key: string): boolean {
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 20);
  return (
    key.endsWith("_margin_change_yoy") && /(?:%|percent|per cent)$/i.test(number.text) && !/^ ?points?\b/.test(ahead)
  );
}

/** "A return of 1.44 days": a value of the measure that the words name, in a unit that it has not got. */
export function inOtherUnit(spot: Spot, grounds: Grounds): Judgement | null {
  const given = named(spot, grounds);
  if (given === null) return null;
  const unit = grounds.index.byKey.get(given.key)?.[0]?.unit ?? null;
  return isInOtherUnit(spot, unit) || isPercentOfPoints(spot, given.key)
    ? { verdict: "contradicted", evidence: closest(spot.number, given.entries), cited: spot.ids.size > 0, basis: null }
    : null;
}
