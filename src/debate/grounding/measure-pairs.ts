import type { Evidence } from "#src/contract/evidence.ts";
import { lessThan, moreThan } from "./comparative-words.ts";
import { alternation } from "./direction-lexicon.ts";
import { directionsIn } from "./direction-words.ts";
import { spansIn, type EvidenceIndex } from "./evidence-index.ts";
import { allForms } from "./inflection.ts";
import { lexicon } from "./lexicon.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn, type Mention } from "./subjects.ts";
import { windowsIn, type Window } from "./windows.ts";
import { remembered } from "./memoized.ts";
import { valueNamesIn } from "./value-names.ts";

/** An item of the evidence that has a value. */
export type Measured = Evidence & { readonly value: number };

/** Two measures that words set against one another, and whether the first is said to be more. */
export interface Pairing {
  readonly start: number;
  readonly end: number;
  readonly more: boolean;
  readonly items: readonly [Measured, Measured];
}

const overtaking = allForms(
  "exceed outpace outrun+/outran/outrun outstrip+ outshine/outshone surpass eclipse outweigh outnumber dwarf top+ beat/beat lead/led reclaim overtake/overtook/overtaken outsize outdo/outdid/outdone outgrow/outgrew/outgrown outrank trounce crush swamp dominate vault leapfrog+",
);
const trailing = allForms("miss lag+ undercut/undercut undershoot/undershot underrun+/underran/underrun");
/** "Climbed over", "has pushed back through": a verb of either way with what it went past. */
const goUp = allForms(
  "rise/rose/risen climb push move jump surge power burst punch blast shoot/shot tear/tore cross break/broke/broken turn vault edge get/got run+ pop+ go/went/gone come/came/come flip+",
);
const goDown = allForms(
  "fall/fell/fallen sink/sank/sunk drop+ slide/slid slip+ tumble crash slice cut/cut cross break/broke/broken turn dip+ roll move go/went/gone come/came/come flip+",
);
const standing =
  "(?:is|are|was|were|stands?|stood|sits?|sat|trades?|traded|trading|closed|closes|ended|finish(?:es|ed)|remains?|remained|stays?|stayed|well|far|just|back|holds?|held|kept|keeps|lies|lay|runs?|ran|rests?|hovers?|hovering|settled|found|located|situated|positioned|placed|seen|put)";
/** What may stand between such a verb and "over"; a name divides: "what buybacks over net income come to". */
const aside =
  "(?: (?:well|far|just|still|now|back|again|comfortably|slightly|marginally|clearly|not|no longer|currently|only|already|a \\w+|some way|some distance)){0,2}";
