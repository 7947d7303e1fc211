import { closesOf } from "./closes.ts";
import type { Grounds } from "./grounds.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { plain } from "./operands.ts";
import { levelsBetween, levelsIn, ofOwnStep, ofPosition } from "./own-steps.ts";
import { ofPair } from "./pair-steps.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { isUnitOfStake, ownDistanceTold, payoffTold } from "./payoff-steps.ts";
import { isOfRanges, plainStep } from "./plain-steps.ts";
import { bandsOverMean } from "./price-steps.ts";
import { isRound, sideOfLine, sideWordsAt } from "./round-lines.ts";
import { about, namedBy, sign } from "./step-names.ts";
import { figure, money, type Figure, type Step, type Told } from "./step.ts";
import { restsOn } from "./support.ts";
import { toldStep } from "./told-steps.ts";
import { valueNamesIn } from "./value-names.ts";

/*
 * Steps that words name in full, with what they are taken of: "half-way between the close and the 50-session mean", "the two
 * means are 3.40 apart". The number is that step's result or wrong.
 */

/** "[F14][F10] The …", "(M1, M7) The …". */
const citedFirst = /^\W*(?:[A-Z]\d{1,4}(?:[\])]? ?[[(]|, ?|[\])] (?=[A-Z][a-z]|\d)))+/;
const withSpaces = (written: string): string => written.replaceAll("][", "] [");

/** What a number is that the words call the result of one named step; `null` where they do not. */
export function ofNamedStep(spot: Spot, grounds: Grounds): Judgement | null {
  const { number, text, sentence, ids, qualifier } = spot;
  const lead = withSpaces(text.slice(sentence.start, number.offset)).replace(citedFirst, "");
  const ahead = withSpaces(text.slice(number.offset + number.text.length, sentence.end));
  const told: Told = {
    written: `${lead}${number.text}${ahead}`,
    lead,
    ahead,
    grounds,
    cited: [...ids].flatMap((id) => grounds.index.items.get(id) ?? []),
  };
  if (number.unit === "%" && occurs(changeOf, `${number.text}${told.ahead}`))
    return { verdict: "proposal", evidence: [], cited: false, basis: "supposed" };
  const round = turnedRound(told);
  // "13.5 pp higher than" is a difference of two percentages, and no change.
  const isOfPoints = number.unit === "%" && /(?:points?|pp)$/i.test(number.text);
  const unit = isOfPoints ? null : number.unit;
  if (isUnitOfStake(told, number)) return { verdict: "proposal", evidence: [], cited: false, basis: "supposed" };
  const beyond = beyondOwnStep(spot, told, unit);
  if (beyond !== null) return beyond;
  const own = ownTold(told, number.unit);
  const step =
    own ?? ofPair(told, unit, isOfPoints) ?? stepOf(told, unit) ?? (round === null ? null : stepOf(round, unit));
  // What is cited must be what it is taken of.
  if (step === null || (ids.size > 0 && !step.ids.every((id) => ids.has(id) || told.written.includes(`[${id}]`))))
    return null;
  const sized = { ...number, value: Math.abs(number.value), sign: null };
  const isSigned = number.sign === "+" || number.sign === "-";
  if (step.isMultiple === true && qualifier.bound !== null && !qualifier.approximate) {
    const value = step.value * (number.unit === "%" ? 100 : 1);
    const holds = qualifier.bound === "least" ? value >= number.value : value <= number.value;
    return holds
      ? { verdict: "computation", evidence: [...step.ids], cited: false, basis: step.expression }
      : { verdict: "unsupported", evidence: [], cited: false, basis: null };
  }
  const isTurned = step.isSigned === true && number.value !== 0 && (number.sign === "-") !== step.value < 0;
  return !isTurned && restsOn(isSigned && step.value < 0 ? number : sized, step.value, step.quantity, qualifier)
    ? { verdict: "computation", evidence: [...step.ids], cited: false, basis: step.expression }
    : { verdict: "unsupported", evidence: [], cited: false, basis: null };
}

const ownTold = (told: Told, unit: string | null): Step | null =>
  payoffTold(told, unit) ?? ownDistanceTold(told, unit) ?? ofPosition(told, unit);

