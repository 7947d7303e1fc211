import { occurs } from "./pattern-search.ts";

/* Words that set a time for which an agent means to hold. */

/** "Hold for about six months", "three weeks is our horizon": a time that an agent sets. */
export const heldFor =
  /\b(?:(?:I|we)(?:['’]\w+)?(?: (?:would|will|intend to|plan to|want to|can|could))? hold|(?<=^|[,;|/•] ?)hold|\b(?:position|stake|weight|trade|bet|held|kept) for|\breview(?:ed)? (?:the \w+ |it )?(?:after|in)|\b(?:plan|trade|position|idea|thesis|call) (?:expires|ends|lapses|runs|lasts|is good) (?:after|in|for)|\b(?:allocation|weight|stake|position) of [^;]{1,24} for|hold(?:ing)?(?: it| this| the \w+)? (?:for|over)|(?:horizon|time ?frame|holding period)(?: (?:is|of))?:?|g(?:ive|iving|ave) (?:it|this(?: \w+)?|the \w+)|\bobjective over|\b(?:I|we) look for (?:[^.;]|\.(?=\d)){3,24} within)(?: about| around| roughly| some| at least| at most| the next){0,2} $/i;
/** "Our horizon is shorter than 30 days". */
export const heldWithin =
  /\b(?:horizon|holding (?:period|time)|time ?frame)\b[^.;,\d]{0,40}\b(?:than|over|under|above|below|beyond|past|exceeds?|within|at most|at least|short of|between)(?: (?:a|the|about|\d+ (?:and|to)))*? ?$/i;
export const ourHorizon =
  /^ (?:days|weeks|months|sessions)(?: is| are| as)? (?:my|our|the) (?:planned |intended )?(?:horizon|time ?frame|holding period|holding time)\b|^ (?:days|weeks|months|sessions) at most\b/i;

const listedBefore = /(?:^|[,;|/•–—]\s*)(?:and )?(?:about |roughly |some )?$/;
const listedBehind = /^[ ](?:days|weeks|months|sessions)\s*(?:[.,;|/•–—\n]|$)/i;
const ofPlan =
  /\b(?:stop|target|TP|SL|siz(?:e|ing)|position|portfolio|equity|capital|book|entry|conviction|confidence|weight|allocation)\b/i;

/** "4 % of the portfolio, 90 days, stop 110": a time that stands alone among an agent's own numbers. */
export function isListedHorizon(text: string, start: number, end: number): boolean {
  const lead = text.slice(Math.max(0, start - 80), start);
  const from = Math.max(lead.lastIndexOf("\n"), lead.search(/[.!?] (?=[^.!?]*$)/)) + 1;
  if (!listedBefore.test(lead) || lead.slice(from).trim() === "") return false;
  const ahead = text.slice(end, end + 80).split(/\n|[.!?](?=\s|$)/)[0] ?? "";
  return listedBehind.test(`${ahead}\n`) && occurs(ofPlan, `${lead.slice(from)} ${ahead}`);
}

/** "Stop 330 / tp 480 / 2 %": a number that stands alone between the marks of a list of an agent's own numbers. */
export function isInPlan(
  text: string,
  start: number,
  end: number,
  sentence: { readonly start: number; readonly end: number },
): boolean {
  const lead = text.slice(sentence.start, start);
  const ahead = text.slice(end, sentence.end);
  return (
    /[,;|/•–—] ?$/.test(lead) &&
    /^ ?(?:[,;|/•–—.]|$)/.test(ahead) &&
    /\b(?:stop|sl|tp|target|tgt|entry)\b/i.test(`${lead} ${ahead}`)
  );
}

const waiting =
  /\b(?:clock|patien(?:t|ce)|wait|(?:check|come|look|report) back|be back|judge|revisit|deadline|time limit|time stop|give (?:it|this|the \w+)|allow|horizon|hold(?:s|ing)?(?: period| on)?|view|we close|we exit|we leave|expires?|runs? (?:for|out)|prove itself|play out|work out|pay off|out of the trade|need|in hand|stay(?:s|ing)? (?:with|in|for)|sit (?:tight|on)|commit(?:ted|ment)?|review|sell by|exit after|closed after|maturity|run time|lifetime|lasts?|lapses?|for the (?:next|coming)|reach(?:ed|es)?|target|objective|until)\b/i;
const owned =
  /\b(?:I|we|us|our|my|me|(?:the|this) (?:trade|plan|idea|thesis|position|call|view|case|clock|bet|deadline|review|committee|desk))\b|^\W*(?:horizon|time limit|time stop|deadline|check back|come back|give it|patience|review)\b/i;
/** What happened over so many days, or will elsewhere. */
const past =
  /\b(?:past|last|previous|prior|ago|trailing|old|since|mean|average|returns?|volatility|news|streak|row|running|earlier|rose|fell|gained|lost|had|was|were|has (?:been|not|risen|fallen|gained|lost|moved)|filing|report|age|missing|history|to the (?:report|earnings)|earnings|next (?:report|earnings)|than|instead|rather|would prefer|shorter|longer|extend\w*|ATRs?|range)\b|n['’]t\b/i;

/** "Our Hold of 11 May came before a gain over 21 sessions" tells how an earlier decision fared. */
const decided =
  /\b(?:buy|hold|sell|overweight|underweight)(?: call| rating| decision| verdict)? (?:of|from|on|dated|made|taken|issued|given)(?: on| of)?(?: the)? (?:\d{4}-\d\d|\d{1,2}(?:st|nd|rd|th)? [a-z]{3}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d)|(?:\d{4}-\d\d-\d\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (?:\d{1,2}|\d{4}),?) (?:buy|hold|sell|overweight|underweight)\b/i;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Around {
  readonly text: string;
  readonly sentence: Stretch;
  readonly clause: Stretch;
  readonly mentions: readonly Stretch[];
}

/** Whether words set a time for the trade, and name no measure. */
export function setsTime({ text, sentence, clause, mentions }: Around): boolean {
  if (mentions.some(({ start, end }) => start >= clause.start && end <= clause.end)) return false;
  const part = text.slice(clause.start, clause.end);
  return (
    occurs(waiting, part) &&
    occurs(owned, text.slice(sentence.start, sentence.end)) &&
    !occurs(past, part) &&
    !occurs(decided, part)
  );
}
