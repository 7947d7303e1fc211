import type { FoundNumber } from "./found-number.ts";
import type { Grounds } from "./grounds.ts";
import { farWordsAt, isFarFrom } from "./marks.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import type { Proposals } from "./proposals.ts";
import { partnerOf } from "./ranges.ts";
import { sideOfLine, sideWordsAt } from "./round-lines.ts";
import { namedBy } from "./step-names.ts";
import { valueNamesIn } from "./value-names.ts";

/*
 * A bound or a range that words give to one term of an agent's own trade is on its side of what the agent set or wrong:
 * "the position size is less than 15 % of the portfolio", "our confidence lies between 60 and 70 %".
 */

type Term = "size" | "risk" | "confidence" | "horizon" | "entry" | "stop" | "target";

const own =
  "(?:(?:the|our|my|this|its|a|an|that|stated|proposed|planned|own|chosen|intended|profit|price|protective) )*";
const isSaid =
  "(?:\\:|(?:,? (?:which (?:is|stays|lies)|is|are|was|be|being|lies|lay|sits|stands|stays|remains|rests|comes|came|keeps?|kept|set|placed|put|held|falls|runs?|lasts?|goes|amounts|equals|chosen|fixed|pegged|reads|works|does|do|did|will|would|for|to|at|of|in|out|up|down|go|goes|itself|(?:of |at )?[$€£]?\\d+(?:[.,]\\d+)*(?: ?(?:%|percent|per cent|dollars|USD|days))?(?: of (?:the|our) (?:portfolio|book|fund|account|capital))?,?|here|still|now|just|clearly|well|far|only|not|never|no|somewhere|anywhere|at or|on or|which is|that is|this plan|this trade|of this plan|of this trade|of the plan|of the trade|of our plan|of our trade|of our proposal|of the proposal)|n['’]t))*";
/** The name of a term as the subject of a bound, up to the words of the bound. */
const subjects: readonly (readonly [Term, RegExp])[] = (
  [
    [
      "size",
      "(?:(?:position|trade|stake)['’]?s? )?(?:size|sizing|stake|allocation|weight(?:ing)?|exposure|position)(?: of (?:the|our|this|my) (?:position|trade|stake|idea))?",
    ],
    ["confidence", "(?:confidence|conviction)(?: (?:score|level|figure))?"],
    ["horizon", "(?:horizon|holding (?:period|time|horizon)|time ?frame|time horizon)"],
    ["entry", "entry(?: price| level| point)?"],
    ["stop", "stop(?:[- ]loss)?(?: price| level| order)?"],
    ["target", "(?:target|objective)(?: price| level)?"],
  ] as const
).map(([term, words]) => [
  term,
  new RegExp(
    String.raw`(?<![\w-])(?<!\b(?:from|to|than|between|below|above|and|or|over|under|against) )${own}${words}${isSaid} ?$`,
    "i",
  ),
]);

const whole =
  "(?:(?:the|our|my|its|total|whole|entire|available) )*(?:portfolio|book(?! value)|fund|account|capital|money|nav|assets|equity|pot)";
const ofWhole = new RegExp(String.raw`^ ?(?:%|percent|per cent)? of ${whole}\b`, "i");
/** What else a part of the portfolio may be: what is lost, gained or left, or what somebody asks for. */
const otherPart =
  /\b(?:risk\w*|los(?:e|es|ing|s|t)|cost\w*|gain\w*|profit\w*|earn\w*|add(?:s|ed)?|win\w*|stop\w*|target|drawdown|hurt\w*|damage|hits?|at stake|leav\w+|left|rest|remain(?:s|der|ing)?|keep\w* .{0,12}\bcash|in cash|outside|uninvested|free|untouched|aside|volatility|debt)\b/i;
const wished =
  /\b(?:rather|should|ought|must|want\w*|prefer\w*|could|might|cannot|limit\w*|polic(?:y|ies)|rules?|mandate\w*|maximum|minimum|ceiling|usual(?:ly)?|normal(?:ly)?|typical(?:ly)?|if|unless|suppose|imagine|instead|what if|half|double|bull|bear|analysts?|consensus|earlier|previous|last (?:time|year|month)|used to|ask(?:s|ed)? for)\b|\?/i;