const percent = String.raw`[\d.,]+ ?(?:%|percent|per cent)`;
const more = [
  "above",
  "on the (?:upper|higher|high|top|upside) side of",
  "(?:a (?:touch|hair|whisker|shade|bit|little)|right|just|slightly) over(?= (?:the|its|our) )",
  String.raw`(?<=\w\)? )>(?= )`,
  String.raw`(?<=\b(?:stop|target|entry|objective) )over(?= (?:the|our|my|its)\b)`,
  String.raw`(?<=\w )beyond(?! (?:the |its )?lower)`,
  String.raw`(?:${alternation(goUp)})(?: (?:back|out|up|straight|clean))* (?:over|past|through|above)(?! (?:the )?(?:past|last(?! clos| price| quote| trade)|[\w-]+ (?:sessions|days|weeks|months|quarters|years)\b))`,
  "up(?:wards?)? through",
  String.raw`(?<=\b${standing}${aside} )over(?! (?:the )?(?:past|last(?! clos| price| quote| trade)|[\w-]+ (?:sessions|days|weeks|months|quarters|years)\b))`,
  "north of",
  String.raw`at (?:an? )?(?:${percent} )?premium(?: of (?:\w+ )?${percent})? (?:to|over)(?= )`,
  // "Fails to match" is less; what matches is no more.
  String.raw`(?<=\b(?:cannot|(?:can|could|do|does|did)(?: not|n['’]t) (?:quite |even )?(?:come|get|measure|live|stack|stand) |(?:can|could)(?: not|n['’]t)|unable to|(?:fail|fails|failed|failing) to|short of|without|too \w+ to|incapable of) (?:quite |even |fully )?)(?:match|equal|rival|attain|emulate)(?:ing)?`,
  "(?:(?<!has |have |to )|(?<=(?:fails?|failed|failing|unable|able|yet) to ))reach(?:es)?(?= (?:the|its|that|those|\\w+-(?:session|day)) )",
  "(?:come|comes|coming|get|gets|measures?|lives?|stacks?|stands?) up to(?= (?:the|its|that) )",
  String.raw`(?<=\b(?:has|have|had|puts?|places?|shows?|sees?|finds?|found|sets?|leaves?) (?:the |its )?(?:[\w-]+ ){1,6})over(?= (?:the|its) (?![^.;:]*(?:\b(?:at|is|of|as|with|to|was|get|gives?|gets?|yields?|makes?|find)|[=:]) ?[$€£]?(?![\d.,]*[- ](?:sessions?|days?|weeks?|months?)\b)\d))`,
  "ahead of|in excess of|on top of|(?:edge[sd]?|edging|nose[sd]?|nosing) out|cover(?:s|ed)?|clear(?:s|ed)",
  String.raw`${alternation(overtaking)}`,
];
const less = [
  "below|underneath",
  "on the (?:lower|low|bottom|downside) side of",
  String.raw`(?<=\w\)? )<(?= )`,
  "under|beneath|south of",
  "beyond (?:the |its )?(?=lower)",
  String.raw`(?:${alternation(goDown)})(?: (?:back|out|down|straight|clean))* (?:through|below|under|beneath)`,
  "down(?:wards?)? through",
  String.raw`at (?:an? )?(?:${percent} )?discount(?: of (?:\w+ )?${percent})? to`,
  String.raw`(?<=[\w\])%] )(?<!\b(?:number|figure|value|reading|fact|story|reasons?|logic|data|evidence|amount|price|sum)(?: (?:that|which) (?:is|lies|stands))? )(?<!\bwhat (?:is|lies|stands|sits|works) )behind|short of|shy of`,
  String.raw`no match for`,
  String.raw`trails?|trailed|trailing(?= (?:its|the|their|that|behind)\b)`,
  String.raw`${alternation(trailing)}`,
];
/** "Above", and "more … than" with what stands between, which belongs to what is compared. */
const than = String.raw`(?:(${moreThan})|(${lessThan}))(?<between>(?: (?!than\b)[\w’'-]+){0,6}) than`;
const comparing = lexicon([...more, ...less, than]);
const against = /\b(?:compared with|compared to|versus|vs\.?|against|than)\b/i;

/**
 * "The 20-session mean is above the 200-session mean", "RSI trails money flow", "less debt than cash": two measures in
 * one unit, each told by its own name or window. `null` unless exactly one fits what stands on each side.
 *
 * @param cited what the words are said to rest on; without any, whatever they name
 */
export function pairingIn(clause: string, index: EvidenceIndex, cited: ReadonlySet<string>): Pairing | null {
  const items = [...cited].flatMap((id) => measured(index.items.get(id)));
  if (items.length > 4) return null;
  if (items.length === 1) return pairingIn(clause, index, new Set());
  for (const { start, end, more: isMore, left, right } of comparisonsIn(clause)) {
    const first =
      items.length === 0 ? sideNamed(left, index) : onlyOne(items.filter((item) => isNamed(left, item, items)));
    const second =
      items.length === 0
        ? sideNamed(withUnit(right, left), index, mentionsIn(left).at(-1))
        : onlyOne(items.filter((item) => isNamed(withUnit(right, left), item, items)));
    if (first === null || second === null) continue;
    if (first.id === second.id || first.unit !== second.unit) continue;
    return { start, end, more: isMore, items: [first, second] };
  }
  return null;
}

/** The measure that a side is of: by its exact name, or by its usual one and its window. */
function sideNamed(side: string, index: EvidenceIndex, like?: Mention): Measured | null {
  const exact = valueNamesIn(side).length === 1 ? measureNamed(side, index) : null;
  return exact ?? namedIn(side, index, like);
}

function measured(item: Evidence | undefined): Measured[] {
  return item?.value == null ? [] : [{ ...item, value: item.value }];
}

function onlyOne<T>(all: readonly T[]): T | null {
  const [one] = all;
  return one === undefined || all.length > 1 ? null : one;
}

export interface Comparison {
  readonly start: number;
  readonly end: number;
  readonly more: boolean;
  readonly left: string;
  readonly right: string;
}

