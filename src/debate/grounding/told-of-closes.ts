import { closesOf, type Close } from "./closes.ts";
import { counts, words } from "./counts-of-time.ts";
import type { Grounds } from "./grounds.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { partnerOf } from "./ranges.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { sideOfLine } from "./round-lines.ts";
import { within } from "./support.ts";

/*
 * Numbers that words give to the list of closes as a whole: how many of its moves went which way ("up days: 4", "seven
 * were up and four down"), a line or a range that all of it keeps to ("no close among the twelve is above 140").
 */

const size = String.raw`(?<of>${counts})`;
const ofMoves = new RegExp(
  String.raw`\b(?:last|latest|past|previous|recent|most recent) ${size} (?:trading )?(?:sessions|days|moves|changes)\b|\b${size} (?:moves|changes|steps|moving sessions) (?:between|among|from|in|across|over|on) (?:the |these |those )?(?:listed|last|latest|twelve|12|recent)\b`,
  "i",
);
const others =
  /\b(?:volume|turnover|tone|news|posts|decisions?|benchmark|quarters?|months?|weeks?|margins?|returns?)\b|%/i;
const upBehind =
  /^ (?:(?:of (?:them|these|those)|sessions?|days?|closes|moves|were|was|are|closed|ended|finished|went|have|had|been|did|brought|a|an|the) )*(?:(?<up>up|higher|gains?|rises?|rose|gained|advances?|winners|positive|green)|(?:down|lower|loss(?:es)?|falls?|fell|lost|declines?|losers|negative|red))\b(?! (?:than|by)\b)/i;
const upAhead =
  /\b(?:(?<up>up|rising|winning|gaining|positive|green|higher)|(?:down|falling|losing|negative|red|lower))(?:[- ](?:days|sessions|closes|moves))?(?: (?:count|number))?(?::| =| –| -|,)? $|\b(?:(?<gains>gains|advances|rises|winners)|(?:losses|declines|falls|losers))(?::| =| –| -) $/i;
const pairOf =
  /\b(?:(?<up>gains|rises|advances|up days|winners|winning sessions|higher closes)|losses|falls|declines|down days|losers|losing sessions|lower closes) (?:outnumber(?:ed)?|outweigh(?:ed)?|beat|exceed(?:ed)?|lead|led|lag(?:ged)?|trail(?:ed)?) (?:the )?(?:losses|falls|declines|gains|rises|advances|down days|up days|losers|winners|losing sessions|winning sessions|lower closes|higher closes)\b[^.;]{0,60}?\b(?<first>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten) (?:to|against|versus) $/i;

const held = (id: string): Judgement => ({ verdict: "evidence", evidence: [id], cited: false, basis: null });
const missed: Judgement = { verdict: "unsupported", evidence: [], cited: false, basis: null };

/** How many of the last moves went up, or down. */
function movesOf(closes: readonly Close[], moves: number, isUp: boolean): number {
  const last = closes.slice(-moves - 1);
  return last.filter(({ value }, at) => {
    const before = last[at - 1]?.value;
    return before !== undefined && (isUp ? value > before : value < before);
  }).length;
}

/** `null` where the number counts no moves of the list. */
function countOfMoves({ number, text, sentence }: Spot, closes: readonly Close[]): boolean | null {
  if (number.unit !== null || number.sign !== null || !Number.isInteger(number.value) || number.value > 12) return null;
  const written = text.slice(sentence.start, sentence.end);
  const window = firstIn(ofMoves, written);
  const printed = window?.groups?.["of"] ?? "";
  const moves = words.get(printed.toLowerCase()) ?? Number(printed);
  if (window === null || !(moves >= 2) || moves > closes.length - 1 || occurs(others, written)) return null;
  const [from, to] = [number.offset - sentence.start, number.offset - sentence.start + number.text.length];
  if (from >= window.index && to <= window.index + window[0].length) return number.value === moves ? true : null;
  const lead = written.slice(0, from);
  const pair = firstIn(pairOf, lead);
  if (pair !== null) return number.value === movesOf(closes, moves, pair.groups?.["up"] === undefined);
  const first = firstIn(pairOf, `${lead}${number.text} to `);
  if (first !== null && /^ (?:to|against|versus) /.test(written.slice(to)))
    return number.value === movesOf(closes, moves, first.groups?.["up"] !== undefined);
  if (/\b(?:than|least|most|not|over|under|about|nearly|by|for) $/i.test(lead)) return null;
  const told = firstIn(upBehind, written.slice(to)) ?? firstIn(upAhead, lead);
  if (told === null) return null;
  return number.value === movesOf(closes, moves, (told.groups?.["up"] ?? told.groups?.["gains"]) !== undefined);
}

