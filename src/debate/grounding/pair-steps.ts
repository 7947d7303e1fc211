import { pairingIn } from "./measure-pairs.ts";
import { plain } from "./operands.ts";
import { occurs } from "./pattern-search.ts";
import { alike, idsOfAll } from "./step-names.ts";
import { figure, type Figure, type Step, type Told } from "./step.ts";
import { valueNamesIn } from "./value-names.ts";

/*
 * How far the one of two named figures is from the other, wherever the two and the word between them stand, and whether in
 * points or in relative terms: "volatility over 21 sessions is ahead of the 63-session one by 44 % in relative terms", "the
 * lead of A over B is 15.3 percentage points", "between A and B lies a gap of $88.5".
 */

const terms =
  "(?:in relative terms|in relative size|relatively(?= speaking|[.,;:)]|$)|proportionally|proportionately|in proportion(?! to)|on a relative basis)";
/** Behind the number with no other percentage between. */
const relatively = new RegExp(
  String.raw`^(?:(?!%|percent|per cent|points?\b)(?:[^.;]|\.(?=\d))){0,112}?(?:\b|,? )${terms}|^,? (?:relative to (?:it|that|the (?:latter|second|other|former|first))|of the (?:latter|second|other)(?:['’]s (?:level|value|size))?)(?![\w-])`,
  "i",
);
const relativeAhead = new RegExp(
  String.raw`(?:\b${terms}|\b(?:relatively|(?:relative|proportional) (?:gap|lead|margin|difference|distance|excess|change)\b))(?:(?!%|percent|per cent|points?\b)(?:[^.;]|\.(?=\d))){0,160}$`,
  "i",
);
const relativeTo = /(?:^|[,;:] )\W*(?:\w+ )?relative to (?:the |its )?[^.;,]{4,64}, /i;
const pointsBehind = /^ ?(?:percentage |full )?points?\b|^ ?pp\b/i;

/** How the words have the number: as a share of the one side, as points, or in money. */
function kindOf({ lead, ahead }: Told, unit: string | null, isOfPoints: boolean): "relative" | "points" | "open" {
  if (isOfPoints || (unit === null && occurs(pointsBehind, ahead))) return "points";
  if (unit !== "%") return "open";
  return occurs(relatively, ahead) || occurs(relativeAhead, lead) || occurs(relativeTo, lead) ? "relative" : "open";
}

interface Sides {
  readonly first: Figure;
  readonly second: Figure;
  /** Where the two names stand in the sentence. */
  readonly places: readonly [readonly [number, number], readonly [number, number]];
}

/** The two figures that a sentence names, and no third. */
function sidesIn(told: Told): Sides | null {
  const { written } = told;
  const names = valueNamesIn(written);
  const [one, other, third] = names;
  if (one === undefined || third !== undefined) return null;
  if (other === undefined) return byWords(told);
  const [first, second] = [figure(told, one.key), figure(told, other.key)];
  if (first === null || second === null || first.name === second.name || !alike(first, second)) return null;
  return {
    first,
    second,
    places: [
      [one.start, one.end],
      [other.start, other.end],
    ],
  };
}

/** "The 21-session volatility exceeds that over 63 sessions": the second name is told by the first. */
function byWords(told: Told): Sides | null {
  const pair = pairingIn(told.written, told.grounds.index, new Set());
  if (pair === null) return null;
  const [first, second] = pair.items.map(({ key }) => figure(told, key));
  if (first == null || second == null || !alike(first, second)) return null;
  return {
    first,
    second,
    places: [
      [0, pair.start],
      [pair.end, pair.end],
    ],
  };
}

const turnedAhead =
  /(?:\b(?:compared|set|held|measured|weighed|seen|put|placed|judged|taken|counted) (?:with|to|against|beside|next to|from)|^\W*(?:against|beside|next to|relative to|versus|from)|[,;:] (?:against|beside|next to|relative to|versus)) (?:the |its |that of the )?$/i;
const wayFrom =
  /\b(?:step|way|mov(?:e|ing)|going|coming|getting|passing|rise|climb|jump|drop|fall|distance|increase|decrease|change|from)\b[^.;]{0,24}\bfrom (?:the |its )?$|^\W*(?:[^.;]{0,40}[,:] )?from (?:the |its )?$/i;
