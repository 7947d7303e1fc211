import type { Evidence } from "#src/contract/evidence.ts";
import { type Found, itemOf, needing, type Reader } from "./claim-reader.ts";
import { comparativesIn } from "./comparatives.ts";
import { directionsIn, isDenied, type DirectionWord } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * What a part of a sentence says of the changes that it cites itself, whatever it calls them: "the firm sells less than it
 * did [F2]". All its words must point one way, and nothing else be named that could have moved.
 */

const changing =
  /^(?:return_|decision_return_|relative_strength_|dilution_yoy$|revenue_growth_|eps_growth_|(?:news|social)_volume_change$|\w+_change_yoy$)/;
/** What may have moved instead: no measure of the evidence, or another than the one that is cited. */
const others =
  /\b(?:costs?|expenses?|spending|tax(?:es)?|debts?|borrowings?|inventor\w+|stocks of|wages?|competitors?|peers?|rivals?|rates?|yields?|tariffs?|momentum|pace|speed|trend|volatility|estimates?|guidance|outlook|expectations?|consensus|forecasts?|analysts?|risks?|valuations?|multiples?|demand|growth|market|benchmark|index|s&p(?: 500)?|spy|oil|drawdown|gap|distance|range|swings?|interest|sector|industry|target|stop|entry)\b/i;
const kept = /\b(?:ke(?:ep|pt)|prevent|stop|sav|sho)\w* [^,;]{0,40}\bfrom\b/i;
/** "A week ago it was cheaper" is of then. */
const then =
  /\b(?:sessions?|days?|weeks?|months?|quarters?|years?) (?:earlier|before|back)\b(?<!\b(?:than|from|since|against|on|with|versus|over|of) (?:[\w-]+ ){0,5}(?:earlier|before|back))|\b(?:ago|back then|at the time)\b(?<!\b(?:than|from|since|against|on|with|versus|that of|those of) (?:[\w-]+ ){0,5}ago)/i;
/** Of two changes one is set against the other. */
const against = /\b(?:short of|than|against|versus|vs|compared)\b/i;
const between = /\b(?:between|from \S+ to|to \S+ from)\b/i;

/** Whether something else may have moved, or at another time. */
export function ofOthers(clause: string): boolean {
  return [others, kept, then, between].some((words) => occurs(words, clause));
}

/** The ids in the brackets of this very part. */
function ownIds(clause: string): string[] {
  return [...clause.matchAll(/\[([A-Z]\d{1,4}(?:[,;] ?[A-Z]\d{1,4}){0,5})\]/g)].flatMap(([, ids = ""]) =>
    ids.split(/[,;] ?/),
  );
}

/** The changes that a part cites, where all of them have one sign; beside them it may cite levels. */
export function changesCited(clause: string, index: EvidenceIndex): Evidence[] {
  const cited = ownIds(clause).flatMap((id) => index.items.get(id) ?? []);
  const items = cited.filter(({ key, value }) => occurs(changing, key) && value !== null && value !== 0);
  const rest = cited.filter((item) => !items.includes(item));
  const signs = new Set(items.map(({ value }) => Math.sign(value ?? 0)));
  return signs.size === 1 && rest.every(({ key, value }) => value !== null && !occurs(changing, key)) ? items : [];
}

/** Whether a part names a measure that is none of these changes, nor the level that changed. */
function namesAnother(clause: string, items: readonly Evidence[]): boolean {
  const ofPrice = items.every(({ key }) => /^(?:return|relative_strength)_/.test(key));
  return mentionsIn(clause).some(
    ({ keys }) =>
      !keys.some((key) =>
        items.some((item) => item.key === key || (key === "net_income_ttm" && item.key === "eps_growth_yoy")),
      ) && !(ofPrice && keys.every((key) => key === "close" || key.startsWith("return_"))),
  );
}

const overlaps = (a: DirectionWord, b: DirectionWord): boolean => a.start < b.end && b.start < a.end;

export const citedMoves: Reader = (clause, index) => {
  const items = changesCited(clause, index);
  if (items.length === 0 || ofOthers(clause)) return null;
  if (/\bshort[- ]sellers?\b|\bshorts\b/i.test(clause)) return null;
  if (namesAnother(clause, items) || (items.length > 1 && against.test(clause))) return null;
  // "The return less that of the index" takes one from the other.
  const plain = directionsIn(clause);
  // "The one-month return trails the three-month one"; "a larger slice" is of fewer shares.
  if (items.length > 1 && plain.some(({ start, end }) => ranking.test(clause.slice(start, end)))) return null;
  if (items.some(({ key }) => key === "dilution_yoy") && occurs(slices, clause)) return null;
  const words = [
    ...plain,
    ...comparativesIn(clause).filter(
      (one) => !plain.some((other) => overlaps(one, other)) && !/^ that of\b/.test(clause.slice(one.end)),
    ),
  ];
  return consensus(clause, words, items);
};

const ranking = /^(?:trail|lag|beat|lead|led)/i;
const slices = /\b(?:slice|piece|stake|portion|part|claim|share) (?:of|in|on|has|have|is|became|becomes|got|gets)\b/i;

/** The first of several words that all point one way, once what denies them is counted in. */
export function consensus(clause: string, words: readonly DirectionWord[], items: readonly Evidence[]): Found | null {
  const [first] = words.toSorted((a, b) => a.start - b.start);
  if (first === undefined) return null;
  const meant = new Set(words.map(({ start, way }) => (isDenied(clause, start) ? -way : way)));
  if (meant.size > 1 || /\b(?:nearly|almost|close to|short of) (?:\w+ )?$/i.test(clause.slice(0, first.start)))
    return null;
  return { start: first.start, end: first.end, holds: items.every(({ value }) => (value ?? 0) * first.way > 0), items };
}

const holders = String.raw`(?:(?:(?:share|stock)?holders?['’]?|owners['’]?|investors['’]?)(?: (?:stakes?|holdings?|interests?))?(?: (?:of|in) (?:the )?[\w&’'-]+(?: [A-Z][\w&’'-]*)*)?)`;
const issuing =
  /\b((?:issu|print|sell)ing (?:new |more |fresh |additional )?(?:shares|stock|equity)|(?:bigger|larger|greater|smaller|thinner|slimmer) (?:slice|piece|stake|share|portion|part|claim) (?:of|in|on) )/i;
const diluted = new RegExp(
  String.raw`\b${holders} (?:were|are|have been|got|are being) (?:(?:not|never|hardly|further|heavily) )?(diluted|watered down)\b|\b(?:no|little) (dilution)\b`,
  "i",
);

/** "Owners were diluted", "keeps issuing stock", "holders own a bigger slice": of the number of shares without naming it. */
export const owned = needing([diluted, issuing], (clause, index) => {
  const item = itemOf(index, "dilution_yoy");
  const found = firstIn(diluted, clause) ?? firstIn(issuing, clause);
  if (item?.value == null || item.value === 0 || found === null || /\bcompensation\b/i.test(clause)) return null;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].lastIndexOf(word);
  const isFewer = /^(?:bigger|larger|greater|dilution)/i.test(word);
  return { start, end: start + word.length, holds: item.value > 0 !== isFewer, items: [item] };
});