/** "Has been less volatile over 21 sessions than over 63": the measure is in the word. */
const ofSwings = /^(?:(?:less|more) volatile|calmer|wilder|choppier|rougher|steadier|smoother)\b/i;
const owning = /^(.*\S),? (?:has|have|had|sees|keeps|finds|with) ((?:its |the |a |that )?\S.*)$/i;
const negatively = /^ (?:in(?:to)? (?:the )?(?:red|negative)|below zero|under ?water|negative)\b/i;

const inPart =
  /^ (?:nearly|almost|about|roughly|close to|most|part|some|much|little|not (?:quite )?all|less|(?:only |just )?a (?:good |large |small |big )?(?:part|share|portion|bit|fraction)|the (?:bulk|greater part|better part|larger part))\b/i;

/** What a clause sets against what, and which is said to be more. */
export const comparisonsIn = remembered((clause: string): readonly Comparison[] => {
  const plain = comparing(clause).flatMap(({ entry, found }): Comparison[] => {
    const isThan = entry === more.length + less.length;
    const end = found.index + found[0].length;
    // "More than half the level" says how much of it.
    if (
      /\bthan$/i.test(found[0]) &&
      /^ (?:[½⅓⅔¼¾⅕⅖⅗⅘⅛⅜⅝⅞]|(?:half|an?|one|two|three|twice|double|triple|\d)\b)/i.test(clause.slice(end))
    )
      return [];
    // "Well under four times the low".
    if (
      /^ (?:\w+ )?(?:half|twice|thrice|(?:two|three|four|five|six|seven|eight|nine|ten|\d[\d.]*) times)\b/i.test(
        clause.slice(end),
      )
    )
      return [];
    // "Is over a third of the market value".
    if (
      /^ [½⅓⅔¼¾⅕⅖⅗⅘⅛⅜⅝⅞] of\b|^ (?:an? |one |two |three |four )?(?:half|thirds?|quarters?|fifths?|sixths?|eighths?|tenths?)\b|^ (?:only |just |about |some |roughly |nearly |almost )?\d[\d.]*(?: ?%| percent| per cent)? (?:of|times)\b/i.test(
        clause.slice(end),
      )
    )
      return [];
    // "The number behind the mean is 66.8".
    if (
      /^behind$/i.test(found[0]) &&
      /\b(?:number|figure|value|reading|data|print|idea|logic|reason(?:ing)?)s? $/i.test(clause.slice(0, found.index))
    )
      return [];
    // "Free cash flow covers buybacks 0.97 times".
    if (/^cover/i.test(found[0]) && /^[^.;]{0,40}? \d[\d.]*(?: ?x\b| times| ?%| percent)/i.test(clause.slice(end)))
      return [];
    // "Covers nearly all of the buybacks".
    if (/^cover/i.test(found[0]) && occurs(inPart, clause.slice(end))) return [];
    const between = found.groups?.["between"] ?? "";
    const isMoreThan = isThan ? found[1] !== undefined : entry < more.length;
    // "The 20-session mean has the 200-session one above it": of the second.
    const turned = /^ (?:it|itself|them)\b/i.test(clause.slice(end))
      ? firstIn(owning, clause.slice(0, found.index))
      : null;
    if (turned !== null)
      return [{ start: found.index, end, more: isMoreThan, left: turned[2] ?? "", right: turned[1] ?? "" }];
    // "Are dwarfed by", "is outstripped by": the other way round.
    const isPassive =
      /ed$|(?:^|\b)(?:overtaken|outgrown|outrun|beaten|outdone)$/i.test(found[0]) &&
      /^ (?:far |easily )?by\b/i.test(clause.slice(end));
    return [
      {
        start: found.index,
        end,
        // "Deeper in the red than" is less.
        more: isMoreThan !== (isPassive || (isThan && occurs(negatively, between))),
        left: `${clause.slice(0, found.index)}${occurs(ofSwings, found[0]) ? " volatility" : ""}${between}`,
        right: clause.slice(end),
      },
    ];
  });
  // "Tone has soured in the last week compared with the last 30 days."
  const turn = firstIn(against, clause);
  const word = directionsIn(clause.slice(0, turn?.index ?? 0)).at(-1);
  if (turn === null || word === undefined) return plain;
  const sides = { left: clause.slice(0, turn.index), right: clause.slice(turn.index + turn[0].length) };
  return [...plain, { start: word.start, end: word.end, more: word.way === 1, ...sides }];
});

/**
 * The one measure that words name; of a family by its window: "the 50-session mean".
 * @param like what was named before, for "… than over 30 days", which names a window alone
 * @param only the one name to look at; the side's words tell its window
 */