const confidenceBehind = /^ ?(?:%|percent|per cent)? (?:confidence|conviction|confident|sure)\b/i;
const takes =
  /\b(?:I|we|trade|proposal|plan|idea|position|trader)\b[^.;]{0,48}?\b(?:take[sn]?|commits?|puts?|invests?|uses?|us(?:es|ing)|ties? up|deploys?|stakes?|allots?|allocates?|places?|occup(?:y|ies)|claims?|needs?|absorbs?|represents?|makes? up|accounts? for|amounts? to|is|has|have|goes?)\b/i;
const entering =
  /^[^.;,]{0,12} of [^.;,]{2,28}? (?:at work|in play|(?:is|are|goes|go|went|gets|will be|would be|are to be|is to be)(?: being)? (?:in|into|at work|put|placed|committed|invested|used|staked|tied up|deployed|allotted|allocated|devoted|in play|employed))\b/i;

const risking =
  /\b(?:(?:trade|proposal|plan|idea|position|we|I|it|stop)(?: (?:would|will|thus|then))* (?:risks?|puts? at risk|stands? to lose)|(?:we|I) (?:am|are) risking|at risk (?:is|are|lies|stands)|risk to (?:the |our )?(?:portfolio|book|fund) is)(?: (?:only|just|still))* ?$/i;

