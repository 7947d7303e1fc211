import { sameCurrency } from "./currencies.ts";
import { isChange } from "./directions.ts";
import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import type { Quantity } from "./quantity.ts";
import { isVulgar } from "./vulgar-fractions.ts";

/** What the words before a number make of it. */
export interface Qualifier {
  /** `about 30`. */
  readonly approximate: boolean;
  /** `more than 30` is a least, `below 30` a most. */
  readonly bound: "least" | "most" | null;
  /** It says how far from something: `38 % below`. */
  readonly away: boolean;
  /** Of a percentage right before "above" or "below": which side of the whole it tells. */
  readonly beyond: "more" | "less" | null;
  /** `just under 30`, `a little over 30`: of what is near, on which side. */
  readonly side: "under" | "over" | null;
  /** `almost 30`: of what is near, a little further below it than above. */
  readonly isAlmost?: boolean;
}

/**
 * How far "about" reaches: a little beyond the rounding of the last digit that counts, trailing zeros being none, and a
 * fiftieth at the least, since whoever says it claims no more digits. Round figures that end in 5 (45, 2.5) stand for
 * what lies nearer to them than to the next, within a sixteenth.
 */
function reachOf({ value, halfUnit, text }: FoundNumber): number {
  const size = Math.abs(value);
  // Round number words ("fifty") reach a little beyond a half of one.
  const printed = halfUnit === 0.6 ? 1 : halfUnit * 2;
  if (size === 0 || printed === 0) return halfUnit;
  // "Near 11½": told to the half.
  if (/½|\band a half\b/i.test(text) && size >= 5 && size < 1000) return Math.max(halfUnit, 0.3);
  // A share in words is round already: "a third" reaches a twentieth, and "about a third" a tenth.
  if (halfUnit >= size * 0.04 && (!/\d/.test(text) || isVulgar(text))) return halfUnit * 2;
  if (halfUnit >= size * 0.04) return halfUnit * 1.2;
  let step = printed;
  while (step * 10 <= size && isMultiple(size, step * 10)) step *= 10;
  const digit = Math.round(size / step) % 10;
  const rounding = step === printed ? step * 0.6 : Math.min(step * 0.6, size * 0.1);
  return Math.max(halfUnit, rounding, size * 0.02, digit === 5 ? Math.min(step * 2.5, size / 16) : 0);
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, times);
}
const generic =
  "(?: (?:the|a|an|its|key|neutral|overbought|oversold|threshold|level|line|mark|of|at|usual|round|important)){0,5}";
const beside =
  "(?:just|(?<!\ba )little|a (?:little|touch|shade|hair|bit|tad|fraction|whisker)|slightly|marginally|fractionally|barely)";
