import type { FoundNumber } from "./found-number.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { isVulgar } from "./vulgar-fractions.ts";

/*
 * How words hold a figure against a round line of the writer's own: "exceeds fifteen percent", "clears the 20 % we ask
 * for", "deeper than a fifth", "dearer than a 20 multiple".
 */

const filler = String.raw`(?:(?:the|a|an|its|our|my|their|any|usual|round|neutral|customary|common|hurdle|mark|bar|threshold|limit|floor|ceiling|cap|line|level|rate|USD|of|at|modest|mere|full) )*[$€£₹]?`;
const more = new RegExp(
  String.raw`\b(?:(?:more|greater|higher|larger|bigger|wider|deeper|steeper|worse|heavier|stronger|better|dearer|richer|longer|faster) than|over|above|beyond|past|at least|on the (?:upper|higher|high|top) side of|in excess of|north of|upwards? of|(?:not|never|n['’]t)(?: (?:yet|ever|been|be|come|stood|stand|quite|even))* (?:as|so) (?:low|little|small|few|weak|cheap) as|(?:(?:has|have|had) yet to|(?:not|n['’]t|never|fail(?:s|ed|ing)? to)(?: even| quite| yet| so far| ever| once| managed to| been able to)*) (?:fall(?:en)?|drop(?:ped)?|sink|sunk|slip(?:ped)?|slid|come down|gone down|go down|decline[d]?|shrunk|shrink|dip(?:ped)?) to|(?:exceed|top|clear|cross|beat|surpass|pass|outstrip|overshoot)(?:e?s|ed|p(?:s|ed|ing)|ing)?) ${filler}$`,
  "i",
);
const less = new RegExp(
  String.raw`\b(?:(?:less|fewer|lower|smaller|narrower|shallower|milder|gentler|lighter|weaker|cheaper|slower|shorter|thinner) than|under|below|beneath|on the (?:lower|low|bottom) side of|short of|shy of|at most|not even|south of|within|(?:not|never|n['’]t)(?: (?:yet|ever|been|be|come|stood|stand|quite|even))* (?:as|so) (?:high|much|large|great|many|big|strong|dear) as|(?:(?:has|have|had) yet to|(?:not|n['’]t|never|fail(?:s|ed|ing)? to)(?: even| quite| yet| so far| ever| once| managed to| been able to)*) (?:reach(?:ed)?|attain(?:ed)?|hit|touch(?:ed)?|(?:come|came|got|gotten|get|risen|rise|climbed|climb|made it|make it|grown|grow|got up|advanced|advance) (?:up )?to|amount(?:ed)? to|add(?:ed)? up to|make)|(?:miss|trail|undershoot)(?:e?s|ed|ing)?) ${filler}$`,
  "i",
);
const denied = /(?:\bnot|n't|\bno longer|\bnever|\bno|\bneither|\bnor|\bhardly)\b[^.;,]{0,24}$/i;

/** On which side of the line that follows the words put the figure; `null` where they say neither. */
export function sideOfLine(before: string): "more" | "less" | null {
  const lead = before.slice(-96).replace(/\bminus (?=[$€£₹]?$)/i, "");
  const told = firstIn(more, lead) ?? firstIn(less, lead);
  if (told === null) return null;
  return occurs(more, lead) !== occurs(denied, lead.slice(0, told.index)) ? "more" : "less";
}

/** Where the words for the side of the line that follows begin; `null` where there are none. */
export function sideWordsAt(before: string): number | null {
  const from = Math.max(0, before.length - 96);
  const told = firstIn(more, before.slice(from)) ?? firstIn(less, before.slice(from));
  if (told === null) return null;
  const at = from + told.index;
  return at - (firstIn(/(?:no|not) $/i, before.slice(0, at))?.[0].length ?? 0);
}

/** The same of one measure: a yield is the worse the less it is, a fall the deeper. */
export function sideFor(key: string, before: string): "more" | "less" | null {
  const side = sideOfLine(before);
  const word = /\b(worse|better) than\b/i.exec(before.slice(-40))?.[1]?.toLowerCase();
  // What is the worse the more it is, and the better the less.
  const turning = /drawdown|volatility|debt/.test(key) ? "better" : "worse";
  if (side === null || word !== turning) return side;
  return side === "more" ? "less" : "more";
}

const inSize = /\b(?:deeper|steeper|shallower|milder|gentler|bigger|larger|smaller|wider|narrower) than\b[^.;]{0,40}$/i;
const ofLoss = /\b(?:loss|fall|drop|decline|slide|drawdown|discount|gap|distance)\b/i;

/**
 * Whether a figure is on the side of the line that the words ahead of the line tell; `null` where they tell none. What
 * is deeper or a loss is told by its size.
 */
export function isOnSide(
  { key, value }: { readonly key: string; readonly value: number },
  { sign, value: line, halfUnit }: Pick<FoundNumber, "sign" | "value" | "halfUnit">,
  before: string,
): boolean | null {
  const side = sideFor(key, before);
  if (side === null) return null;
  const isSize =
    value < 0 &&
    (occurs(inSize, before) ||
      (key.includes("drawdown") && /\b(?:worse|better) than\b/i.test(before.slice(-40))) ||
      (sign === null && (key.includes("drawdown") || occurs(ofLoss, before))));
  const [size, limit] = isSize ? [Math.abs(value), Math.abs(line)] : [value, line];
  // A figure that is printed as the line itself may be on either side of it.
  if (Math.abs(size - limit) <= halfUnit * 0.02) return null;
  return side === "more" ? size > limit : size < limit;
}

/** Whether a line is round: in words, or one figure that counts and zeros or a five behind it. */
export function isRound({ text, value }: FoundNumber): boolean {
  return !/\d/.test(text) || isVulgar(text) || /^[0.]*[1-9](?:[05]?0*|\.?5)\.?0*$/.test(String(Math.abs(value)));
}