const wayTo = /^,? (?:(?:up|down|on|over|across)(?:wards?)? )?to (?:the |its |that of the )?$/i;
const passive = /\b(?:ed|beaten|outdone|overtaken|outrun|outgrown) by (?:the |its )?$|\w{3}ed by (?:the |its )?$/i;
const asBase = /^,? as (?:the |a |our )?(?:base|basis|reference|benchmark|yardstick|starting point|denominator|100)\b/i;
const ofSecond = /\b(?:the )?(?:latter|second|last[- ]named|other)\b/i;

/** Whether the first figure is what the second is held against. */
function isFirstBase({ written, lead }: Told, { places }: Sides): boolean {
  const [[from, to], [next, end]] = places;
  const [before, between] = [written.slice(0, from), written.slice(to, next)];
  if (occurs(turnedAhead, before) && /,/.test(between)) return true;
  if (occurs(wayFrom, before) && wayTo.test(between)) return true;
  if (occurs(passive, between)) return true;
  if (/\b(?:tak(?:e|ing)|with|using|treating) (?:the |its )?$/i.test(before) && asBase.test(between)) return true;
  return lead.length > end && occurs(ofSecond, lead.slice(end));
}

const upward =
  /\b(?:higher|above|ahead|more|larger|greater|bigger|exceed\w*|top(?:s|ped|ping)?|beats?|beating|lead|leads|led|leading|outstrip\w*|outpac\w*|outdo\w*|surpass\w*|over|past|beyond|up|excess|premium|advantage|clear(?:s|ed)?|outrun\w*|outran|overshoot\w*|in front|stronger|in excess)\b/i;
const downward =
  /\b(?:lower|below|behind|less|smaller|short|shy|trail\w*|lag\w*|under|beneath|down|deficit|discount|miss(?:es|ed)?|undershoot\w*|undercut\w*|weaker|fewer|shortfall)\b/i;
/** What is about one of the two windows or names, and points nowhere. */
const noWay =
  /\bover (?=(?:the (?:last |past )?)?[\w-]+ (?:trading )?(?:sessions|days|months|weeks)\b)|\bmore or less\b|\b(?:up|down) to\b/gi;

/** Which way the words say that the one lies from the other; `null` where they leave it open or say both. */
function wayOf({ written, lead, ahead }: Told, { places }: Sides): 1 | -1 | null {
  const [[, to], [next, end]] = places;
  const told = `${written.slice(to, next)} | ${lead.slice(end)} | ${/^[^,.;:]{0,40}/.exec(ahead)?.[0] ?? ""}`;
  const behind = lead.length < next ? ` ${written.slice(0, places[0][0]).slice(-48)}` : "";
  const words = `${told}${behind}`.replaceAll(noWay, " ");
  const [isUp, isDown] = [occurs(upward, words), occurs(downward, words)];
  return isUp === isDown ? null : isUp ? 1 : -1;
}

/** How a sentence sets two figures against one another without a verb that does. */
const setting = new RegExp(
  [
    String.raw`\b(?:lead|margin|excess|advantage|shortfall|deficit|premium|discount|gap|distance|difference|spread|step|way|move) (?:(?:of|between|from)|by which) (?:the |its )?$`,
    String.raw`\b(?:compar(?:e|es|ed|ing)|set|hold|held|measured|put|placed|weigh|weighed|take) (?:with |to |against |beside )?(?:the |its )?$`,
    String.raw`^\W*(?:[^.;,]{0,48}[,:] )?(?:there (?:is|are) |we (?:find|see|count) )?(?:between|from|against|beside|next to|relative to) (?:the |its )?$`,
  ].join("|"),
  "i",
);
const toldApart =
  /\bdiffer\w*\b|\bapart\b|\b(?:former|latter)\b|\bthe (?:first|second) (?:being|is|lies|stands|runs)\b/i;
const changing =
  /\b(?:widen|narrow|r[io]se|risen|fell|fall|fallen|gr[eo]w|grown|gain|lost|lose|shr[aiu]nk|improv|declin|increas|decreas|expand|contract|added|shed|slipp|climb|dropp)\w*(?: by)?(?: about| roughly| only| some)? [+−–-]?$/i;