export function namedIn(side: string, index: EvidenceIndex, like?: Mention, only?: Mention): Measured | null {
  const named = only === undefined ? mentionsIn(side) : [only];
  const mentions = named.length === 0 && like !== undefined ? [like] : named;
  const windows = windowsIn(side);
  // "The 7-day tone of posts beats the 30-day tone": of posts, too.
  const families = new Set((like?.keys ?? []).map((key) => familyOf(key)));
  const items = mentions.flatMap(({ keys }) => {
    const alike = keys.filter((key) => families.has(familyOf(key)));
    const own = (alike.length > 0 ? alike : keys).flatMap((key) => measured(index.byKey.get(key)?.[0]));
    // "… than the 10-session one": another of the same family.
    const known =
      named.length > 0
        ? own
        : [...index.items.values()].filter((item) => own.some((one) => family(one) === family(item))).flatMap(measured);
    const [first, second] = known;
    if (first === undefined || second === undefined) return known;
    // A margin and its change go by one name, of which the first is meant.
    if (family(first) !== family(second)) return named.length === 0 ? [] : [first];
    return ofWindows(known, windows);
  });
  return onlyOne([...new Map(items.map((item) => [item.id, item])).values()]);
}

/** The same by its exact name, window and all, where a part of a sentence has one. */
export function measureNamed(part: string, index: EvidenceIndex): Measured | null {
  const [name, another] = valueNamesIn(part);
  if (name === undefined) return namedIn(part, index);
  return another === undefined ? (measured(index.byKey.get(name.key)?.[0])[0] ?? null) : null;
}

/** The items of the windows that are named: by the very words ("90 days") before what also goes by them (63 sessions). */
export function ofWindows<T extends Evidence>(items: readonly T[], windows: readonly Window[]): T[] {
  const exactly = items.filter(({ label }) =>
    windows.some(({ each }) =>
      each.map(([...names]) => names[0]).some((first) => first !== undefined && spansIn(label).includes(first)),
    ),
  );
  return exactly.length > 0
    ? exactly
    : items.filter(({ label }) => windows.some(({ names }) => spansIn(label).some((span) => names.has(span))));
}

/** "… than over 63": so many of what the other side counts. */
function withUnit(right: string, left: string): string {
  const unit = /\d (sessions|days|weeks|months)\b/i.exec(left)?.[1];
  return unit === undefined
    ? right
    : right.replace(
        /^ (?:(?:that|those|the one) (?:over|for|in|of)|over|for|in) (?:the )?(?:last )?\d{1,3}(?= ?\[|[.,;]|$)/,
        `$& ${unit}`,
      );
}

/** Whether a side of a comparison speaks of this item and not of another: by its window where they share a family. */
function isNamed(side: string, item: Evidence, all: readonly Evidence[]): boolean {
  const relatives = all.filter((other) => family(other) === family(item));
  const spans = spansIn(item.label);
  const mentions = mentionsIn(side);
  if (relatives.length > 1)
    return (
      mentions.some(({ keys: [key, another] }) => key === item.key && another === undefined) ||
      isRanked(side, item, relatives) ||
      windowsIn(side).some(({ names }) => spans.some((span) => names.has(span)))
    );
  const [ofQuarter, ofYear] = [/\bquarter/i.test(side), /\b(?:trailing|year|twelve)/i.test(side)];
  if (/\btrailing\b/i.test(item.label) && ofQuarter && !ofYear) return false;
  if (/\blast quarter\b/i.test(item.label) && ofYear && !ofQuarter) return false;
  return mentions.some(({ keys }) => keys.includes(item.key));
}

const shorter = /\b(?:short(?:er)?|fast(?:er)?|quick(?:er)?)\b/i;
const longer = /\b(?:long(?:er)?|slow(?:er)?)\b/i;

/** "The short average", "the slower one": of a family of two by the length of their windows. */
function isRanked(side: string, item: Evidence, relatives: readonly Evidence[]): boolean {
  const isShort = shorter.test(side);
  if (relatives.length !== 2 || isShort === longer.test(side)) return false;
  const lengthOf = ({ label }: Evidence): number => Number.parseInt(spansIn(label)[0] ?? "0", 10);
  const other = relatives.find((one) => one !== item);
  return other !== undefined && lengthOf(item) < lengthOf(other) === isShort && lengthOf(item) !== lengthOf(other);
}

function familyOf(key: string): string {
  return key.replace(/_?\d+d?$/, "");
}

function family({ key }: Evidence): string {
  return familyOf(key);
}
