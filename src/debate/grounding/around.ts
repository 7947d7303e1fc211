import { daysIn, type NamedDay } from "./dates.ts";
import { occurs } from "./pattern-search.ts";
import { mentionsIn, type Mention } from "./subjects.ts";
import { windowsIn, type Window } from "./windows.ts";

/** What the rest of a sentence lends to one of its parts. */
export interface Around {
  /** The measure that a part speaks of which names none itself: "RSI is at 73 and stays overbought", "it is below zero". */
  readonly carried: Mention | null;
  /** Where the part names no window, the only one that the sentence does. */
  readonly windows: readonly Window[];
  /** The same of days. */
  readonly days: readonly NamedDay[];
  /** Whether the sentence tells what news say: a name in it may be another stock's. */
  readonly isReported: boolean;
  /** What agents set for their levels, by the name that prose gives them. */
  readonly own: OwnLevels;
}

export type OwnLevels = ReadonlyMap<string, readonly number[]>;

export const alone: Around = { carried: null, windows: [], days: [], isReported: false, own: new Map() };

/** A part that begins with a verb or a pronoun goes on about what was named before. */
const goesOn =
  /^\W*(?:(?:but|and|so|yet|still|now|also|then|therefore|clearly|plainly) )*(?:it|this|that|which|they|both|(?:is|are|was|were|has|have|had|does|did|do|remains?|stays?|stands?|sits?|looks?|reads?|keeps?|holds?|means?|not|no longer|neither|still|hardly|in|at|above|below|over|under|well|far|just|firmly)\b|[a-z]+(?:s|ed|ing)\b)/i;

const reported = /\b(?:news|according to|reported|headlines?|says|said|press|wire)\b/i;

/** "Then rose": of another day than the one before. */
const later = /^\W*(?:(?:and|but|only to) )?(?:then|later|afterwards|since then|after that|before that)\b/i;

/** "Compared with 27 March, the latest close is lower": a day that the rest is held against is none of its own. */
const heldAgainst =
  /\b(?:compared (?:with|to)|relative to|against|versus|vs\.?|unlike|than(?: on)?)(?: (?:the )?(?:close|price|level) (?:of|on))? (?:the )?$/i;

const besideMean =
  /^\W*(?:it|which|that) (?:is|was|ran|stayed|remained|came in) (?:\w+ )?(?:above|below|over|under|beneath) (?:its|the) (?:20|twenty)-(?:session|day) (?:mean|average)\b/i;
const turning = /\b(?:but|though|although|yet|while|whereas)\b[^,;]*$/i;
const measured = /^ (?:returns?|change|move|performance|figure|volatility|tone)\b/i;

/** "The rebound is real, but the three-month return is negative": a window that names what a later part is about. */
function isOfOwnMeasure(sentence: string, from: number, { start, end }: Window): boolean {
  return start >= from && measured.test(sentence.slice(end)) && occurs(turning, sentence.slice(from, start));
}

export function aroundOf(sentence: string, start: number, end: number, levels: OwnLevels = alone.own): Around {
  const part = sentence.slice(start, end);
  const own = windowsIn(part);
  const all = own.length > 0 ? own : windowsIn(sentence).filter((one) => !isOfOwnMeasure(sentence, end, one));
  const days = daysIn(part);
  const lent = daysIn(sentence).filter((day) => !occurs(heldAgainst, sentence.slice(0, day.start)));
  const named = days.length > 0 ? days : occurs(later, part) ? [] : lent;
  const before = start === 0 || mentionsIn(part).length > 0 ? [] : mentionsIn(sentence.slice(0, start));
  const last = start === 0 ? undefined : mentionsIn(sentence.slice(0, start)).at(-1);
  // "It came on heavier volume; it was over the mean": what stands beside its own mean is the volume.
  const isVolume = last?.keys[0]?.startsWith("volume_") === true && occurs(besideMean, part);
  return {
    carried: isVolume ? (last ?? null) : occurs(goesOn, part) ? (before.at(-1) ?? null) : null,
    windows: own.length > 0 || all.length === 1 ? all : [],
    days: days.length > 0 || named.length === 1 ? named : [],
    isReported: occurs(reported, sentence),
    own: levels,
  };
}