/** Between the number and the second name. */
const besideNumber =
  /^,? ?(?:(?:percentage )?points? |pp )?(?:in relative terms,? |relatively |proportionally )?(?:above|over|ahead of|beyond|past|below|under|beneath|behind|short of|shy of|on top of|in excess of|(?:higher|lower|more|less|greater|larger|smaller|bigger|stronger|weaker) than|out ahead of|north of|south of|against) (?:the |its |that of the )?$/i;

/** Whether the words set the two against one another, and the number is no change of the one. */
function isComparison(told: Told, sides: Sides): boolean {
  const { written, lead, ahead, grounds } = told;
  const { places } = sides;
  if (occurs(changing, lead)) return false;
  const [[from, to], [next]] = places;
  return (
    occurs(setting, written.slice(0, from)) ||
    occurs(toldApart, written.slice(to)) ||
    isFirstBase(told, sides) ||
    occurs(besideNumber, written.slice(written.length - ahead.length, Math.max(next, 0))) ||
    pairingIn(written, grounds.index, new Set()) !== null
  );
}

const cited = /\[[^\]]*\]|\([A-Z]\d+(?:, ?[A-Z]\d+)*\)/g;
const windows = /\b\d{1,3}[- ](?:trading )?(?:sessions?|days?)\b/gi;

/** Whether no other figure is printed beside the names and what is cited. */
function isAlone({ written, lead, ahead }: Told, { places }: Sides): boolean {
  const [from, to] = [lead.length, written.length - ahead.length];
  const spans = [...places, [from, to] as const].toSorted((a, b) => b[0] - a[0]);
  const rest = spans.reduce((text, [start, end]) => `${text.slice(0, start)} ${text.slice(end)}`, written);
  return !/\d/.test(rest.replaceAll(cited, " ").replaceAll(windows, " "));
}

const byAhead = /\bby (?:(?:about|roughly|around|some|just|only|nearly|almost) )?[$€£¥₹]?$/i;

/** Of two prices: "the lead of A over B is $5", "between A and B lie 3 %", "A and B differ, the first being 3 % higher". */
function isOfPrices(told: Told, sides: Sides): boolean {
  const [[from, to]] = sides.places;
  const isLed =
    occurs(setting, told.written.slice(0, from)) ||
    occurs(toldApart, told.written.slice(to)) ||
    (occurs(byAhead, told.lead) && pairingIn(told.written, told.grounds.index, new Set()) !== null);
  return isLed && sides.first.quantity.money === 1 && isAlone(told, sides);
}

/** The step between two named figures; `null` where the words tell none, or leave open of which side it is a share. */
export function ofPair(told: Told, unit: string | null, isOfPoints: boolean): Step | null {
  if (unit !== null && unit !== "%" && !/^(?:[A-Z]{3}|[$€£¥₹])$/.test(unit)) return null;
  const kind = kindOf(told, unit, isOfPoints);
  const mayBe = kind !== "open" || occurs(betweens, told.lead) || occurs(toldApart, told.written);
  const sides = mayBe ? sidesIn(told) : null;
  if (sides === null) return null;
  const isMoney = sides.first.quantity.money === 1;
  if (kind === "open" ? !isOfPrices(told, sides) : !isComparison(told, sides)) return null;
  if ((kind === "points" && isMoney) || occurs(otherStep, told.lead)) return null;
  const [one, base] = isFirstBase(told, sides) ? [sides.second, sides.first] : [sides.first, sides.second];
  const way = wayOf(told, sides);
  const isShare = unit === "%" && kind !== "points";
  if (isShare && base.value === 0) return null;
  const gap = isShare ? (one.value - base.value) / Math.abs(base.value) : one.value - base.value;
  return {
    expression: isShare ? `${one.name} / ${base.name} - 1` : `${one.name} - ${base.name}`,
    ids: idsOfAll(one, base),
    value: way === null ? Math.abs(gap) : gap * way,
    quantity: isShare ? plain : one.quantity,
    ...(way === null ? {} : { isSigned: true as const }),
  };
}

const otherStep =
  /\b(?:half[- ]?way|midway|mid-?point|middle|average|mean|sum|total|ratio|quotient|product) (?:of|between)\b/i;
const betweens =
  /\b(?:lead|margin|excess|advantage|shortfall|deficit|premium|discount|gap|distance|difference|spread|step|way|move|between|by|compar\w+)\b/i;
