import { needing, type Reader } from "./claim-reader.ts";
import { measureNamed } from "./measure-pairs.ts";
import { firstIn } from "./pattern-search.ts";

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
