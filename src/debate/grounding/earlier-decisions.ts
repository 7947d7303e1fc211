import type { Evidence } from "#src/contract/evidence.ts";
import { needing, type Found, type Reader } from "./claim-reader.ts";
import { daysIn, isDay, type NamedDay } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { directionsIn } from "./direction-words.ts";
import { findNumbers } from "./numbers.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { windowsIn } from "./windows.ts";

/*
 * What sentences state of earlier decisions: which way the price went after them, whether they were right, from when to
 * when they were measured and over how long.
 */

interface Decision {
  readonly item: Evidence;
  readonly made: string;
  readonly until: string;
  readonly rating: string;
  readonly change: number;
  /** Over how many sessions. */
  readonly over: string;
}

const labelled = /decision of (\d{4}-\d\d-\d\d), (Buy|Overweight|Hold|Underweight|Sell)\b/;

function decisionsOf(index: EvidenceIndex): Decision[] {
  const items = [...index.byKey].flatMap(([key, own]) => (key.startsWith("decision_return_") ? own : []));
  return items.flatMap((item) => {
    const [, made = "", rating = ""] = labelled.exec(item.label) ?? [];
    if (item.value === null || made === "") return [];
    return [
      {
        item,
        made,
        until: item.at?.slice(0, 10) ?? "",
        rating,
        change: item.value,
        over: item.key.slice("decision_return_".length),
      },
    ];
  });
}

const ratings = "Buy|Overweight|Hold|Underweight|Sell";
const noun = "(?:[Dd]ecision|[Cc]all|[Vv]erdict|[Rr]ating|[Rr]ecommendation)s?";
const decided = new RegExp(
  String.raw`\b(?:[Ee]arlier|[Pp]revious|[Pp]rior|[Ll]ast|[Ff]ormer|[Mm]y|[Oo]ur|[Oo]ld|[Aa]ll|[Ee]very|[Ee]ach|[Bb]oth|three|two)\b(?: (?:of|the|my|our|three|two|four|earlier|previous|prior|last|former|old|own))*(?: (?:${ratings}))? ${noun}\b|\b(?:[Ee]arlier|[Pp]revious|[Pp]rior|[Ll]ast|[Ff]ormer|[Mm]y|[Oo]ur|[Tt]he)(?: earlier| previous| prior| last| former)? (?:${ratings})\b(?= (?:of|from|in|on|call|decision|was|made|dated|here|came|ran|proved|paid|did|brought|gave|led|worked|lost|failed|backfired|turned|cost|misfired)\b)|\b[Tt]he decision (?:of|from|made|taken)\b`,
);
const monthName =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December),? (\d{4})\b/g;
const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const every = /\b(?:[Aa]ll|[Ee]very|[Ee]ach|[Bb]oth)\b/;

/** The decisions that a sentence speaks of: by their month, day or rating; all of "all", else the only one. */
function meant(sentence: string, days: readonly NamedDay[], index: EvidenceIndex): Decision[] {
  const all = decisionsOf(index);
  const rated = all.filter(({ rating }) => new RegExp(String.raw`\b${rating}\b`).test(sentence));
  if (occurs(every, sentence)) return rated.length > 0 ? rated : all;
  const dated = all.filter(({ made, until }) => days.some(({ day }) => isDay(made, day) || isDay(until, day)));
  if (days.length > 0) return dated;
  const [month] = [...sentence.matchAll(monthName)].map(
    ([, name = "", year = ""]) =>
      `${year}-${String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1).padStart(2, "0")}`,
  );
  if (month !== undefined) return all.filter(({ made }) => made.startsWith(month));
  const of = rated.length > 0 ? rated : all;
  return of.length === 1 ? of : [];
}

