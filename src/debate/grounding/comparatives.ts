import type { Way } from "./direction-lexicon.ts";
import { remembered } from "./memoized.ts";
import { allIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/* Adjectives that set something against its own past: "worse than a year ago", "thinner", "fewer than last week". */

const more =
  "more|higher|bigger|larger|greater|wider|fatter|thicker|richer|stronger|better|dearer|pricier|costlier|busier|louder|wilder|choppier|rougher|warmer|brighter|rosier|ahead";
const less =
  "less|fewer|lower|smaller|narrower|thinner|leaner|tighter|poorer|weaker|worse|cheaper|quieter|calmer|smoother|steadier|cooler|darker|gloomier|behind";
const comparative = new RegExp(
  String.raw`(?<![\w-])(?<!\bby (?:far |much |even |some )?)(?:(${more})|(${less}))(?![\w-])`,
  "gi",
);
/** What "than" may lead to, so that the past is meant and no number or other measure. */
const past =
  /^(?: \w+){0,4}? than (?:(?:in |over |at |during |for )?(?:a|an|one|the|its|it|this|that|these|they|those|last|before|previously|twelve|in|what|earlier|usual|ever|\w+ (?:weeks?|months?|sessions?|quarters?) ago)\b)/i;
const turning = /^ (?:gloomy|negative|bearish|pessimistic|downbeat|hostile|cautious|subdued|muted|quiet|calm)\b/i;
const than = /^(?: \w+){0,4}? than\b/i;

const subtracting =
  /^less (?:the |its |that of )[^.;,]{3,64}? (?:makes?|gives?|comes to|equals|leaves|is|are|works out)\b/i;

export interface Comparative {
  readonly start: number;
  readonly end: number;
  readonly way: Way;
}

/** The comparatives of a text that set what it speaks of against its own past, or against nothing that is named. */
export const comparativesIn = remembered((text: string): readonly Comparative[] => {
  return allIn(comparative, text).flatMap((found): Comparative[] => {
    const end = found.index + found[0].length;
    const ahead = text.slice(end, end + 80);
    if (than.test(ahead) && !occurs(past, ahead)) return [];
    const to = ahead.search(/\bthan\b/i);
    if (to >= 0 && mentionsIn(ahead.slice(to)).length > 0) return [];
    // "The one less the other makes 11.7 points" subtracts.
    if (occurs(subtracting, text.slice(found.index, found.index + 96))) return [];
    const way = found[1] === undefined ? -1 : 1;
    // "More gloomy" is less, and "less negative" more.
    const isTurned = /^(?:more|less)$/i.test(found[0]) && occurs(turning, ahead);
    return [{ start: found.index, end, way: isTurned ? (way === 1 ? -1 : 1) : way }];
  });
});
