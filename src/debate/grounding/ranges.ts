import type { Entry } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import type { Spot } from "./number-in-context.ts";
import { enclosing } from "./number-patterns.ts";
import { occurs } from "./pattern-search.ts";
import { fits } from "./support.ts";

const rangeGap = /^(?:[-–—−~]| to |-to-| [–—] )(?:minus )?$/;

/** Whether the number is an end of a range, no wider than two thirds of the value, that holds the entry. */
export function inRange(spot: Spot, entry: Entry, held: readonly Entry[] = [entry]): boolean {
  const { number, text, clause } = spot;
  const pair = partnerOf(spot);
  if (pair === undefined) return false;
  const alike = held.filter(({ kind }) => kind === entry.kind);
  // Two values that are cited for the two ends must be both of them.
  if (alike.length === 2 && alike.some((one) => fits(pair, one))) return false;
  const [low, high] = [number, pair]
    .map((one) => ({ ...one, value: Math.abs(one.value) }))
    .toSorted((a, b) => a.value - b.value);
  if (low === undefined || high === undefined) return false;
  const unit = number.unit === "bps" ? 100 : 1;
  const inside = (one: Entry): boolean => {
    const size = Math.abs(one.value);
    const plain = { ...number, value: one.value * unit, halfUnit: Math.max(number.halfUnit, 1e-9), sign: null };
    return (
      high.value - low.value <= size * 0.67 && fits(plain, one) && size >= low.value / unit && size <= high.value / unit
    );
  };
  return (/\bboth\b/i.test(text.slice(clause.start, clause.end)) ? alike : [entry]).every(inside);
}

/** The other end of the range that a number is an end of. */
export function partnerOf({ number, before, after, text }: Spot): FoundNumber | undefined {
  return [before, after].find((other) => other !== undefined && joins(text, number, other));
}

/** Both ends of a range as one number that reaches from the one to the other: "50-52 % above". */
export function rangeAsOne(spot: Spot): FoundNumber | null {
  const { number } = spot;
  const pair = partnerOf(spot);
  if (pair === undefined || (pair.unit !== number.unit && pair.unit !== null && number.unit !== null)) return null;
  const [low, high] = [Math.abs(number.value), Math.abs(pair.value)].toSorted((a, b) => a - b);
  if (low === undefined || high === undefined || high - low > high * 0.5) return null;
  const last = number.offset > pair.offset ? number : pair;
  return {
    ...last,
    unit: number.unit ?? pair.unit,
    value: (low + high) / 2,
    halfUnit: (high - low) / 2 + last.halfUnit,
  };
}

function joins(text: string, a: FoundNumber, b: FoundNumber): boolean {
  const [first, second] = a.offset < b.offset ? [a, b] : [b, a];
  const gap = text.slice(first.offset + first.text.length, second.offset);
  if (rangeGap.test(gap)) return true;
  const lead = text.slice(Math.max(0, first.offset - 32), first.offset);
  if (/^(?: points?)? and no (?:higher|more|greater|larger) than $/i.test(gap))
    return /\bno (?:lower|less|smaller) than $/i.test(lead);
  // "Above 4 but below 5", "at least 6 and at most 8".
  if (/^(?: points?)? (?:and|but) (?:at most|below|under|less than|no more than) (?:USD )?[$€£₹]?$/i.test(gap))
    return /\b(?:at least|above|over|more than|no less than) (?:USD )?[$€£₹]?$/i.test(lead);
  return /^(?: points?)? and (?:minus )?$/.test(gap) && occurs(enclosing, lead);
}