const all =
  /\b(?:all|every (?:single )?one of|each(?: one)? of|every) (?:(?:of )?(?:the|these|those|its) )?(?:(?:last|latest|listed|recent) )?(?:(?:12|twelve|dozen) )?(?:listed |recent |latest )?clos(?:es?|ing prices?)\b(?! (?:of|on) )/i;
const none =
  /\b(?:no|not (?:a single )?one of|not a single one of|none of|not a single|never a)(?: (?:the|these|those|its))?(?: (?:last|latest|listed|recent))?(?: (?:12|twelve|dozen))?(?: (?:listed|recent|latest))? clos(?:es?|ing prices?)\b(?: (?:among|of|in|on) (?:the |its |these )?(?:last |latest |listed )?(?:twelve|12|list)(?: (?:listed|closes|sessions))*)?/i;
const plural =
  /\bclos(?:es|ing prices)\b|\b(?:among|of|in|on) (?:the |its |these )?(?:last |latest |listed )?(?:twelve|12|list)\b/i;
const spans =
  /\b(?:between|from|within|inside|in the range|in a range|range of)(?: (?:the|of|a|band|range|USD))* ?[$€£]?$/i;
const beyond =
  /\b(?:beats?|exceeds?|tops?|reach(?:es|ed)?|passes|surpass(?:es)?|go(?:es)? (?:above|beyond)) (?:the )?[$€£]?$/i;

/** `null` where the number is no line or range of all closes. */
function lineOfAll(spot: Spot, closes: readonly Close[]): boolean | null {
  const { number, text, sentence } = spot;
  if (number.unit === "%" || number.unit === "x" || number.unit === "fold" || number.sign !== null) return null;
  const pair = partnerOf(spot);
  const start = pair === undefined ? number.offset : Math.min(number.offset, pair.offset);
  const lead = text.slice(sentence.start, start);
  const [isAll, found] = [occurs(all, lead), firstIn(all, lead) ?? firstIn(none, lead)];
  if (found === null || (!isAll && !occurs(plural, found[0]))) return null;
  const told = lead.slice(found.index + found[0].length);
  if (/[.;:]|\b(?:but|while|mean|average|band|day|session before)\b/i.test(told)) return null;
  const values = closes.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (pair !== undefined) {
    if (!isAll || !occurs(spans, told)) return null;
    const [low, high] = [Math.min(number.value, pair.value), Math.max(number.value, pair.value)];
    return least >= low - number.halfUnit && most <= high + number.halfUnit;
  }
  const side = sideOfLine(told) ?? (occurs(beyond, told) ? "more" : null);
  if (side === null) return null;
  const isAbove = (side === "more") === isAll;
  // "No close is above 140" keeps all at 140 or below it.
  if (isAll) return isAbove ? least > number.value - number.halfUnit : most < number.value + number.halfUnit;
  return isAbove ? least >= number.value - number.halfUnit : most <= number.value + number.halfUnit;
}

const meanOf =
  /\b(?:(?:the |these |those |its |all )?(?:last |latest |listed |recent )?(?<of>12|twelve) (?:listed |recent |latest )?closes (?:average|averaged|average out at|have an average of|have a mean of)|(?:average|mean) of (?:the |all |these )?(?:last |latest |listed |recent )?(?:12|twelve) (?:listed |recent )?closes(?: listed)? (?:is|was|lies at|stands at|comes to|works out at|equals)) (?:about |roughly |around |out at )?[$€£]?$/i;

/** `null` where the number is not told as the mean of all closes. */
function meanOfAll({ number, text, sentence, qualifier }: Spot, closes: readonly Close[]): boolean | null {
  if (number.unit === "%" || !occurs(meanOf, text.slice(sentence.start, number.offset))) return null;
  const mean = closes.reduce((sum, { value }) => sum + value, 0) / closes.length;
  return within(number.value, mean, qualifier.approximate ? Math.max(number.halfUnit, mean * 0.002) : number.halfUnit);
}

/** What a number of the list as a whole is; `null` where it is none. */
export function ofAllCloses(spot: Spot, { index, language }: Grounds): Judgement | null {
  const list = language === undefined ? closesOf(index) : null;
  if (list === null || (spot.ids.size > 0 && !spot.ids.has(list.item.id))) return null;
  const holds = countOfMoves(spot, list.closes) ?? lineOfAll(spot, list.closes) ?? meanOfAll(spot, list.closes);
  return holds === null ? null : holds ? held(list.item.id) : missed;
}