const up = "rose|went up|gained|climbed|advanced|rallied|increased|jumped|was higher|moved up|came higher";
const down = "fell|went down|dropped|declined|lost(?: ground)?|sank|slid|decreased|slipped|was lower|moved down";
const thing = "(?:price|stock|shares?|coin|index|it|name|market|quote|[A-Z][a-z]+)";
const wentThen = [
  new RegExp(
    String.raw`\b${thing} (?:then |duly |promptly |subsequently |only |still )?(?:(?<up>${up})|(?<down>${down}))(?![\w-])`,
  ),
  /\b(?:followed by|preceded|came before|ran into|led to|brought) (?:an? |the )?(?:(?:small|slight|modest|large|big|further|price|net|minor|sharp|strong|real|clear|steep|solid) )*(?:[+−-]?\d+(?:\.\d+)? ?(?:%|percent) )?(?:(?<up>rises?|gains?|climbs?|advance|rally|increases?)|(?<down>falls?|drops?|loss(?:es)?|declines?|slides?|decreases?))\b/,
];
const elsewhere =
  /\b(?:if|would|could|should|revenue|sales|margins?|volume|news|tone|benchmark|index rose|analysts?|today|yesterday|now|not|never|no|neither|nor|none)\b|n['’]t\b|\?/i;

/** "After the earlier Underweight call the price rose", "all three decisions were followed by a rise". */
const wentAfter: Reader = needing(wentThen, (sentence, index) => {
  const call = firstIn(decided, sentence);
  const said = wentThen.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  if (call === null || said === null || occurs(elsewhere, sentence)) return null;
  const isThen =
    /\b(?:[Aa]fter|[Ss]ince|[Ff]ollowing)\b/.test(sentence.slice(0, call.index)) ||
    /\b(?:afterwards|thereafter|subsequently|after (?:it|that)|then|followed by|preceded)\b/.test(sentence);
  if (!isThen) return null;
  const decisions = meant(sentence, daysIn(sentence), index);
  if (decisions.length === 0) return null;
  const way = said.groups?.["up"] === undefined ? -1 : 1;
  const word = said.groups?.["up"] ?? said.groups?.["down"] ?? "";
  const start = said.index + said[0].lastIndexOf(word);
  return {
    start,
    end: start + word.length,
    holds: decisions.every(({ change }) => change * way > 0),
    items: decisions.map(({ item }) => item),
  } satisfies Found;
});

const judged =
  /\b(?:(?<right>(?:proved|was|were|turned out|proven|looks?|came) (?:to be )?(?:right|correct|vindicated|good|profitable)|paid off|made money|worked(?: out)?)|(?<wrong>(?:proved|was|were|turned out|proven|looks?|came) (?:to be )?(?:wrong|mistaken|premature|bad|costly|unprofitable)|cost (?:us |me )?money|lost money|backfired|misfired|did not work|failed))\b/;

/** "The previous call, Underweight, proved right". */
const provedRight: Reader = needing([judged], (sentence, index) => {
  const call = firstIn(decided, sentence);
  const said = call === null ? null : firstIn(judged, sentence.slice(call.index));
  if (call === null || said === null || /\b(?:if|would|could|should)\b|\?/i.test(sentence)) return null;
  const decisions = meant(sentence, daysIn(sentence), index).filter(({ rating }) => rating !== "Hold");
  if (decisions.length === 0) return null;
  const isRight = said.groups?.["right"] !== undefined;
  const holds = decisions.every(
    ({ rating, change }) => (change > 0 === /^(?:Buy|Overweight)$/.test(rating)) === isRight,
  );
  const start = call.index + said.index;
  return { start, end: start + said[0].length, holds, items: decisions.map(({ item }) => item) };
});

const begun =
  /\b(?:of|from|dated|dates? (?:from|back to)|(?:made|taken|issued|came|given|was|is)(?: on| of| from)?) (?:the )?$/i;
const ended = /\b(?:until|till|to|through|up to|ended on|expired on|closed on|measured (?:to|until)) (?:the )?$/i;

/** "The earlier decision dates from 18 September", "the Sell of 17 November ran until 19 October". */
const daysOfDecision: Reader = needing([decided], (sentence, index) => {
  const call = firstIn(decided, sentence);
  const days = daysIn(sentence).filter(({ day }) => /\d-\d/.test(day));
  const all = decisionsOf(index);
  if (call === null || days.length === 0 || days.length > 2 || all.length === 0) return null;
  const told = days.map((day) => {
    const lead = sentence.slice(call.index, day.start);
    if (day.start < call.index || lead.length > 64) return null;
    return occurs(ended, lead) ? "until" : occurs(begun, lead) ? "made" : null;
  });
  // "The Buy of 7 May brought more than the Buy of 8 October" is of two.
  if (told.some((one) => one === null) || (told.length === 2 && told[0] === told[1])) return null;
  const rated = all.filter(({ rating }) => new RegExp(String.raw`\b${rating}\b`).test(sentence));
  // "The earlier Sell was taken on 2 December" of a Buy.
  const isRated = new RegExp(String.raw`\b(?:${ratings})\b`).test(sentence.slice(call.index));
  const of = rated.length > 0 || isRated ? rated : all;
  const holds = of.some((decision) =>
    days.every(({ day }, at) => isDay(told[at] === "until" ? decision.until : decision.made, day)),
  );
  const [first] = days;
  return first === undefined ? null : { start: first.start, end: first.end, holds, items: of.map(({ item }) => item) };
});

const measured =
  /\b(?:measured|followed|tracked|counted|judged|watched|scored|returned|gain|loss|rise|fall|change|move|after)\b/i;

/** "The decision of October was measured over 63 sessions": all are, over 21. */
const windowOfDecision: Reader = needing([decided], (sentence, index) => {
  const call = firstIn(decided, sentence);
  const [window, another] = windowsIn(sentence).filter(({ of }) => of === null);
  const all = decisionsOf(index);
  const named = meant(sentence, daysIn(sentence), index);
  const decisions = named.length > 0 ? named : all;
  if (call === null || window === undefined || another !== undefined || decisions.length === 0) return null;
  if (!occurs(measured, sentence.slice(call.index, window.start)) || /\b(?:ago|holding|horizon)\b/i.test(sentence))
    return null;
  if (
    !/\b(?:over|in|within|for|of|during) (?:the )?(?:next |following |first )?$/i.test(sentence.slice(0, window.start))
  )
    return null;
  return {
    start: window.start,
    end: window.end,
    holds: decisions.some(({ over }) => window.names.has(`${over} session`)),
    items: decisions.map(({ item }) => item),
  };
});

const wasRated = new RegExp(
  String.raw`^,? (?:the|my|our|an?) (?:earlier|previous|prior|last|former) (?:decision|call|verdict|rating) was (?:an? )?(${ratings})\b`,
);

/** "On 11 February the earlier decision was Underweight". */
const ratingOn: Reader = needing([/\b(?:decision|call|verdict|rating)\b/i], (sentence, index) => {
  const [day, another] = daysIn(sentence).filter(({ day: on }) => /\d-\d/.test(on));
  const all = decisionsOf(index);
  if (day === undefined || another !== undefined || all.length === 0) return null;
  const found = /\bon (?:the )?$/i.test(sentence.slice(0, day.start)) ? wasRated.exec(sentence.slice(day.end)) : null;
  if (found === null) return null;
  const [said = "", rating = ""] = found;
  const end = day.end + said.length;
  const holds = all.some((one) => one.rating === rating && isDay(one.made, day.day));
  return { start: end - rating.length, end, holds, items: all.map(({ item }) => item) };
});

/** The one earlier decision whose price change a sentence tells in full. */
export function decisionTold(sentence: string, index: EvidenceIndex): Evidence | null {
  const isTold = occurs(decided, sentence) && occurs(changeOfPrice, sentence);
  const [decision, another] = isTold ? meant(sentence, daysIn(sentence), index) : [];
  return another === undefined ? (decision?.item ?? null) : null;
}

const changeOfPrice = /\b(?:price change|change in (?:the )?price)\b/i;
const changeTold =
  /\b(?:price change|change in (?:the )?price|(?:price )?(?:move|return))\b[^;]*?(?:\b(?:is|was|came to|comes to|amounts? to|amounted to|stood at|stands at|equals?|being)|=|:) ?(?=[+−–-]?\d+(?:\.\d+)? ?(?:%|percent|per cent))/i;

/** "The price change over the 21 sessions after the decision of 21 September was 1.16 %": with its sign. */
const signOfChange: Reader = needing([changeTold], (sentence, index) => {
  const call = firstIn(decided, sentence);
  const said = call === null ? null : firstIn(changeTold, sentence);
  const [decision, another] = said === null ? [] : meant(sentence, daysIn(sentence), index);
  if (said === null || decision === undefined || another !== undefined || decision.change === 0) return null;
  if (directionsIn(sentence).length > 0 || /\b(?:minus|negative|if|would)\b/i.test(sentence)) return null;
  const at = said.index + said[0].length;
  const number = findNumbers(sentence).find(({ offset }) => offset >= at - 1);
  if (number === undefined || Math.abs(Math.abs(number.value) - Math.abs(decision.change)) > number.halfUnit * 1.001)
    return null;
  const holds = number.value > 0 === decision.change > 0;
  return { start: number.offset, end: number.offset + number.text.length, holds, items: [decision.item] };
});

const ofDecision = new RegExp(
  String.raw`\b${noun}\b|\brules? (?:said|say|called|read)\b|\b(?:${ratings}) (?:of|on|from|dated)\b|\b(?:after|following|since) (?:the |our |my |that )?(?:[\w,.'’-]+ ){0,4}(?:${ratings})\b|\b(?:${ratings})\b[^.;]{0,64}\bsessions\b|\[D\d+\]`,
);
const ratedBehind = new RegExp(String.raw`^(?:['’]s)?,? (?:${ratings})\b`);
const ratingWord = new RegExp(String.raw`\b(?:${ratings})\b`, "g");
const sessions = /\b(\d{1,3}|five|ten|twenty|twenty-one|sixty-three) (?:trading )?sessions\b/gi;
const spansInWords: Readonly<Record<string, string>> = {
  five: "5",
  ten: "10",
  twenty: "20",
  "twenty-one": "21",
  "sixty-three": "63",
};
const rough =
  /\b(?:if|would|could|should|about|around|roughly|some|nearly|almost|approximately|over \d(?![\d-]* (?:trading )?sessions)|more|less|between|points?|benchmark|than|not|never|no|volume|margin|news|tone)\b|\?/i;

/** "The 2014-10-29 Buy decision has a change of -1.76 % over 21 sessions" of a Sell: its rating, time and change. */
const toldOfDay: Reader = needing([ofDecision], (sentence, index) => {
  const [day, another] = daysIn(sentence).filter(({ day: on }) => /\d-\d/.test(on));
  if (day === undefined || another !== undefined) return null;
  // "The 21 sessions after the August 5 Hold".
  if (!occurs(ofDecision, sentence) && !occurs(ratedBehind, sentence.slice(day.end))) return null;
  const made = decisionsOf(index).filter((one) => isDay(one.made, day.day));
  const rated = new Set([...sentence.matchAll(ratingWord)].map(([word]) => word));
  const [rating, otherRating] = rated;
  if (made.length === 0 || otherRating !== undefined) return null;
  const spans = new Set(
    [...sentence.matchAll(sessions)].map(([, span = ""]) => spansInWords[span.toLowerCase()] ?? span),
  );
  const [span, otherSpan] = spans;
  const [change, otherChange] = findNumbers(sentence).filter(({ unit }) => unit === "%");
  const ways = new Set(directionsIn(sentence).map(({ way }) => way));
  const [way, otherWay] = ways;
  const isTold = (one: Decision): boolean => {
    if (rating !== undefined && rating !== one.rating) return false;
    if (occurs(rough, sentence) || otherWay !== undefined) return true;
    if (span !== undefined && otherSpan === undefined && span !== one.over) return false;
    if (way !== undefined && one.change * way < 0) return false;
    if (change === undefined || otherChange !== undefined) return true;
    const isNear = Math.abs(Math.abs(change.value) - Math.abs(one.change)) <= change.halfUnit * 1.001;
    return isNear && (change.sign === null || change.value * one.change > 0);
  };
  return { start: day.start, end: day.end, holds: made.some(isTold), items: made.map(({ item }) => item) };
});

/** "The decision of 29 October, Sell, saw a rise in the 21 sessions after it" is of then. */
export const afterDecision =
  /\bsessions (?:after (?:it|that|this|the)|that followed|thereafter|afterwards)\b|\b(?:decision|verdict|recommendation|(?:Buy|Sell|Hold|Overweight|Underweight) (?:call|rating|of|on|from))\b.*\b(?:after|since|following|later|then|met|preceded|saw|thereafter|afterwards)\b|\b(?:[Aa]fter|[Ss]ince|[Ff]ollowing|[Cc]ounting)\b.*\b(?:decision|verdict|recommendation|(?:Buy|Sell|Hold|Overweight|Underweight) (?:call|rating|of|on|from))\b/;

export const earlierDecisions: readonly Reader[] = [
  toldOfDay,
  signOfChange,
  wentAfter,
  provedRight,
  windowOfDecision,
  ratingOn,
];
/** "Ran until" supposes nothing. */
export const decisionDays: readonly Reader[] = [daysOfDecision];