/** "The stop is more than 8 % below the entry": a step of the agent's own levels alone, on the side that is told. */
function beyondOwnStep({ number, qualifier }: Spot, told: Told, unit: string | null): Judgement | null {
  const from = sideWordsAt(told.lead);
  if (from === null || number.sign !== null || qualifier.side !== null || qualifier.approximate) return null;
  const lead = told.lead.slice(0, from);
  const plainly = { ...told, lead, written: `${lead}${number.text}${told.ahead}` };
  const step = ownTold(plainly, number.unit) ?? stepOf(plainly, unit);
  if (step === null || step.ids.length > 0) return null;
  const value = Math.abs(step.value) * (unit === "%" ? 100 ** (1 - step.quantity.hundreds) : 1);
  if (Math.abs(value - number.value) <= number.halfUnit * (isRound(number) ? 0.02 : 1)) return null;
  const holds = sideOfLine(told.lead) === "more" ? value > number.value : value < number.value;
  return holds
    ? { verdict: "computation", evidence: [], cited: false, basis: step.expression }
    : { verdict: "unsupported", evidence: [], cited: false, basis: null };
}

const leads = /(?:^|[,;:.] |\b(?:that|with|find|get) )\W*$/i;
const nameBehind =
  /^(?: ?(?:%|percent|per cent|times|dollars?|points?|USD))?(?: is| was| are| were| marks| represents| makes| for)(?: what)? (?:the |our |my |its )?([^.;,]{4,96}?)(?: (?:comes? to|amounts? to|works? out at))?((?: \[[^\]]*\])*)(?:[.;,]|$)/i;

/** "$32.56 is the span between stop and target": the name first, as the readers of steps have it. */
function turnedRound(told: Told): Told | null {
  const found = occurs(leads, told.lead) ? firstIn(nameBehind, told.ahead) : null;
  return found === null ? null : { ...told, lead: `The ${found[1] ?? ""}${found[2] ?? ""} is `, ahead: "" };
}

function stepOf(told: Told, unit: string | null): Step | null {
  const amount = unit !== "%" && unit !== "x" && unit !== "fold";
  return (
    (unit === null ? asFraction(told) : null) ??
    plainStep(told, unit) ??
    timesNamed(told) ??
    toldStep(told, unit) ??
    (amount ? (between(told) ?? ofCloses(told) ?? afterChange(told) ?? ofRanges(told)) : null) ??
    apart(told) ??
    bandWidth(told) ??
    inverse(told) ??
    (unit === "%" ? ofOwnStep(told) : null)
  );
}

const ofFamily =
  /\b(?:the )?(\d{1,3})[- ](?:session|day)s?(?: and|,| to) (?:the |its )?(\d{1,3})[- ](?:session|day)s? (return|volatility|mean|average|moving average|simple mean)s?\b/i;
const familyAhead =
  /\b(?:two )?(volatilities|returns|means|averages),? (?:of |over |for )?(?:the )?(\d{1,3}) and (?:of |over |for )?(?:the )?(\d{1,3}) (?:sessions|days)\b/i;
const keyOf: Readonly<Record<string, (window: string) => string>> = {
  r: (window) => `return_${window}d`,
  v: (window) => `volatility_${window}`,
  m: (window) => `sma_${window}`,
  a: (window) => `sma_${window}`,
  s: (window) => `sma_${window}`,
};

/** The two figures that a part of a sentence names. */
function pairIn(part: string, told: Told): readonly [Figure, Figure] | null {
  const led = firstIn(familyAhead, part);
  const family = firstIn(ofFamily, part);
  const noun = (led?.[1] ?? family?.[3] ?? "").charAt(0).toLowerCase();
  const windows = led === null ? [family?.[1], family?.[2]] : [led[2], led[3]];
  const keys = /\b252-session high and (?:the )?(?:252-session )?low\b/i.test(part)
    ? ["high_252", "low_252"]
    : led === null && family === null
      ? valueNamesIn(part).map(({ key }) => key)
      : windows.map((window) => keyOf[noun]?.(window ?? "") ?? "");
  const [a, b, another] = [...new Set(keys)].map((key) => figure(told, key));
  if (a == null || b == null || another !== undefined) return levelsIn(part, told);
  return JSON.stringify(a.quantity) === JSON.stringify(b.quantity) ? [a, b] : null;
}

/** "A and B are 5.40 apart", "differ by 5.8 points". */
function apart(told: Told): Step | null {
  const isTold =
    (/\bdiffer by (?:about |some |only |just )?[$€£¥₹]?$/i.test(told.lead) ||
      (/\b(?:are|lie|stand|sit) (?:about |some |only |just )?[$€£¥₹]?$/i.test(told.lead) &&
        /^ ?(?:percentage |index )?(?:points?|dollars?)? ?apart\b/i.test(told.ahead))) &&
    !/,[^,]*,/.test(told.lead.replace(familyAhead, ""));
  const pair = isTold ? pairIn(told.lead, told) : levelsBetween(told);
  if (pair === null) return null;
  const [a, b] = pair;
  return {
    expression: `${a.name} - ${b.name}`,
    ids: [...a.ids, ...b.ids],
    value: Math.abs(a.value - b.value),
    quantity: a.quantity,
  };
}

