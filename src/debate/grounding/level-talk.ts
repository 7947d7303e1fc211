import { isLong } from "./misgiven-roles.ts";
import type { Spot } from "./number-in-context.ts";
import { getting, leaving, losing, ordering, selling, winning, type Level } from "./level-words.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import type { Proposals, Role } from "./proposals.ts";

/*
 * What the words around a price say that it is of an agent's own trade, loosely: the words of losing, of winning and of
 * getting in that stand with it, between the numbers before and behind. Looser than role-lexicon.ts, and so only trusted
 * for a price that is one of the agent's levels to the digit, or that is nothing else that the words name.
 */

const vocabulary: readonly (readonly [Level, RegExp])[] = [
  ["stop", losing],
  ["target", winning],
  ["entry", getting],
];

/** "My number for the downside": of a purchase its stop, of a sale its target. */
const ofSide =
  /\b(?:number|price|level|figure|case|end) (?:for|on|to|of) the (?:(upside)|downside)\b|\b(?:(upper)|lower) (?:end|bracket|bound) of (?:the |our |my )(?:trade|plan|bracket)\b/i;

const boundary = /[;:]\s|,\s|\s(?:with|and|but|while|then|or)\s|\.\s|\s[–—/|]\s/;
/** Others' levels, and those that were or might be. */
const elsewhere =
  /\b(?:analysts?|consensus|street|brokers?|previous|former|old|original|rather|instead|prefer\w*|(?:not|never)(?= (?:at|to|above|below|before|until|by|on)\b)|between|trail\w*|rais(?:e|es|ed|ing)|lower(?:ed|ing)|mov(?:e|es|ed|ing) (?:the|our|my) stop|than|his|her|their|(?:bull|bear|voice|opponent|colleague)['’]s|he|she|they|bought|paid|(?<!distance )from)\b|(?<!\bdo)n['’]t\b/i;

/** The words that belong to the number: up to the numbers beside it, or to a border this side of them. */
function wordsOf({ number, text, sentence, numbers }: Spot): { readonly lead: string; readonly after: string } {
  const end = number.offset + number.text.length;
  const before = numbers.findLast((one) => one.offset + one.text.length <= number.offset);
  const behind = numbers.find((one) => one.offset >= end);
  const lead = text.slice(before === undefined ? sentence.start : before.offset + before.text.length, number.offset);
  const after = text.slice(end, behind?.offset ?? sentence.end);
  const border = firstIn(boundary, lead);
  const cut = firstIn(boundary, after);
  return {
    lead: before === undefined || border === null ? lead : lead.slice(border.index),
    // Where no border parts it from the next number, what stands between is of that one.
    after: behind === undefined ? after : after.slice(0, cut?.index ?? 0),
  };
}

/** The role that the words around a price give it, or the two ways out; nothing where they leave it open. */
function levelsTold(spot: Spot, long: boolean | null): readonly Level[] {
  const { lead, after } = wordsOf(spot);
  const near = `${lead.slice(-96)} ${after.slice(0, 96)}`;
  if (occurs(elsewhere, near)) return [];
  const [role, another] = vocabulary.filter(([, words]) => words.test(near)).map(([each]) => each);
  if (role !== undefined) return another === undefined ? [role] : [];
  const side = long === null ? null : firstIn(ofSide, near);
  if (side !== null) return [((side[1] ?? side[2]) === undefined) === long ? "stop" : "target"];
  if (long !== null && selling.test(near)) return long ? ["stop", "target"] : ["entry"];
  if (leaving.test(near)) return ["stop", "target"];
  return ordering.test(near) ? ["entry"] : [];
}

const fallsTo =
  /\b(?:sink|fall|drop|slip|dip|slide|decline|tumble|trade down|go down|down|retreat|slump|a (?:fall|drop|slip|dip|slide|decline|retreat)|falls|sinks|drops|slips|dips|slides|declines) (?:back )?(?:down )?to (?:about |around )?[$€£₹]?(?:Rs\.? )?$/i;
const risesTo =
  /\b(?:rise|run|climb|rally|advance|go up|trade up|up|jump|soar|run up|a (?:rise|run|climb|rally|advance|jump)|rises|runs|climbs|rallies|advances|jumps) (?:back )?(?:up )?to (?:about |around )?[$€£₹]?(?:Rs\.? )?$/i;

const ownVoice =
  /\b(?:I|we|our|my|us|me|the (?:trade|plan|idea|thesis|position|short|long|committee|desk|trader|manager|case|call|job|game|bet|deal)|order|exit|(?<=^\W*)in at)\b/i;

function isOwnTalk(sentence: string): boolean {
  return (
    occurs(ownVoice, sentence) &&
    !/\b(?:would have|had|last year|ago|earlier|closed at [$€£₹]?\d|evidence|lows?|highs?|means?|averages?|bands?|support|resistance|peak|trough|moving|\d+[- ](?:day|session)|floor|ceiling)\b/i.test(
      sentence,
    )
  );
}

function isLevel(role: Role): role is Level {
  return role === "entry" || role === "stop" || role === "target";
}

/**
 * Whether a price is another of the agent's levels than its words say: "the thesis dies at 312" of the target, "should it
 * sink to 312" of what lies above the entry.
 */
export function isAnotherLevel(spot: Spot, proposals: Proposals): boolean {
  const { all } = proposals;
  const { number, mentions, ids, clause, text, sentence, qualifier } = spot;
  const { unit, value, halfUnit } = number;
  if (ids.size > 0 || number.sign !== null || (unit !== null && !/^[A-Z]{3}$|^[$€£¥₹]$/.test(unit))) return false;
  const levels = all.filter(({ role }) => isLevel(role));
  const equal = levels.filter((one) => Math.abs(one.value - value) <= halfUnit * 1.001);
  if (String(Math.round(value / (2 * halfUnit))).length < 3) return false;
  if (mentions.some(({ start, end, keys }) => start >= clause.start && end <= clause.end && keys[0] !== "close"))
    return false;
  if (mentions.some(({ start, end }) => /close|closing/i.test(text.slice(start, end)))) return false;
  const entry = levels.find(({ role }) => role === "entry")?.value;
  const lead = text.slice(sentence.start, number.offset).slice(-48);
  // Another price than any level may be rounded, or of a line of the chart.
  if (equal.length === 0 && (qualifier.approximate || !isOwnTalk(text.slice(sentence.start, sentence.end))))
    return false;
  if (equal.length > 0 && entry !== undefined && occurs(fallsTo, lead) && value > entry * 1.001) return true;
  if (equal.length > 0 && entry !== undefined && occurs(risesTo, lead) && value < entry * 0.999) return true;
  const told = levelsTold(spot, isLong(proposals));
  const own = levels.filter(({ role }) => told.some((one) => one === role));
  if (own.length < told.length || !own.some((one) => value > one.value * 0.5 && value < one.value * 2)) return false;
  return !equal.some(({ role }) => told.some((one) => one === role));
}
