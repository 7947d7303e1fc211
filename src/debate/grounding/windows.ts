import type { FoundNumber } from "./found-number.ts";
import { spansIn, spanName } from "./evidence-index.ts";
import { counts, words } from "./counts-of-time.ts";
import { letteredSpans, unitOfAdverb } from "./lettered-windows.ts";
import { isQuarterOf } from "./quarters.ts";
import { remembered } from "./memoized.ts";
import { isOneOfTwo, placeInPair } from "./number-pairs.ts";
import { allIn, occurs } from "./pattern-search.ts";

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

const units = "(?:trading |calendar )?(?:days?|sessions?|fortnights?|weeks?|months?|quarters?|years?|decades?)";
const counted = new RegExp(
  String.raw`(?<![\w.,-])(?:\d{1,4}-?(?:, | and | or | to |, and |, or | and the | and over | and in | and for | or over ))*(?:${counts})[ -]${units}(?![A-Za-z])(?! (?:in a row|running|straight|on end))|(?<=\b(?:mean|average|high|low|highest|lowest) of the (?:last |past |latest |previous )?)(?:${counts}) closes\b`,
  "gi",
);
const single = "session|day|fortnight|week|month|quarter|year|decade";
const plain = new RegExp(
  [
    String.raw`(?<!\bby )\b(?:(?:over|in|during|for|on|within|of|across|both|and|or) (?:the|its|a)(?: (?:past|last|latest|previous|prior|single|trailing|preceding|whole))? |(?:took|taken|needed|required) (?:it )?(?:an?|one) (?:full |whole |entire )?|(?:past|last|latest|this|trailing) |(?:the|an?) (?=[a-z]+['’]s))(${single})(?:['’]s)?(?! (?:percent\b|per cent|points?\b|percentage|dollars?\b|times\b|million|billion|of an?\b|ago|earlier|before|high|low|return|to date|of (?:its|the|all|sales|revenue|net|total|free|operating|equity|market)))\b`,
    String.raw`\b(weekly|fortnightly|monthly|quarterly|yearly|annual(?! (?:basis|rate|terms|scale|pace|figures?)\b)|yesterday|daily)\b`,
    // "Month on month", "w/w", "than a year ago".
    String.raw`\b(session|day|week|month|quarter|year)(?:[- ](?:on|over)[- ]\3)\b`,
    String.raw`\b([dwmqy])(?:/|-?o-?)\4\b`,
    String.raw`(?<=\b(?:from|than|since|versus|against|on|over|to|with|close|price|level) (?:that of )?(?:a|one) )(week|month|quarter|year)(?= (?:ago|earlier|before)\b)`,
    String.raw`\b(year[- ]to[- ]date|ytd|since (?:the )?(?:start|beginning|turn) of (?:the|this) year|so far this year|this year|month[- ]to[- ]date|quarter[- ]to[- ]date|since inception)\b`,
    // "The month was calmer", "against the quarter": a stretch of time by itself.
    String.raw`(?<=^\W{0,4}|[.;:,] )the (week|month|quarter|year)(?= (?:was|is|has been|brought|delivered|produced|handed|gave|put|took|ended|closed)\b)`,
    String.raw`(?<=^ |\b(?:than|against|versus) )the (week|month|quarter|year)(?=[,.;:)]| ?\[|$)`,
  ].join("|"),
  "gi",
);
const elided = new RegExp(
  String.raw`(?:\b(?:over|for|in|and|or|on|of|(?:out|up|through|right) to|exceeds|than|above|below|under|against)|[,;])(?: the)?(?: (?:past|last|latest|previous|prior))? (\d{1,3}|${counts.slice("\\d{1,4}|".length)})(?=[,;.)\s]|$)(?! ?%)(?! (?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b)(?![.,]\d)(?! (?:hundred|dollars?|points?|cents?|euros?|percent|per|basis|times|thousand|million|billion|trillion|news|items?|posts?|headlines?|stories|articles|messages|mentions|[A-Z]{3})\b)(?! [a-z]+-?(?:day|session|month|week|year|term))(?! (?:is|was|would|will|has|had|could|should|can|may|might|must|does|\w+s)\b)`,
  "gi",
);
const setAgainst = /^(?:exceeds|than|above|below|under|against)\b/i;
/** Lengths in which measures come. */
const usual: ReadonlySet<number> = new Set([1, 5, 7, 9, 10, 12, 14, 20, 21, 26, 30, 50, 63, 90, 100, 200, 252]);
/** How many sessions and how many days a unit holds. */
const lengths: ReadonlyMap<string, readonly number[]> = new Map([
  ["session", [1]],
  ["day", [1]],
  ["fortnight", [10, 14]],
  ["week", [5, 7]],
  ["month", [21, 30]],
  ["quarter", [63, 90, 91]],
  ["year", [252, 365, 360]],
  ["decade", [2520, 3650]],
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
  // "Three-quarters" is a share.
  const full = allIn(counted, text)
    .filter(({ 0: printed, index, input }) => !/-quarters$/i.test(printed) && !isQuarterOf(printed, index, input))
    .map((found) => {
      const [printed] = found;
      const unit = /(day|session|fortnight|week|month|quarter|year|decade)s?$/i.exec(printed)?.[1] ?? "session";
      const sizes = printed
        .replace(/(?<=half)-year$|[ -](?:trading |calendar )?[a-z]+$/i, "")
        .split(/-?(?:, and |, or |, | and (?:the|over|in|for) | or over | and | or | to )/);
      return { start: found.index, end: found.index + printed.length, unit, sizes };
    });
  const covered = (at: number): boolean => full.some(({ start, end }) => at >= start && at < end);
  const alone = allIn(plain, text).flatMap((found) => {
    const unit =
      found[1] ?? found[3] ?? found[5] ?? found[7] ?? found[8] ?? unitOfAdverb(found[2] ?? found[4] ?? found[6] ?? "");
    const at = found.index + found[0].length - 1;
    // "Seventeen and a quarter" is a number.
    const isPart =
      /^and a/i.test(found[0]) && occurs(numberBefore, text.slice(Math.max(0, found.index - 16), found.index));
    return covered(at) || isPart ? [] : [{ start: found.index, end: at + 1, unit, sizes: ["1"] }];
  });
  // "The mean of the previous 20" counts sessions where the sentence speaks of one.
  const shared = full[0] ?? alone.find(({ unit }) => unit === "session");
  const short =
    shared === undefined
      ? []
      : allIn(elided, text).flatMap((found) => {
          const [printed, count = ""] = found;
          const start = found.index + printed.length - count.length;
          // "The support of 689" is a price.
          if (/^of\b/i.test(printed) && Number(count) > 0 && !usual.has(Number(count))) return [];
          // "The news items over 7 days of 7" gives their number.
          if (/^of\b/i.test(printed) && /\b(?:days|sessions) $/i.test(text.slice(0, found.index))) return [];
          // "Below 1" holds a ratio against its line.
          if (/^(?:1|one)$/i.test(count) && occurs(setAgainst, printed)) return [];
          return covered(start) ? [] : [{ start, end: start + count.length, unit: shared.unit, sizes: [count] }];
        });
  const found = [...full, ...alone, ...short, ...letteredSpans(text)];
  return found
    .filter(({ end }) => !found.some(({ start }) => start > end && occurs(inOtherWords, text.slice(end, start))))
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

const numberBefore = /(?:\d|teen|ty|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) $/i;

/** "Four weeks or so, 21 sessions": the first is told again by the second. */
const inOtherWords =
  /^(?: or so| and more| or more| and a bit| or thereabouts| more or less| give or take),? (?:or |that is,? |i\.e\.,? )?$/i;

/** The names of so many of a unit, told in digits or words: of "a week", "five sessions". */
export function namesOfSpan(count: string, unit: string): ReadonlySet<string> {
  const size = /^an?$/i.test(count) ? 1 : (words.get(count.toLowerCase()) ?? Number(count));
  return new Set(namesOf(size, unit));
}

function namesOf(count: number, unit: string): string[] {
  const name = unit.toLowerCase();
  // "Year to date" is a window that no measure has.
  const known = lengths.get(name);
  if (known === undefined) return [name];
  const sizes = known.map((length) => spanName(String(length * count), "session"));
  // Thirteen weeks are a quarter, and so on.
  if (name === "week" && count >= 13 && count % 13 === 0) sizes.push(spanName(String((count / 13) * 63), "session"));
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

const directly =
  /^ ?\(?(?:(?!and\b|or\b|but\b)[a-z]+ )?(?:over|in|for|across|during|within|on|of)?(?: the| its| a)?(?: past| last| previous| prior| latest)* ?$/i;

/** "Compared with the 50-day and 200-day means it is 3.2 % and 12.2 % higher": either may be meant. */
function coupleBefore(text: string, number: FoundNumber, windows: readonly Window[]): readonly Window[] {
  const couple = windows.filter((one, at) =>
    [windows[at - 1], windows[at + 1]].some(
      (other) =>
        other !== undefined &&
        /^ and (?:the |its )?$/.test(text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start))),
    ),
  );
  return couple.length === 2 && couple.every((one) => one.end <= number.offset) && isOneOfTwo(text, number)
    ? couple
    : [];
}

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
  const couple = coupleBefore(text, number, windows);
  if (couple.length > 0) return couple;
  const pair = windows.find(({ each }) => each.length === 2);
  const own = place === null ? undefined : pair?.each[place];
  if (pair !== undefined && own !== undefined) return [{ ...pair, names: own }];
  // "14 of the month's 60 items": the month is of the sixty.
  const ofNext = (one: Window): boolean => one.end <= next && /^(?:['’]s)? $/.test(text.slice(one.end, next));
  const behind = windows.find((one) => one.start >= end && one.of === null && one.start < next && !ofNext(one));
  // "In 7 days, 13 [N1], by the number in 30 days": the window is right before it.
  const fronted = windows.find(
    (one) => one.of === null && one.end < number.offset && text.slice(one.end, number.offset) === ", ",
  );
  if (fronted !== undefined && text.slice(end).startsWith(" [")) return [fronted];
  if (behind !== undefined && occurs(directly, text.slice(end, behind.start))) return [behind];
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
  const isHeldAgainst =
    heading !== undefined && /\b(?:than|against|versus) (?:the )?$/i.test(text.slice(0, heading.start));
  if (
    heading !== undefined &&
    !isHeldAgainst &&
    heading.of === null &&
    /^\**: ?\**$/.test(text.slice(heading.end, number.offset))
  )
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
    lead.of === null &&
    lead.start - sentence.start <= 24 &&
    floor <= sentence.start &&
    lead.end <= number.offset &&
    !/\b(?:has|have|had|is|was|were|are)\b[^,;]*,? and\b/i.test(text.slice(lead.end, clause.start));
  const after =
    lead.of !== null &&
    lead.start >= end &&
    lead.start < next &&
    /^at $/i.test(text.slice(clause.start, number.offset).trimStart());
  return before || after ? [lead] : [];
}

/** Whether a value of twelve months is said to be of another time: "over the last two years buybacks came to …". */
export function isOtherThanYear(label: string, key: string, named: readonly Window[]): boolean {
  if (!/\btrailing\b/i.test(label) || occurs(windowed, key)) return false;
  // What is told in months or more goes by several names; "the five-session return" is another measure.
  const of = named.filter((one) => one.of === null && one.names.size > 1);
  return (
    of.length > 0 &&
    of.length === named.length &&
    of.every(
      ({ names }) => !["252 session", "360 session", "365 session", "364 session"].some((year) => names.has(year)),
    )
  );
}

/** Whether a value of a quarter is said to be of a year's worth of them, or the other way round. */
export function contradictsPeriod(label: string, clause: string): boolean {
  const [year, quarter] = [
    /\btrailing|\bttm\b|twelve[- ]months?|full[- ]year|annual|\b(?:over|for|of|in) the year\b|\byear['’]s\b/i,
    /\bquarter(?:ly)?\b/i,
  ];
  if (/\btrailing\b/i.test(label)) return occurs(latestQuarter, clause) && !year.test(clause);
  return /\blast quarter\b/i.test(label) && year.test(clause) && !quarter.test(clause);
}

const latestQuarter = /\b(?:latest|last|past|most recent|this|for the|in the) quarter\b|\bquarterly\b/i;

/** Whether a measure that comes in several windows is of one that is named. */
export function isOfWindow(label: string, key: string, named: readonly Window[]): boolean {
  return (
    named.length > 0 && occurs(windowed, key) && spansIn(label).length > 0 && !contradictsWindow(label, key, named)
  );
}

/** Whether the windows named for a value leave out that of the measure it is of. */
export function contradictsWindow(label: string, key: string, named: readonly Window[]): boolean {
  const own = spansIn(label);
  if (own.length === 0 || !occurs(windowed, key)) return false;
  const family = families.find(([, keys]) => keys.test(key))?.[2] ?? null;
  const about = named.filter(({ of }) => of === null || of === family);
  return about.length > 0 && !about.some(({ names }) => own.some((name) => names.has(name)));
}
