import type { FoundNumber } from "./found-number.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/*
 * How words hold a figure against a round line of the writer's own: "exceeds fifteen percent", "clears the 20 % we ask
 * for", "deeper than a fifth", "dearer than a 20 multiple".
 */

const filler = String.raw`(?:(?:the|a|an|its|our|my|their|any|usual|round|neutral|customary|common|hurdle|mark|bar|threshold|limit|floor|ceiling|cap|line|level|rate|of|at|modest|mere|full) )*[$€£₹]?`;
const more = new RegExp(
  String.raw`\b(?:(?:more|greater|higher|larger|bigger|wider|deeper|steeper|worse|heavier|stronger|better|dearer|richer|longer|faster) than|over|above|beyond|past|at least|on the (?:upper|higher|high|top) side of|in excess of|north of|(?:exceed|top|clear|beat|surpass|pass|outstrip|overshoot)(?:e?s|ed|p(?:s|ed|ing)|ing)?) ${filler}$`,
  "i",
);
const less = new RegExp(
  String.raw`\b(?:(?:less|fewer|lower|smaller|narrower|shallower|milder|gentler|lighter|weaker|cheaper|slower|shorter|thinner) than|under|below|beneath|on the (?:lower|low|bottom) side of|short of|shy of|at most|not even|south of|within|(?:miss|trail|undershoot)(?:e?s|ed|ing)?) ${filler}$`,
  "i",
);
const denied = /(?:\bnot|n't|\bno longer|\bnever|\bno|\bneither|\bnor|\bhardly)\b[^.;,]{0,24}$/i;

/** On which side of the line that follows the words put the figure; `null` where they say neither. */
export function sideOfLine(before: string): "more" | "less" | null {
  const lead = before.slice(-96);
  const told = firstIn(more, lead) ?? firstIn(less, lead);
  if (told === null) return null;
  return occurs(more, lead) !== occurs(denied, lead.slice(0, told.index)) ? "more" : "less";
}

/** The same of one measure: a yield is the worse the less it is, a fall the deeper. */
export function sideFor(key: string, before: string): "more" | "less" | null {
  const side = sideOfLine(before);
  if (side === null || /drawdown|volatility|debt/.test(key) || !/\bworse than\b/i.test(before.slice(-40))) return side;
  return side === "more" ? "less" : "more";
}

/** Whether a line is round: in words, or one figure that counts and zeros or a five behind it. */
export function isRound({ text, value }: FoundNumber): boolean {
  return !/\d/.test(text) || /^[0.]*[1-9](?:[05]?0*|\.?5)\.?0*$/.test(String(Math.abs(value)));
}
