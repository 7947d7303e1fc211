import type { FoundNumber } from "./found-number.ts";
import { occurs } from "./pattern-search.ts";
import { asShare } from "./vulgar-fractions.ts";

/* Units that a sentence tells ahead of a number instead of behind it. */

const ledByPoints =
  /\b(?:in|as|into) (?:terms of )?(?:basis points|bps?)\b[^.;]{0,120} (?:is|was|are|were|of|at|to|comes? (?:to|out at)|amounts? to|works? out at|makes?|equals?|reads?|gives?|=|:)(?: (?:about|around|roughly|some|only|just|nearly|minus|plus))? [+−–-]?$/i;
const headed = /(?:^|[.;] )\W*in (?:basis points|bps?): [^.;:\d]{0,48}(?:\d{1,3} (?:sessions?|days?)[^.;:\d]{0,24})?$/i;
const ends = /^(?: ?\[[A-Z]\d|[,;:)!](?!\d)|\.(?!\d)|\s*$)/;

/** "In basis points, the return is −913". */
export function asTold(text: string, number: FoundNumber): FoundNumber {
  const share = asShare(text, number);
  if (share.unit !== null || share !== number) return share;
  const before = text.slice(Math.max(0, number.offset - 200), number.offset);
  if (!/\bbasis points|\bbps?\b/i.test(before)) return number;
  const end = number.offset + number.text.length;
  const isLed =
    occurs(ends, text.slice(end, end + 8)) &&
    (occurs(ledByPoints, before) || (number.sign !== null && occurs(headed, before.slice(-120))));
  return isLed ? { ...number, unit: "bps" } : number;
}