const halfWay = /\b(?:half[- ]?way|midway) between\b|\b(?:midpoint|mid-point|middle) (?:of|between)\b/i;

function between(told: Told): Step | null {
  const found = firstIn(halfWay, told.lead);
  if (found === null || !/\b(?:is|lies|at|sits|stands|be|:|of) (?:about |roughly )?[$€£¥₹]?$/i.test(told.lead))
    return null;
  const pair = pairIn(told.lead.slice(found.index + found[0].length), told);
  if (pair === null) return null;
  const [a, b] = pair;
  return {
    expression: `(${a.name} + ${b.name}) / 2`,
    ids: [...a.ids, ...b.ids],
    value: (a.value + b.value) / 2,
    quantity: a.quantity,
  };
}

const bands = /\b(?:band ?width|width of (?:the |its )?(?:bollinger )?bands?)\b/i;
const overMean =
  /\b(?:divided by|over|against|relative to|as a (?:share|fraction|percentage) of) (?:the |its )?(?:20-session mean|20-day (?:mean|average)|middle (?:band|line))\b/i;

function bandWidth(told: Told): Step | null {
  return occurs(bands, told.lead) && occurs(overMean, told.written) ? bandsOverMean(told) : null;
}

const extremes =
  /\bhighest and (?:the )?lowest of (?:the |these |those )?(?:last |latest )?(?:\w+ )?(?:listed )?closes(?: listed| shown)? (?:are|lie|stand|differ by)\b/i;
const ends = /\bfrom the first to the last of (?:the |these |those )?(?:\w+ )?(?:listed )?closes\b/i;

function ofCloses(told: Told): Step | null {
  const list = occurs(extremes, told.lead) || occurs(ends, told.lead) ? closesOf(told.grounds.index) : null;
  if (list === null) return null;
  const values = list.closes.map(({ value }) => value);
  const isEnds = occurs(ends, told.lead);
  const [from, to] = isEnds ? [values[0], values.at(-1)] : [Math.min(...values), Math.max(...values)];
  if (from === undefined || to === undefined) return null;
  const isPair =
    (isEnds && /\b(?:is|was|by|of|comes to|at) [$€£¥₹]?$/i.test(told.lead)) ||
    /^ ?(?:dollars? )?apart\b/i.test(told.ahead) ||
    /differ by [$€£]?$/i.test(told.lead);
  return isPair
    ? { expression: `${to} - ${from}`, ids: [list.item.id], value: Math.abs(to - from), quantity: money }
    : null;
}

const changeOf =
  /^[^.;,]*?\b(?:percent|per cent|%) (above|below|over|under) (?:the |its |that )?(last close|entry|[\w-]+(?: [\w-]+){0,5}?) (?:would be|would lie at|would stand at|makes|comes to|gives) (?:about |roughly )?[$€£¥₹]?\d/i;
const byPercent =
  /\b(one|two|three|five|ten|fifteen|twenty|thirty|fifty|\d+(?:\.\d+)?) ?(?:percent|per cent|%) (above|below|over|under) (?:the |its |that )?([\w -]{4,48}?) (?:would be|would lie at|would stand at|makes|comes to|gives) (?:about |roughly )?[$€£¥₹]?$/i;
const words: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  five: 5,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  fifty: 50,
};

/** "Ten percent above the last close would be 115.30". */
function afterChange(told: Told): Step | null {
  const found = firstIn(byPercent, told.lead);
  const [, size = "", way = "", of = ""] = found ?? [];
  const [name] = found === null ? [] : valueNamesIn(of);
  const base = name === undefined ? null : figure(told, name.key);
  if (base === null || base.quantity.money !== 1) return null;
  const by = words[size.toLowerCase()] ?? Number(size);
  const factor = 1 + ((/^(?:above|over)$/i.test(way) ? 1 : -1) * by) / 100;
  return { expression: `${base.name} * ${factor}`, ids: base.ids, value: base.value * factor, quantity: money };
}

