import type { Evidence } from "#src/contract/evidence.ts";
import { directionsIn } from "./direction-words.ts";
import { spansIn, type EvidenceIndex } from "./evidence-index.ts";
import { mentionsIn, type Mention } from "./subjects.ts";
import { windowsIn, type Window } from "./windows.ts";
import { remembered } from "./memoized.ts";

/** An item of the evidence that has a value. */
export type Measured = Evidence & { readonly value: number };

/** Two measures that words set against one another, and whether the first is said to be more. */
export interface Pairing {
  readonly start: number;
  readonly end: number;
  readonly more: boolean;
  readonly items: readonly [Measured, Measured];
}

const more =
  "above|(?<=\\w )beyond(?! (?:the |its )?lower)|reclaim(?:s|ed|ing)?|(?:punch|burst|push|blast|surg|power|jump|ris)\\w* through|(?:rose|shot|tore) through|(?<=\\b(?:is|are|was|were|stands?|sits?|trades?|trading|closed|finish(?:es|ed)|remains?|stays?|well|far|just|back)(?: \\w+)? )over(?! (?:the )?(?:past|last|\\d))|leads?|leading|outr[au]ns?|outstrip(?:s|ped)|outshin(?:es|ed)|north of|(?:broken?|breaks?|moved?|moves?|jumped|climbed) (?:out )?(?:above|through)|at (?:an? )?(?:[\\d.,]+ ?% )?premium to|ahead of|exceed(?:s|ed|ing)?|outpac(?:es|ed|ing)|top(?:s|ped|ping)|beats?|cover(?:s|ed)?|clear(?:s|ed)|surpass(?:es|ed)?|outweigh(?:s|ed)?";
const less =
  "below|under|beneath|south of|beyond (?:the |its )?(?=lower)|(?:fall|slic|slid|crash|drop|sink|cut)\\w* through|(?:fell|sank|tumbled) through|(?:broken?|breaks?|fell|fallen|slipped|dropped) (?:below|under|beneath|down through)|at (?:an? )?(?:[\\d.,]+ ?% )?discount to|behind|trail(?:s|ed|ing)?|lag(?:s|ged|ging)?|short of|undercuts?";
const moreThan =
  "more|higher|greater|larger|bigger|wider|stronger|faster|quicker|richer|dearer|hotter|louder|steeper|deeper|heavier|better|brighter|warmer";
const lessThan =
  "less|lower|smaller|narrower|tighter|weaker|slower|cheaper|calmer|softer|thinner|lighter|shallower|cooler|worse|fewer";
/** "Above", and "more … than" with what stands between, which belongs to what is compared. */
const comparing = new RegExp(
  String.raw`(?<![\w-])(?:(${more})|(${less})|(?:(${moreThan})|(${lessThan}))(?<between>(?: (?!than\b)[\w’'-]+){0,6}) than)(?![\w-])`,
  "gi",
);
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
      items.length === 0 ? namedIn(left, index) : onlyOne(items.filter((item) => isNamed(left, item, items)));
    const second =
      items.length === 0
        ? namedIn(right, index, mentionsIn(left).at(-1))
        : onlyOne(items.filter((item) => isNamed(right, item, items)));
    if (first === null || second === null) continue;
    if (first.id === second.id || first.unit !== second.unit || first.value === second.value) continue;
    return { start, end, more: isMore, items: [first, second] };
  }
  return null;
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

/** What a clause sets against what, and which is said to be more. */
export const comparisonsIn = remembered((clause: string): readonly Comparison[] => {
  const plain = [...clause.matchAll(comparing)].flatMap((found): Comparison[] => {
    const end = found.index + found[0].length;
    // "More than half the level" says how much of it.
    if (/\bthan$/i.test(found[0]) && /^ (?:half|an?|one|two|three|twice|double|triple|\d)\b/i.test(clause.slice(end)))
      return [];
    const between = found.groups?.["between"] ?? "";
    return [
      {
        start: found.index,
        end,
        more: found[1] !== undefined || found[3] !== undefined,
        left: `${clause.slice(0, found.index)}${between}`,
        right: clause.slice(end),
      },
    ];
  });
  // "Tone has soured in the last week compared with the last 30 days."
  const turn = against.exec(clause);
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
  const items = mentions.flatMap(({ keys }) => {
    const own = keys.flatMap((key) => measured(index.byKey.get(key)?.[0]));
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

/** Whether a side of a comparison speaks of this item and not of another: by its window where they share a family. */
function isNamed(side: string, item: Evidence, all: readonly Evidence[]): boolean {
  const relatives = all.filter((other) => family(other) === family(item));
  const spans = spansIn(item.label);
  const mentions = mentionsIn(side);
  if (relatives.length > 1)
    return (
      mentions.some(({ keys: [key, another] }) => key === item.key && another === undefined) ||
      windowsIn(side).some(({ names }) => spans.some((span) => names.has(span)))
    );
  const [ofQuarter, ofYear] = [/\bquarter/i.test(side), /\b(?:trailing|year|twelve)/i.test(side)];
  if (/\btrailing\b/i.test(item.label) && ofQuarter && !ofYear) return false;
  if (/\blast quarter\b/i.test(item.label) && ofYear && !ofQuarter) return false;
  return mentions.some(({ keys }) => keys.includes(item.key));
}

function family({ key }: Evidence): string {
  return key.replace(/_?\d+d?$/, "");
}
