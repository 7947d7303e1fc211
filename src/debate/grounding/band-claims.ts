import { itemOf, needing, type Reader } from "./claim-reader.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/* Where in its bands the close stands, in words alone. */

const bands = /\b(?:bollinger|bands?|channel)\b/i;
const halves =
  /\b(?:leans?|tilts?|sits?|lies?|stands?|is|hugs?|trades?|holds?|closed|finished)(?: \w+)? (?:to|in|towards?|on|into) (?:the|its|their) (?:(upper|top)|(lower|bottom)) (?:side|half|part|end)\b/i;
const edges =
  /\b(?:close|near|next|not far)(?: to| from)? the (?:(top|upper (?:edge|end|rim|border))|(bottom|lower (?:edge|end|rim|border))) (?:of|end of) (?:the |its |their )?(?:(?:bollinger|price|trading) )*(?:bands?|channel)\b/i;

/** "The close leans to the upper side", "close to the top of its Bollinger bands". */
const withinBands = needing([halves, edges], (sentence, index) => {
  const place = itemOf(index, "bollinger_percent_b");
  const edge = firstIn(edges, sentence);
  const found = edge ?? (occurs(bands, sentence) ? firstIn(halves, sentence) : null);
  if (place?.value == null || found === null) return null;
  const isUpper = found[1] !== undefined;
  const [low, high] = edge === null ? [0.5, 0.5] : [0.3, 0.7];
  return {
    start: found.index,
    end: found.index + found[0].length,
    holds: isUpper ? place.value > high : place.value < low,
    items: [place],
  };
});

const reaching =
  /\bbands? (?:go(?:es)?|runs?|stretch(?:es)?|spans?|reach(?:es)?|extends?|range|lie) (?:from |between )?[$€£₹]?(\d[\d,]*(?:\.\d+)?) (?:to|and|up to) [$€£₹]?(\d[\d,]*(?:\.\d+)?)(?![\d,.]*\d)(?! ?(?:thousand|million|k\b|%|percent|points))/i;

/** "The bands go from 452.98 to 578.60": from the lower to the upper one. */
const bandsReach = needing([reaching], (sentence, index) => {
  const found = firstIn(reaching, sentence);
  const [low, high] = [itemOf(index, "bollinger_lower"), itemOf(index, "bollinger_upper")];
  if (found === null || low?.value == null || high?.value == null) return null;
  const near = (digits = "", value: number): boolean => {
    const places = /\.(\d+)$/.exec(digits)?.[1]?.length ?? 0;
    return Math.abs(Number(digits.replaceAll(",", "")) - value) <= 0.5001 * 10 ** -places;
  };
  const holds = near(found[1], low.value) && near(found[2], high.value);
  return { start: found.index, end: found.index + found[0].length, holds, items: [low, high] };
});

export const bandClaims: readonly Reader[] = [withinBands, bandsReach];
