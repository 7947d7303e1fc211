import type { Spot } from "./number-in-context.ts";
import { allIn, occurs } from "./pattern-search.ts";
import { measureBefore } from "./subjects.ts";

/*
 * "If earnings per share were $45, the multiple would be 9.5": what is supposed states nothing, and what follows from it
 * is worked out.
 */

const supposing =
  /(?:\b(?:if|suppos(?:e|ing)(?: that)?|assum(?:e|ing)(?: that)?|imagin(?:e|ing)(?: that)?|provided(?: that)?|let us say)\b|(?:^|[,;] |\b(?:and|but) )(?:were|should|say|had)\b)/gi;
/** Right before what is supposed: a verb, or where it would go. */
const set =
  /\b(?:were|was|be|is|are|had been|been|stood|stays?|stayed|still|only|instead|another|further|again|to|by|at|reach(?:es|ed)?|hits?|hit|gains?|gained|los(?:es|t)|rose|rises?|fell|falls?|dropped|drops?|grew|grows?|climb(?:s|ed)?|trad(?:es|ed)|paid|pays|earned|earns|adds?|added|shed|sheds|came in at|closed|closes|made|had)(?: (?:up|down|back|about|around|roughly|nearly|almost|just|only|even|still|an?|the|some|as much as|as low as|as high as|at|by|to|in at|out at))*\s+[$€£¥₹]?$/i;
const asMany = /^ (?:as (?:large|big|much|high|many|heavy|strong|great)|the (?:size|level|amount))\b/i;

/** Whether a number is supposed, by words that set it and give it to no measure as its value. */
export function isSupposedValue({ number, text, sentence, clause, mentions, ids }: Spot): boolean {
  if (isMoveOfMarket(text, number, sentence)) return true;
  const lead = text.slice(Math.max(sentence.start, clause.start - 2), number.offset);
  const found = allIn(supposing, lead).at(-1);
  if (found === undefined) return false;
  const between = lead.slice(found.index + found[0].length);
  if (/[.;]|\b(?:would|could|will|might)\b/i.test(between)) return false;
  if (number.unit === "fold") return true;
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 24);
  if (occurs(asMany, ahead)) return true;
  // "If the support of 474 gives way" states where it lies.
  if (!occurs(set, between) && !occurs(set, `${between.replace(/[$€£¥₹]$/, "")}`)) return false;
  const named = measureBefore(text, mentions, number.offset);
  const gap = named === null ? "" : text.slice(named.end, number.offset);
  if (named !== null && /^ (?:of|at|\() ?[$€£¥₹]?$/i.test(gap)) return false;
  // "If it falls to the mean of 19": the mean is.
  if (
    /\b(?:mean|average|support|resistance|band|high|low|line|target|stop|entry)(?: (?:of|at))? [$€£¥₹]?$/i.test(between)
  )
    return false;
  return ids.size === 0 || !isCitedRightBehind(text, number.offset + number.text.length);
}

const ofMarket =
  /^ (?:further )?(?:fall|rise|drop|gain|move|decline|rally|slide|loss|jump) (?:in|of|by|for) (?:the )?(?:(?:broad |whole )?market|index|benchmark|bitcoin|BTC|S&P(?: 500)?)\b/i;

/** "The beta means that a 10 % fall in the market would go with 12.5 %": a move that is supposed. */
function isMoveOfMarket(text: string, number: Spot["number"], sentence: Spot["sentence"]): boolean {
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  return (
    number.unit === "%" &&
    /\b(?:an?|each|every) $/i.test(text.slice(sentence.start, number.offset)) &&
    ofMarket.test(ahead) &&
    /\b(?:would|should|could|means?|implies|translates?|goes? with|tends?)\b/i.test(
      text.slice(sentence.start, sentence.end),
    )
  );
}

function isCitedRightBehind(text: string, end: number): boolean {
  return /^[^,;.]{0,12}\[[A-Z]\d/.test(text.slice(end, end + 20));
}

const condition =
  /(?:\b(?:if|unless|once|when|whenever|until|in case|provided)|(?:^|[,;:] )(?:should|were)) [^,;:]*\s(?:and|or)\s?$/i;

/** "If momentum fades and the stock falls": what "and" joins to a condition is one too. */
export function isConditioned(lead: string): boolean {
  return occurs(condition, lead.slice(-160));
}