const ofRange =
  /\b(one|two|three|five|ten|\d+(?:\.\d+)?) (?:times the )?(?:average true ranges?|ATRs?) (?:make|makes|would be|come to|comes to|equal|are|is|amount to) (?:about |roughly )?[$€£¥₹]?$/i;

/** "Two average true ranges make 13.69". */
function ofRanges(told: Told): Step | null {
  // "One ATR is 0.024 of the price" is a share.
  const found = /^ of\b/i.test(told.ahead) ? null : firstIn(ofRange, told.lead);
  const range = found === null ? null : figure(told, "atr_14");
  if (range === null) return null;
  const size = found?.[1]?.toLowerCase() ?? "";
  const count = words[size] ?? Number(size);
  return { expression: `${count} * ${range.name}`, ids: range.ids, value: count * range.value, quantity: money };
}

const times: Readonly<Record<string, number>> = { twice: 2, double: 2, "two times": 2, "three times": 3, half: 0.5 };
const multiplied = new RegExp(
  String.raw`\b(twice|double|two times|three times|half) (?:the |its )?([^.;,\d][^.;,]{2,64}?)(?: \[[^\]]*\])?,? (?:is|as|are|makes?|comes to|equals|amounts to|at|gives|would be|works out at) ${about}${sign}$`,
  "i",
);

/** "Twice the average true range is $2.81". */
function timesNamed(told: Told): Step | null {
  const found = firstIn(multiplied, told.lead);
  const of = found === null ? null : namedBy(found[2] ?? "", told);
  if (of === null) return null;
  const by = times[(found?.[1] ?? "").toLowerCase()] ?? Number.NaN;
  return { expression: `${by} * ${of.name}`, ids: of.ids, value: by * of.value, quantity: of.quantity };
}

const factor = /^(?:twice|double|two times|three times|half)$/i;
const resultAhead =
  /^ (?:the |its )?[^.;,\d][^.;,]{2,64}?(?: \[[^\]]*\])?,? (?:is|as|are|makes?|comes to|equals|amounts to|at|gives|would be|works out at) (?:about |roughly )?[$€£¥₹]?\d/i;

/** Whether a number in words only says of what a result is taken: "twice the average true range is $2.81". */
export function isFactor({ number, text, sentence }: Spot): boolean {
  const [from, to] = [number.offset - sentence.start, number.offset + number.text.length - sentence.start];
  if (number.unit !== "%" && isOfRanges(text.slice(sentence.start, sentence.end), from, to)) return true;
  if (!factor.test(number.text)) return false;
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  return occurs(resultAhead, ahead) && valueNamesIn(ahead).some(({ start }) => start <= 5);
}

/** "The inverse of the P/E is 6.5 %". */
function inverse(told: Told): Step | null {
  const isTold =
    /\b(?:inverse|reciprocal) of (?:the )?(?:P\/E|price[- ]to[- ]earnings)\b[^;]* (?:is|comes to|equals|at|of) (?:about )?$/i.test(
      told.lead,
    );
  const multiple = isTold ? figure(told, "pe_ttm") : null;
  if (multiple === null || multiple.value <= 0) return null;
  return { expression: `1 / ${multiple.name}`, ids: multiple.ids, value: 1 / multiple.value, quantity: plain };
}

const fraction =
  /\b(?:as|into) a (?:plain |simple )?(?:decimal (?:fraction|number)|decimal|fraction|number|part|share(?= of (?:one|1)\b))\b(?! of (?!(?:1|one)\b(?!\.\d)))|\bagainst (?:one|1),|\ba fraction of [+−–-]?\d/i;
/** "As a fraction of 1": of what it is one. */
const ofOne = /\b(?:fraction|part|share|number) of $|\bagainst $/i;

/** "The return, as a decimal fraction, is −0.0228" of −2.28 %. */
function asFraction(told: Told): Step | null {
  if (!occurs(fraction, told.written) || (occurs(ofOne, told.lead) && told.ahead.startsWith(","))) return null;
  const [name, another] = valueNamesIn(told.written);
  const cited = told.cited.length === 1 ? told.cited[0]?.key : undefined;
  const margin = firstIn(/\b(gross|operating|net)(?: profit)? margin\b/i, told.written)?.[1]?.toLowerCase();
  const alone = name?.key ?? (margin === undefined ? undefined : `${margin}_margin_ttm`);
  const key = cited ?? (another === undefined ? alone : undefined);
  const of = key === undefined ? null : figure(told, key);
  if (of === null || of.quantity.hundreds !== 1) return null;
  return { expression: `${of.name} / 100`, ids: of.ids, value: of.value / 100, quantity: plain };
}