/** "No more than 6 % goes in" and "should not exceed 6 %" set the size itself. */
const caps =
  /\b(?:no|not) (?:more|larger|bigger|higher|greater) than $|\bat most $|\b(?:should|must|ought|may|shall|can)(?:not|n['’]t| not| never)\b/i;

/** The term that the bound of a number is given to; `null` where it is none plainly. */
function termOf({ number, text, sentence }: Spot, lead: string): Term | null {
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  const led = subjects.find(([, words]) => occurs(words, lead))?.[0];
  const isShare = number.unit === "%" || number.unit === "fold";
  if (isShare && occurs(confidenceBehind, ahead)) return "confidence";
  if (isShare && occurs(risking, lead) && occurs(ofWhole, ahead)) return "risk";
  if (led === "size" || led === undefined) {
    if (!isShare || occurs(otherPart, `${lead} ${ahead}`)) return null;
    if (led === "size")
      return occurs(ofWhole, ahead) || /^\W*$|^(?: here| in this plan)?(?:[.,;:)]| and\b)/i.test(ahead) ? "size" : null;
    if (occurs(caps, text.slice(sentence.start, number.offset))) return null;
    return occurs(ofWhole, ahead) && (occurs(takes, lead) || occurs(entering, ahead)) ? "size" : null;
  }
  return led;
}

/** "The bull wants more than 20 % of the portfolio": what somebody would have is nobody's term. */
function isWish({ number, text, sentence }: Spot, lead: string): boolean {
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  return (
    (number.unit === "%" || number.unit === "fold") &&
    occurs(ofWhole, ahead) &&
    occurs(wished, `${lead} ${ahead}`) &&
    !occurs(caps, text.slice(sentence.start, number.offset)) &&
    !occurs(otherPart, `${lead} ${ahead}`)
  );
}

const span = /^[- ](?:calendar |trading )?(day|session|week|month|quarter|year)s?\b/i;
const days: Readonly<Record<string, number>> = { day: 1, session: 1.4, week: 7, month: 30.4, quarter: 91, year: 365 };

/** What the agent set for a term, in the unit of the number. */
function valueOf(term: Term, { number, text, sentence }: Spot, { all }: Proposals): number | null {
  const [value, another] = all.flatMap(({ role, label, value: set }) =>
    (term === "risk" ? label === "portfolio at risk" : role === term) ? [set] : [],
  );
  // At risk is what is lost from the entry; the other is from the last close.
  if (value === undefined || (another !== undefined && term !== "risk")) return null;
  const { unit } = number;
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  switch (term) {
    case "size":
    case "risk":
      return unit === "%" ? value : unit === "fold" ? value / 100 : null;
    case "confidence":
      if (unit === "%") return value <= 1 ? value * 100 : value;
      return unit === null && number.value <= 1 && !occurs(span, ahead) ? value : null;
    case "horizon": {
      const length = firstIn(span, ahead)?.[1]?.toLowerCase();
      return unit === null && length !== undefined ? value / (days[length] ?? 1) : null;
    }
    default:
      // "Less than 3 % below the entry", "more than two ATRs away" tell a distance.
      if (unit === "%" || unit === "x" || unit === "fold" || unit === "bps") return null;
      return /^ ?(?:dollars?|USD|cents|points?)? ?(?:\[|[.,;:)]|$|(?:and|which|so|but|while|in this|for this|a share|per share)\b)/i.test(
        ahead,
      )
        ? value
        : null;
  }
}

/** "Lies somewhere between 10 and 15 %", "runs from 60 to 70 %". */
const toRange =
  /(?: (?:somewhere|anywhere|roughly|about|inside|the|a|range|band|corridor|of))*(?: (?:between|from|within|in|at|of))(?: (?:the|a|range|band|of|between|USD))* ?[$€£¥₹]?$/i;
const atMost =
  /\b(?:at (?:least|most)|(?:no|not) \w+ than|within|or (?:below|above|under|over|less|more)|up to)\b[^.;]{0,12}$|n['’]t\b|\bnot\b/i;

/** Whether the agent's own value is on the side that is told; `null` where it is the line itself. */
function isBeyond({ value: line, halfUnit }: FoundNumber, value: number, before: string): boolean | null {
  if (Math.abs(value - line) <= halfUnit * 0.02) return occurs(atMost, before) ? true : null;
  return sideOfLine(before) === "more" ? value > line : value < line;
}

function isWithin(a: FoundNumber, b: FoundNumber, value: number): boolean {
  const scale = a.unit === "fold" || b.unit === "fold" ? 0 : 1;
  const [least, most] = a.value < b.value ? [a.value, b.value] : [b.value, a.value];
  const reach = Math.min(a.halfUnit, b.halfUnit) * scale;
  return value >= least - reach && value <= most + reach;
}

const ofLine =
  /^ ?(?:%|percent|per cent)? of (?:the |our |my |its )?([\w][\w -]{2,40}?)(?=[.,;:)]| \[|$| (?:and|so|which|but|at|of)\b)/i;

/** "Our entry is within half a percent of the last close". */
function isNearLine({ number, text, sentence }: Spot, lead: string, grounds: Grounds): boolean | null {
  const part = lead.replace(/ within $/i, " ");
  const role =
    part === lead ? undefined : subjects.find(([term, words]) => priced.has(term) && occurs(words, part))?.[0];
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  const line = role === undefined || number.unit !== "%" ? null : firstIn(ofLine, ahead);
  if (line === null || role === undefined) return null;
  const told = { written: text.slice(sentence.start, sentence.end), lead, ahead, grounds, cited: [] };
  const [set, other] = [namedBy(role, told), namedBy(line[1] ?? "", told)];
  if (set === null || other === null || other.value === 0 || other.quantity.money !== 1) return null;
  return Math.abs(set.value / other.value - 1) * 100 <= number.value;
}

const priced: ReadonlySet<Term> = new Set(["entry", "stop", "target"]);
const held = (term: string): Judgement => ({
  verdict: "proposal",
  evidence: [],
  cited: false,
  basis: `trader ${term}`,
});
const missed: Judgement = { verdict: "unsupported", evidence: [], cited: false, basis: null };

/** `null` where no bound or range of a number is given to a term of the agent's own. */
export function ofOwnBound(spot: Spot, grounds: Grounds): Judgement | null {
  const { number, text, sentence, ids, qualifier } = spot;
  const pair = partnerOf(spot);
  const first = pair === undefined || number.offset < pair.offset ? number : pair;
  const before = text.slice(sentence.start, first.offset);
  const far = pair === undefined ? farWordsAt(before) : null;
  const isAbout = qualifier.side !== null || qualifier.approximate;
  if (ids.size > 0 || number.sign !== null || (isAbout && far === null)) return null;
  const isNear = pair === undefined ? isNearLine(spot, before, grounds) : null;
  if (isNear !== null) return isNear ? held("level") : missed;
  const from = pair === undefined ? (far ?? sideWordsAt(before)) : (firstIn(toRange, before)?.index ?? null);
  const written = text.slice(sentence.start, sentence.end);
  if (from === null || valueNamesIn(written).length > 0) return null;
  const last = pair === undefined || number.offset > pair.offset ? number : pair;
  const told = { ...spot, number: { ...last, unit: last.unit ?? first.unit } };
  const lead = before.slice(0, from);
  if (isWish(told, lead)) return { verdict: "proposal", evidence: [], cited: false, basis: "size preferred" };
  const term = termOf(told, lead);
  const value = term === null ? null : valueOf(term, told, grounds.proposals);
  if (term === null || value === null) return null;
  if (occurs(wished, written)) return null;
  const holds =
    far !== null
      ? isFarFrom(value, number.value)
      : pair === undefined
        ? isBeyond(number, value, before)
        : isWithin(number, pair, value);
  if (holds === null) return null;
  return holds ? held(term) : missed;
}
