import { itemOf, needing, type Reader } from "./claim-reader.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { measureNamed, type Measured } from "./measure-pairs.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/* Two measures of one unit of which a sentence says which is the higher, each by its name. */

const higher = "(higher|larger|greater|bigger)";
const lower = "(?:lower|smaller|lesser)";
const one = "(?: (?:figure|number|value|reading|one|of the two))?";
const sides = new RegExp(
  String.raw`(?:^\W*|[,;:] )(?:the |its )?([^,;:.]{3,96}?) (?:is|was) the (?:${higher}|${lower})${one},? (?:and|while) (?:the |its )?([^,;:.]{3,96}?)(?: is| was)? the (?:higher|larger|greater|bigger|lower|smaller|lesser)\b`,
  "i",
);
const rather = new RegExp(
  String.raw`\bit is (?:the |its )?([^,;:.]{3,96}?) that is (?:the )?(?:${higher}|${lower})${one},? (?:and not|rather than|not) (?:the |its )?([^,;:.]{3,96})`,
  "i",
);

const besideOther = new RegExp(
  String.raw`(?:^\W*|[,;:] )(?:the |its )?([^,;:.]{3,96}?) (?:is|was) the (?:${higher}|${lower})${one},? (?:when )?(?:(?:set|held|put|placed|seen) )?(?:beside|against|next to) (?:the |its )?([^,;:.]{3,96})`,
  "i",
);
const ofBoth = new RegExp(
  String.raw`\bof (?:the|these) two,? (?:the |its )?([^,;:.]{3,96}?) (?:is|was) the (?:${higher}|${lower})${one},? (?:and|while) (?:the |its )?([^,;:.]{3,96}?) the other\b`,
  "i",
);
const setBeside = new RegExp(
  String.raw`\bside by side,? (?:the |its )?([^,;:.]{3,96}?) (?:is|was) (?:${higher}|${lower}) (?:and|while) (?:the |its )?([^,;:.]{3,96}?) (?:is|was) (?:higher|larger|greater|bigger|lower|smaller|lesser)\b`,
  "i",
);
const beside =
  "(?:against|relative to|compared (?:with|to)|in comparison (?:with|to)|as against|versus|vs\\.?|next to|beside|in relation to|with respect to|(?:measured|set|held|seen|placed|put|judged|viewed|compared) (?:against|beside|next to|by|with|to))";
const upperSide =
  "on the (?:upper|higher|high|top|up|plus|strong|stronger|greater) side|higher|larger|greater|ahead|on top|(?:over|above) it";
const lowerSide =
  "on the (?:lower|low|bottom|down|minus|weak|weaker|under|smaller) side|lower|smaller|behind|(?:under|below|beneath) it";
const isAt =
  "(?:is|was|stands?|sits?|lies|comes out|comes in|came out|came in|trades?|ends up|remains|stays|finds itself|shows up|closed|falls|lands)(?: (?:clearly|now|still|well|just|far|slightly|firmly|only|not|squarely))*";
const againstOther = new RegExp(
  String.raw`(?:^\W*|[,;:] )${beside} (?:the |its )?(?<other>[^;:]{3,96}?), (?:the |its )?(?<placed>[^;:,]{3,96}?) ${isAt} (?:(?<up>${upperSide})|(?<down>${lowerSide}))(?=[.,;)]|$| \[)`,
  "i",
);
const sideOfOther = new RegExp(
  String.raw`(?:^\W*|[,;:] )(?:the |its )?(?<placed>[^;:,]{3,96}?) ${isAt} (?:(?<up>${upperSide})|(?<down>${lowerSide}))(?: when)? ${beside} (?:the |its )?(?<other>[^;:,]{3,96})`,
  "i",
);

/** A measure by its name, or the close by the words for what is traded. */
function measureOf(words: string, index: EvidenceIndex): Measured | null {
  const item = measureNamed(words, index);
  if (item !== null) return item;
  const close = occurs(/^(?:[\w&.’'-]+ ){0,2}(?:price|stock|shares?|coin|index|quote|close|it)$/i, words)
    ? itemOf(index, "close")
    : null;
  return close?.value == null ? null : { ...close, value: close.value };
}

/** "Against the 50-session mean, the last close is on the upper side": one measure placed by another's. */
export const placedAgainst: Reader = needing([againstOther, sideOfOther], (sentence, index) => {
  const ahead = firstIn(againstOther, sentence);
  const found = ahead ?? firstIn(sideOfOther, sentence);
  if (found?.groups === undefined) return null;
  const { placed = "", other = "", up, down = "" } = found.groups;
  const [a, b] = [measureOf(placed, index), measureOf(other, index)];
  if (a === null || b === null || a.id === b.id || a.unit !== b.unit || a.value === b.value) return null;
  const side = up ?? down;
  const from = ahead === null ? 0 : found[0].indexOf(other) + other.length;
  const start = found.index + found[0].indexOf(side, found[0].indexOf(placed, from) + placed.length);
  return { start, end: start + side.length, holds: a.value > b.value === (up !== undefined), items: [a, b] };
});

const patterns = [sides, rather, besideOther, ofBoth, setBeside];

/** "The money flow index is the higher figure and the RSI the lower", "it is the RSI that is higher, not money flow". */
export const sideBySide: Reader = needing(patterns, (sentence, index) => {
  const found = patterns.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  if (found === null) return null;
  const [a, b] = [measureNamed(found[1] ?? "", index), measureNamed(found[3] ?? "", index)];
  if (a === null || b === null || a.id === b.id || a.unit !== b.unit || a.value === b.value) return null;
  const start = found.index + found[0].indexOf(found[1] ?? "");
  return {
    start,
    end: start + (found[1] ?? "").length,
    holds: a.value > b.value === (found[2] !== undefined),
    items: [a, b],
  };
});