const about = new RegExp(
  String.raw`(?:(?<![A-Za-z])(?:about|around|roughly|approximately|approx\.?|circa|ca\.|c\.|nearly|almost|virtually|practically|not quite|some|something like|close to|near|in the (?:region|neighbou?rhood|vicinity) of|on the order of|of the order of|${beside} (?:over|under|above|below|shy of|short of|north of|south of|more than|less than))${generic} |[~≈] ?)$`,
  "i",
);
const atLeast = new RegExp(
  String.raw`(?:(?<![A-Za-z])(?:(?<!\bno )(?:more|greater|higher|larger) than|(?<!(?:spread|divided|split) )over|above|at least|(?:no|not) (?:less|fewer|lower|smaller) than|in excess of|upwards? of|north of|exceed(?:s|ed|ing)?|top(?:s|ped|ping)|beyond|past)${generic} |(?:(?<![-=–—−])>|≥|>=) ?)$`,
  "i",
);
const atMost = new RegExp(
  String.raw`(?:(?<![A-Za-z])(?:(?<!\bno )(?:less|fewer|smaller) than|under|below|beneath|at most|not even|hardly|barely|(?<!add(?:s|ed|ing)? |sums? |sum |[\d\])%] |USD |INR |EUR )up to|(?:no|not) (?:more|greater|higher|larger) than|(?:(?:has|have|had) yet to|(?:not|n['’]t|never|fail(?:s|ed|ing)? to)(?: even| quite| yet| so far| ever| once| managed to| been able to)*) (?:reach(?:ed)?|attain(?:ed)?|hit|touch(?:ed)?|(?:come|came|got|gotten|get|risen|rise|climbed|climb|made it|make it|grown|grow|got up|advanced|advance) (?:up )?to|amount(?:ed)? to|add(?:ed)? up to|make)|(?<!\bno )lower than|short of|south of|within)${generic} |(?:<|≤|<=) ?)$`,
  "i",
);
const negated = /(?:\bnot|n't|\bno longer|\bnever|\bneither|\bnor|\bhardly)\b[^.;,]{0,24}$/i;
const opposite = { least: "most", most: "least" } as const;

const awayAfter =
  /^ ?(?:\w+ )?(?:below|under|beneath|less|lower|short|shy|above|over|higher|more|lighter|heavier|thinner|down|up|off|drop|fall|rise|decline|increase|decrease|discount|premium|gap)\b/i;
const awayBefore =
  /\b(?:down|up|fell|falls?|rose|rises?|lower|higher|less|more|short|below|above|off|drop(?:ped|s)?|dipped|declined|shrank|gained|increased|decreased|exceed(?:s|ed)?|trails?|lags?)(?: \w+){0,2} $|\b(?:exceed(?:s|ed)?|topp?(?:s|ed)|outran|beats?) (?:\w+ ){1,4}by (?:about |roughly |some )?$/i;
/** Words of a change, without which "more than half of the mean" tells the whole. */
const moved =
  /\b(?:down|up|fell|falls?|rose|rises?|lower|higher|short|below|above|off|drop\w*|dipped|declin\w*|shrank|gain\w*|increas\w*|decreas\w*|lost|lose|gone|shed|cut|exceed\w*|under|beneath)\b/i;
const beyondAfter =
  /^ ?(?:(above|over|higher|more|heavier|greater|larger|bigger|busier|stronger|wider|ahead of|on top of|north of|in excess of|beyond|past|better|dearer|richer|fatter|longer|louder|brisker|livelier)|below|under|beneath|less|lower|lighter|thinner|fewer|short of|shy of|behind|south of|off (?:its|the)|smaller|weaker|quieter|slower|worse|cheaper|shorter|poorer|narrower|softer)\b/i;
const justBeside = new RegExp(
  String.raw`(?<![A-Za-z])${beside} (?:(over|above|north of|more than)|under|below|shy of|short of|south of|less than) (?:the |an? )?[$€£₹]?$`,
  "i",
);
const orSo = /^,? (?:or so|or thereabouts|give or take|odd)\b|^-?ish\b/i;
/** "Call it $220 billion of revenue, give or take". */
const giveOrTake =
  /^[^.;:\d]{0,48}, (?:give or take|or thereabouts|or so|more or less|roughly|roughly speaking|in round (?:numbers|figures)|rounded)\b/i;
/** "Give or take, the mean is $240". */
const roundlyAhead =
  /(?:^|[.;:,]) ?(?:give or take|roughly speaking|broadly speaking|in round (?:numbers|figures|terms)|rounded(?: off)?|more or less|approximately|roughly|near enough),(?:[^.;]|\.(?=\d)){0,112}$/i;
/** "Almost 360" tells what is a little less. */
const almost = /(?<![A-Za-z])(?:almost|nearly|not quite|close to|just short of) (?:the |an? )?[$€£₹]?$/i;
const orLess = /^[^.;\d]{0,24},? or less(?![A-Za-z])/i;
/** "No more than 57 percent and no less". */
const neitherWay = /\bno (?:more|less|higher|lower) than (?:[A-Z]{3} )?[$€£₹]?$/i;
const norOther = /^ (?:and|or) (?:no|not) (?:less|more|lower|higher)\b/i;
const orMore = /^[^.;\d]{0,24},? or more(?![A-Za-z])|^ and more(?![A-Za-z])/i;

/** "Beat its average by 76 %". */
const pastMean =
  /\b(?:(beat|exceed(?:ed|s)|topp?(?:ed|s)|outran|surpass(?:ed|es))|miss(?:ed|es)|undershot|trail(?:ed|s)|fell short of|lag(?:s|ged)) (?:its |the |their )?(?:[\w-]+ )?(?:average|mean|norm|usual|normal)(?: level)? by (?:about |some |roughly |almost |nearly )?$/i;

function sideOf(found: RegExpExecArray | null): "more" | "less" | null {
  return found === null ? null : found[1] === undefined ? "less" : "more";
}

/** What the words right before a number, and "or less" behind it, make of it. */
export function qualifierOf(text: string, start: number, end: number): Qualifier {
  const before = text.slice(Math.max(0, start - 64), start);
  const after = text.slice(end, end + 40);
  // "Shrank to 78 % of normal" tells the whole.
  const isWhole =
    (/(?<!\bup) to (?:about |some |roughly |just |only )?$/i.test(before) && /^ of\b/i.test(after)) ||
    (/^ of (?:the|its|their|what|normal|usual|average)\b/i.test(after) && !occurs(moved, before.slice(-28)));
  const away = !isWhole && (occurs(awayAfter, after) || occurs(awayBefore, before));
  const onward = firstIn(beyondAfter, after);
  const past = firstIn(pastMean, before);
  const beyond = past === null ? sideOf(onward) : sideOf(past);
  const hint = firstIn(justBeside, before);
  const side = hint === null ? null : hint[1] === undefined ? "under" : "over";
  if (occurs(norOther, after) && occurs(neitherWay, before))
    return { approximate: false, bound: null, away, beyond, side };
  if (orLess.test(after)) return { approximate: false, bound: "most", away, beyond, side };
  if (orMore.test(after)) return { approximate: false, bound: "least", away, beyond, side };
  const approximate =
    occurs(about, before) ||
    orSo.test(after) ||
    occurs(giveOrTake, text.slice(end, end + 72)) ||
    occurs(roundlyAhead, text.slice(Math.max(0, start - 144), start));
  const isAlmost = occurs(almost, before);
  const found = occurs(atLeast, before) ? "least" : occurs(atMost, before) ? "most" : null;
  if (found === null || approximate) return { approximate, bound: null, away, beyond, side, isAlmost };
  const phrase = before.search(found === "least" ? atLeast : atMost);
  return { approximate, bound: occurs(negated, before.slice(0, phrase)) ? opposite[found] : found, away, beyond, side };
}

export const exactly: Qualifier = { approximate: false, bound: null, away: true, beyond: null, side: null };

/** Whether a number, as its words qualify it, can stand for a value of the evidence. */
export function fits(number: FoundNumber, entry: Entry, qualifier: Qualifier = exactly): boolean {
  // "More than halved" is anything less.
  if (number.unit === "fold" && number.value < 1 && qualifier.bound === "most" && entry.key.startsWith("return_"))
    return 1 + entry.value / 100 <= number.value;
  const printed = printedOf(number);
  return comparable(number, entry, qualifier).some((value) => isMeant(printed, value, qualifier));
}

/** Basis points as percent; any other number as it is. */
export function printedOf(number: FoundNumber): FoundNumber {
  return number.unit === "bps"
    ? { ...number, value: number.value / 100, halfUnit: number.halfUnit / 100, unit: "%" }
    : number;
}

/** The entry's value in the unit in which the number is printed; none when it cannot be. */
function comparable(number: FoundNumber, { key, kind, value, currency }: Entry, qualifier: Qualifier): number[] {
  switch (number.unit) {
    case null:
      return kind === "percent" && isFraction(number) ? [value, value / 100] : [value];
    case "%":
    case "bps":
      if (kind === "percent") return [value];
      return kind === "ratio"
        ? sharesOf(value, ofItself.test(key) ? { ...qualifier, away: false, beyond: null } : qualifier)
        : [];
    case "x":
      // "Three to one" of a share of 75 %.
      if (kind === "percent" && key.includes("positive_share"))
        return value < 100 && /to one/i.test(number.text) ? [value / (100 - value)] : [];
      if (kind === "percent") return isChange(key) ? [1 + value / 100] : [];
      return kind === "ratio" || kind === "count" || kind === "bare" ? [value] : [];
    case "fold":
      return kind === "percent" ? [1 + value / 100] : kind === "ratio" ? [value] : [];
    default:
      return kind === "bare" || (kind === "money" && currency !== null && sameCurrency(number.unit, currency))
        ? [value]
        : [];
  }
}

/** Ratios whose distance from one says nothing. */
const ofItself = /^(?:bollinger_|beta_|correlation_|p[se]_ttm$|pb$|ev_to_)/;

/** `0.243` for 24.3 %: a bare number below a few wholes with two decimals or more. */
function isFraction({ value, halfUnit }: FoundNumber): boolean {
  return halfUnit <= 0.005 && Math.abs(value) <= 3;
}

/** A ratio as percent, of the whole and, in words for it, beyond it: 0.62 is 62 %, and 38 % below. */
function sharesOf(value: number, { away, beyond }: Qualifier): number[] {
  if (Math.abs(value) > 20) return [];
  // "79 % above average" is 1.79 of it, and never 0.79.
  if (beyond !== null) return value > 1 === (beyond === "more") ? [(value - 1) * 100] : [];
  return Math.abs(value) > 3 || !away ? [value * 100] : [value * 100, (value - 1) * 100];
}

function isMeant(number: FoundNumber, value: number, { approximate, bound, side, isAlmost }: Qualifier): boolean {
  if (side !== null && Math.abs(value) > Math.abs(number.value) === (side === "under")) return false;
  if (agrees(number, value, number.halfUnit)) return true;
  // "Just under 41" is anything from 40 on.
  if (approximate && agrees(number, value, side === null ? reachOf(number) : besideReach(number))) return true;
  // "Almost 360" of 350.
  if (approximate && isAlmost === true && Math.abs(value) < Math.abs(number.value))
    return agrees(number, value, Math.min(besideReach(number), Math.abs(number.value) * 0.03));
  if (approximate) return false;
  if (bound === null) return false;
  if (number.value === 0) return bound === "least" ? value > 0 : value < 0;
  const [size, limit] = [Math.abs(value), Math.abs(number.value)];
  // Further away it is no statement about this value any more.
  return bound === "least" ? size >= limit && size <= limit * 2 : size <= limit && size >= limit * 0.4;
}

/** "Just under 41" is anything from 40 on, and "just under 3" nothing below 2.4. */
function besideReach(number: FoundNumber): number {
  const reach = reachOf(number);
  return Math.max(reach, Math.min(reach * 1.7, Math.abs(number.value) / 10));
}

/** A printed sign must be the value's; without one, or in brackets, the sentence may carry it. */
function agrees({ sign, value: printed }: FoundNumber, value: number, halfUnit: number): boolean {
  return sign === "+" || sign === "-"
    ? within(value, printed, halfUnit)
    : within(Math.abs(value), Math.abs(printed), halfUnit);
}

/** With room for the last bits that decimal text loses in a double. */
export function within(value: number, printed: number, halfUnit: number): boolean {
  return Math.abs(value - printed) <= halfUnit * (1 + 1e-6) + Math.abs(value) * 1e-12;
}

/** Whether a computed value, or one that an agent set, can be the number printed. */
export function restsOn(
  number: FoundNumber,
  value: number,
  quantity: Quantity | null,
  qualifier: Qualifier = exactly,
): boolean {
  const printed = printedOf(number);
  const { money, shares, hundreds } = quantity ?? { money: 0, shares: 0, hundreds: 0 };
  const unitless = money === 0 && shares === 0;
  const meant = (candidate: number): boolean => isMeant(printed, candidate, qualifier);
  switch (printed.unit) {
    case "%":
      return unitless && meant(value * 100 ** (1 - hundreds));
    case "x":
    case "fold":
      return unitless && meant(printed.unit === "fold" && hundreds === 1 ? 1 + value / 100 : value);
    case null:
      return meant(value) || (unitless && hundreds === 1 && isFraction(printed) && meant(value / 100));
    default:
      return (money === 1 || quantity === null) && meant(value);
  }
}

/** Every entry that the number can exactly mean, ascending by absolute value, wherever it stands. */
export function matching(number: FoundNumber, { entries, magnitudes }: EvidenceIndex): Entry[] {
  const printed = printedOf(number);
  const found: Entry[] = [];
  for (const scale of scalesOf(printed)) {
    const value = Math.abs(printed.value) * scale;
    const half = printed.halfUnit * scale;
    const least = value - half * (1 + 1e-5);
    for (let at = firstAtLeast(magnitudes, least - Math.abs(least) * 1e-9); at < entries.length; at += 1) {
      const entry = entries[at];
      if (entry === undefined || Math.abs(entry.value) > value * (1 + 1e-9) + half * (1 + 1e-5)) break;
      if (fits(number, entry)) found.push(entry);
    }
  }
  return found;
}

/** In which other sizes the evidence may hold the number: a fraction as percent, a percent as a ratio. */
function scalesOf(printed: FoundNumber): number[] {
  if (printed.unit === null && isFraction(printed)) return [1, 100];
  return printed.unit === "%" ? [1, 0.01] : [1];
}

function firstAtLeast(ascending: Float64Array, least: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
