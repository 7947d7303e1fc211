import type { FoundNumber } from "./found-number.ts";
import { spansIn, spanName } from "./evidence-index.ts";
import { remembered } from "./memoized.ts";

/** A window of time that prose names, under every name that labels give it: "the past month" is 21 sessions or 30 days. */
export interface Window {
  readonly start: number;
  readonly end: number;
  readonly names: ReadonlySet<string>;
  /** The same one by one, for "21 and 63 sessions respectively". */
  readonly each: readonly ReadonlySet<string>[];
  /** The measure whose window it is, by the word behind it ("50-session mean"); `null`: of anything. */
  readonly of: Family | null;
}

type Family = "mean" | "extreme" | "volatility" | "other";

const counts =
  "\\d{1,4}|two hundred|one|two|three|four|five|six|seven|ten|twelve|twenty(?:-one)?|thirty|fifty|sixty-three|ninety";
const units = "(?:trading |calendar )?(?:days?|sessions?|weeks?|months?|quarters?|years?)";
const counted = new RegExp(
  String.raw`(?<![\w.,-])(?:\d{1,4}-?(?:, | and | or | to |, and |, or ))*(?:${counts})[ -]${units}(?![A-Za-z])(?! (?:in a row|running|straight|on end))`,
  "gi",
);
const plain =
  /\b(?:(?:over|in|during|for|on|within|of) (?:the|its|a)(?: (?:past|last|latest|previous|prior|single))? |(?:past|last|latest|this) |the (?=[a-z]+['’]s))(session|day|week|month|quarter|year)(?:['’]s)?(?! (?:ago|earlier|before|high|low|return))\b|\b(weekly|monthly|quarterly|yearly|annual|yesterday)\b/gi;
const elided = new RegExp(
  String.raw`(?:\b(?:over|for|in|and|or|on|of|exceeds|than|above|below|under)|[,;])(?: the)?(?: (?:past|last|latest|previous|prior))? (\d{1,3}|${counts.slice("\\d{1,4}|".length)})(?=[,;.)\s]|$)(?! ?%)(?!\.\d)(?! (?:dollars?|points?|cents?|euros?|percent|per|basis|times|thousand|million|billion|trillion|news|items?|posts?|headlines?|stories|articles|messages|mentions|[A-Z]{3})\b)(?! [a-z]+-?(?:day|session|month|week|year|term))`,
  "gi",
);
const words: ReadonlyMap<string, number> = new Map(
  Object.entries({
    one: 1,
    two: 2,
    "two hundred": 200,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    ten: 10,
    twelve: 12,
    twenty: 20,
    "twenty-one": 21,
    thirty: 30,
    fifty: 50,
    "sixty-three": 63,
    ninety: 90,
  }),
);
/** How many sessions and how many days a unit holds. */
const lengths: ReadonlyMap<string, readonly number[]> = new Map([
  ["session", [1]],
  ["day", [1]],
  ["week", [5, 7]],
  ["month", [21, 30]],
  ["quarter", [63, 90, 91]],
  ["year", [252, 365, 360]],
]);

const families: readonly (readonly [ahead: RegExp, key: RegExp, family: Family])[] = [
  [/^(?: \w+){0,2} (?:mean|average|[es]?ma)s?\b/i, /^(?:sma|ema|vwma|close_vs_sma|volume_ratio)_/, "mean"],
  [
    /^ (?:closing |trading |price )?(?:high|low|range|peak)s?\b/i,
    /^(?:high|low|support|resistance|drawdown|max_drawdown)_/,
    "extreme",
  ],
  [/^(?: \w+){0,2} (?:volatility|vol)\b/i, /^volatility_/, "volatility"],
  [/^ (?:rsi|mfi|atr|relative strength|money flow|average true|bollinger)/i, /^(?:rsi|mfi|atr)_/, "other"],
];

/** The measures that come in several windows, whose window a sentence may therefore get wrong. */
const windowed =
  /^(?:return|relative_strength|volatility|max_drawdown|drawdown_from_high|sma|ema|vwma|close_vs_sma|high|low|support|resistance|news_count|news_tone|social_count|social_tone)_/;

/** The windows that a text names, in order; those without a unit of their own share that of another. */
export const windowsIn = remembered((text: string): readonly Window[] => {
  const full = [...text.matchAll(counted)].map((found) => {
    const [printed] = found;
    const unit = /(day|session|week|month|quarter|year)s?$/i.exec(printed)?.[1] ?? "";
    const sizes = printed
      .replace(/[ -](?:trading |calendar )?[a-z]+$/i, "")
      .split(/-?(?:, and |, or |, | and | or | to )/);
    return { start: found.index, end: found.index + printed.length, unit, sizes };
  });
  const covered = (at: number): boolean => full.some(({ start, end }) => at >= start && at < end);
  const alone = [...text.matchAll(plain)].flatMap((found) => {
    const unit = found[1] ?? unitOfAdverb(found[2] ?? "");
    const at = found.index + found[0].length - 1;
    return covered(at) ? [] : [{ start: found.index, end: at + 1, unit, sizes: ["1"] }];
  });
  const shared = full[0];
  const short =
    shared === undefined
      ? []
      : [...text.matchAll(elided)].flatMap((found) => {
          const [printed, count = ""] = found;
          const start = found.index + printed.length - count.length;
          return covered(start) ? [] : [{ start, end: start + count.length, unit: shared.unit, sizes: [count] }];
        });
  return [...full, ...alone, ...short]
    .map(({ start, end, unit, sizes }) => ({
      start,
      end,
      sizes: sizes.map((size) => namesOf(words.get(size.toLowerCase()) ?? Number(size), unit)),
    }))
    .map(({ start, end, sizes }) => ({
      start,
      end,
      names: new Set(sizes.flat()),
      each: sizes.map((names) => new Set(names)),
      of: families.find(([ahead]) => ahead.test(text.slice(end, end + 40)))?.[2] ?? null,
    }))
    .toSorted((a, b) => a.start - b.start);
});

function unitOfAdverb(adverb: string): string {
  if (/^yesterday/i.test(adverb)) return "session";
  return /^annual/i.test(adverb) ? "year" : adverb.replace(/ly$/i, "");
}

function namesOf(count: number, unit: string): string[] {
  const name = unit.toLowerCase();
  const sizes = (lengths.get(name) ?? []).map((length) => spanName(String(length * count), "session"));
  // Thirty days of the calendar are a month of sessions.
  const calendar =
    name !== "day"
      ? []
      : count === 30
        ? ["21 session"]
        : count === 90
          ? ["63 session"]
          : count === 7
            ? ["5 session"]
            : count === 365
              ? ["252 session"]
              : [];
  // The highs, lows and means of a month are those of 20 sessions.
  return [...sizes, ...calendar, ...(name === "month" && count === 1 ? ["20 session"] : [])];
}

interface Place {
  readonly number: FoundNumber;
  readonly text: string;
  readonly sentence: { readonly start: number; readonly end: number };
  readonly clause: { readonly start: number; readonly end: number };
  /** Of the sentence, at their places in the text. */
  readonly windows: readonly Window[];
  /** Of the sentence. */
  readonly numbers: readonly FoundNumber[];
}

/** Which of two it is in "38.5 and 56.9 respectively"; `null`: of no such pair. */
export function placeInPair(text: string, { offset, text: printed }: FoundNumber): 0 | 1 | null {
  const after = text.slice(offset + printed.length, offset + printed.length + 90);
  const [sentence = ""] = after.split(/\.\s/);
  if (!/\brespectively\b/i.test(sentence)) return null;
  if (/^ and [$€£−-]?\d/.test(after)) return 0;
  return /\d ?[%a-z]* and $/i.test(text.slice(Math.max(0, offset - 24), offset)) ? 1 : null;
}

const directly =
  /^ ?\(?(?:(?!and\b|or\b|but\b)[a-z]+ )?(?:over|in|for|across|during|within|on|of)?(?: the| its| a)?(?: past| last| previous| prior| latest)* ?$/i;

/** The windows that words name for a number: the one right behind it, else those of its part of the sentence. */
export function windowsOf({ number, text, sentence, clause, windows, numbers }: Place): readonly Window[] {
  if (windows.length === 0) return [];
  const end = number.offset + number.text.length;
  // "12 of the 41 items of the month": the month is of the second.
  if (/^ of (?:the |its )?\d/.test(text.slice(end, end + 12))) return [];
  const quantities = numbers.filter(({ offset }) => !windows.some((one) => offset >= one.start && offset < one.end));
  const next = quantities.find(({ offset }) => offset >= end)?.offset ?? Infinity;
  const last = quantities.findLast(({ offset }) => offset < number.offset);
  const floor = last === undefined ? 0 : last.offset + last.text.length;
  const place = placeInPair(text, number);
  const pair = windows.find(({ each }) => each.length === 2);
  const own = place === null ? undefined : pair?.each[place];
  if (pair !== undefined && own !== undefined) return [{ ...pair, names: own }];
  // "14 of the month's 60 items": the month is of the sixty.
  const ofNext = (one: Window): boolean => one.end <= next && /^(?:['’]s)? $/.test(text.slice(one.end, next));
  const behind = windows.find((one) => one.start >= end && one.of === null && one.start < next && !ofNext(one));
  if (behind !== undefined && directly.test(text.slice(end, behind.start))) return [behind];
  // "29 % is lower than the 63-session figure": the window is of what follows.
  const beyond = (one: Window): boolean =>
    one.start >= end && /\b(?:than|against|versus)\b/i.test(text.slice(end, one.start));
  const beside = windows.filter(
    (one) =>
      one.end > Math.max(clause.start, floor) && one.start < Math.min(clause.end, next) && !beyond(one) && !ofNext(one),
  );
  // "Below the 63-session figure (26.9 % against 39.9 %)": which is whose cannot be told by place.
  const bracket = ({ start, end: stop }: Window): boolean =>
    stop <= number.offset ? /\([^)]*$/.test(text.slice(stop, number.offset)) : /^[^(]*\)/.test(text.slice(end, start));
  if (beside.length > 0) return beside.some(bracket) ? [] : beside;
  // "Volatility over 63 sessions: 32.8 %".
  const heading = windows.findLast((one) => one.end <= number.offset);
  if (heading !== undefined && heading.of === null && /^\**: ?\**$/.test(text.slice(heading.end, number.offset)))
    return [heading];
  const [lead, another] = windows;
  if (lead === undefined) return [];
  // "63-session volatility, annualised, is 27 %": one window, one value.
  if (another === undefined && quantities.length === 1 && lead.of !== null && lead.end <= number.offset) return [lead];
  // "Volatility, measured over 21 sessions, is 22.7 %".
  const aside = /^,? (?:is|was|stands at|comes to|amounts to|reads|of|at) [^\d]{0,12}$/i;
  if (another === undefined && quantities.length === 1 && aside.test(text.slice(lead.end, number.offset)))
    return [lead];
  // "Over the past month, the stock rose 3 %"; "at $90, the 50-day mean is near".
  const before =
    lead.of === null && lead.start - sentence.start <= 24 && floor <= sentence.start && lead.end <= number.offset;
  const after =
    lead.of !== null &&
    lead.start >= end &&
    lead.start < next &&
    /^at $/i.test(text.slice(clause.start, number.offset).trimStart());
  return before || after ? [lead] : [];
}

/** Whether a value of a quarter is said to be of a year's worth of them, or the other way round. */
export function contradictsPeriod(label: string, clause: string): boolean {
  const [year, quarter] = [/\btrailing|\bttm\b|twelve[- ]months?|full[- ]year|annual/i, /\bquarter(?:ly)?\b/i];
  if (/\btrailing\b/i.test(label)) return latestQuarter.test(clause) && !year.test(clause);
  return /\blast quarter\b/i.test(label) && year.test(clause) && !quarter.test(clause);
}

const latestQuarter = /\b(?:latest|last|past|most recent|this|for the|in the) quarter\b|\bquarterly\b/i;

/** Whether a measure that comes in several windows is of one that is named. */
export function isOfWindow(label: string, key: string, named: readonly Window[]): boolean {
  return named.length > 0 && windowed.test(key) && spansIn(label).length > 0 && !contradictsWindow(label, key, named);
}

/** Whether the windows named for a value leave out that of the measure it is of. */
export function contradictsWindow(label: string, key: string, named: readonly Window[]): boolean {
  const own = spansIn(label);
  if (own.length === 0 || !windowed.test(key)) return false;
  const family = families.find(([, keys]) => keys.test(key))?.[2] ?? null;
  const about = named.filter(({ of }) => of === null || of === family);
  return about.length > 0 && !about.some(({ names }) => own.some((name) => names.has(name)));
}
