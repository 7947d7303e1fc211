import type { FoundNumber } from "./found-number.ts";
import { remembered } from "./memoized.ts";
import { allIn, firstIn } from "./pattern-search.ts";

/* Days that prose names beside a value of a dated list: "closed at 343.39 on 23 May 2025". */

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const name = String.raw`(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|ober)?\.?(?![a-z])`;
const day = new RegExp(
  String.raw`\b(\d{4})[-/](\d\d)[-/](\d\d)\b|\b(?<numeric>\d{1,2}[/.]\d{1,2}[/.]\d{4})\b|\b(\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]${name}(?:,?[ -](\d{4}))?\b|\b${name}[ -](\d{1,2})(?:st|nd|rd|th)?\b(?:,? (\d{4}))?`,
  "gi",
);
const ordinalEnd = String.raw`(?:st|nd|rd|th)?(?![\w%]|[.,]\d| ?%)`;
/** "Oct. 23, 26 and 27": the days behind the first one. */
const listAfter = new RegExp(
  String.raw`^(?:(?:,| and|, and| &) (?:the )?\d{1,2}${ordinalEnd}(?! [a-z]+s\b| (?:million|billion|percent)))+`,
  "i",
);
/** "13 and 14 May": the days before the last one. */
const listBefore = new RegExp(
  String.raw`(?<![\w.,$€£])\d{1,2}${ordinalEnd}(?:(?:,| and|, and| &) (?:the )?\d{1,2}${ordinalEnd}){0,3}(?:(?:,| and|, and| &| to| until| through) (?:the )?|–|-)$`,
  "i",
);

export interface NamedDay {
  readonly start: number;
  readonly end: number;
  /** `2025-05-23`, or `05-23` where no year is given. */
  readonly day: string;
}

const dayWords =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first".split(
    " ",
  );
/** "The sixth of May". */
const dayInWords = new RegExp(String.raw`\b(?<!-)(?:the )?(${dayWords.join("|")}) (?:of|day of) ${name}`, "gi");

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
/** "On Monday", "last Friday's close"; "the prior session". */
const relative =
  /\b(?:(?:on|last|by|at|until|since|through|from|this|the) (?:(?:the )?(?:previous|prior|past) )?(?=(?:sun|mon|tues|wednes|thurs|fri|satur)day)|(?<bare>)(?=(?:sun|mon|tues|wednes|thurs|fri|satur)day\b))(?<name>sun|mon|tue|wed|thu|fri|sat)[a-z]*day\b|\bthe (?:prior|previous|preceding|penultimate) (?:session|trading day|day|close)\b|(?<!\bthan )\byesterday\b|(?<!(?:%|percent|points|cents|dollars) (?:on|from|over|against|than) )(?<before>\b(?:the|a|one) (?:trading )?(?:day|session) (?:before|earlier)\b)(?! (?:the|yesterday|its|that|earnings|results|last|it (?:reports|reported))\b(?! had))/gi;

/** "The 14th", of the month that is named before. */
const ordinal =
  /\b[Tt]he (\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|century|percentile|largest|time|consecutive|straight|quarter|session))/g;

/** "The twenty-eighth", where a month is named before. */
const ordinalInWords = new RegExp(
  String.raw`\bon the (${dayWords.filter((word) => word.includes("-")).join("|")})\b(?! (?:of|day|percentile|largest|time|consecutive|straight|quarter|session))`,
  "gi",
);

/** "The 21st and 22nd": the second of them. */
const ordinalAfter =
  /(?<=\b[Tt]he \d{1,2}(?:st|nd|rd|th)(?:,| and|, and| &) )(\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|century|percentile|largest|time|consecutive|straight|quarter|session))/g;

export const daysIn = remembered((text: string): readonly NamedDay[] => {
  const full = fullDaysIn(text);
  const inWords = full.length === 0 ? [] : allIn(ordinalInWords, text);
  const short = [...text.matchAll(ordinal), ...text.matchAll(ordinalAfter), ...inWords].flatMap((found): NamedDay[] => {
    // Without any month before it, that of the evidence is meant: the day alone is told.
    const month = full.findLast(({ start }) => start < found.index)?.day.slice(0, -2) ?? "-";
    const place = { start: found.index, end: found.index + found[0].length };
    if (full.some(({ start, end: stop }) => place.start < stop && place.end > start)) return [];
    const said = found[1] ?? "";
    const date = /^\d/.test(said) ? said : String(dayWords.indexOf(said.toLowerCase()) + 1);
    return [{ ...place, day: `${month}${date.padStart(2, "0")}` }];
  });
  // A weekday that stands with its date says nothing more.
  const named = allIn(relative, text).flatMap((found): NamedDay[] => {
    const place = { start: found.index, end: found.index + found[0].length };
    const dated = [...full, ...short].some(
      ({ start, end: stop }) => Math.abs(start - place.end) <= 6 || Math.abs(place.start - stop) <= 6,
    );
    // "Friday" alone is told by its capital.
    if (found.groups?.["bare"] !== undefined && !/^[A-Z]/.test(found[0])) return [];
    // "The day before" is of the day that is named, where one is.
    if (found.groups?.["before"] !== undefined && full.length + short.length > 0) return [];
    return dated ? [] : [{ ...place, day: found.groups?.["name"]?.toLowerCase() ?? "prior" }];
  });
  return short.length + named.length === 0 ? full : [...full, ...short, ...named].toSorted((a, b) => a.start - b.start);
});

/** "06/02/2025", which is a day in June or in February. */
function eitherOrder(numeric: string): string {
  const [a = "", b = "", year = ""] = numeric.split(/[/.]/);
  const [first, second] = [a.padStart(2, "0"), b.padStart(2, "0")];
  return [`${year}-${first}-${second}`, `${year}-${second}-${first}`]
    .filter((one) => Number(one.slice(5, 7)) <= 12)
    .join("|");
}

/** The days of a list that one month is named for. */
function listed(text: string, { start, end: stop, day: named }: NamedDay): NamedDay[] {
  const month = named.slice(0, -2);
  const daysOf = (written: string, from: number): NamedDay[] =>
    [...written.matchAll(/\d{1,2}(?:st|nd|rd|th)?/gi)].flatMap((found): NamedDay[] => {
      const number = Number.parseInt(found[0], 10);
      const place = { start: from + found.index, end: from + found.index + found[0].length };
      return number >= 1 && number <= 31 ? [{ ...place, day: `${month}${String(number).padStart(2, "0")}` }] : [];
    });
  const isMonthFirst = /^[a-z]/i.test(text.slice(start, start + 1));
  if (isMonthFirst) return daysOf(firstIn(listAfter, text.slice(stop, stop + 40))?.[0] ?? "", stop);
  const lead = text.slice(Math.max(0, start - 40), start);
  const before = firstIn(listBefore, lead);
  return before === null ? [] : daysOf(before[0], start - lead.length + before.index);
}

function fullDaysIn(text: string): NamedDay[] {
  const single = singleDaysIn(text);
  const more = single.flatMap((one) => (one.day.includes("|") ? [] : listed(text, one)));
  const distinct = more.filter((one) => !single.some(({ start, end: stop }) => one.start < stop && one.end > start));
  return distinct.length === 0 ? single : [...single, ...distinct].toSorted((a, b) => a.start - b.start);
}

/** Whether a place lies between two days of one list, where no part of a sentence ends: "13 and 14 May". */
export function isInDayList(text: string, start: number, stop: number): boolean {
  const days = daysIn(text);
  return days.some((one, at) => {
    const next = days[at + 1];
    return (
      next !== undefined &&
      one.end <= start &&
      next.start >= stop &&
      /^(?:,| and|, and| &) (?:the |on |on the )?$/i.test(text.slice(one.end, next.start))
    );
  });
}

function singleDaysIn(text: string): NamedDay[] {
  const inWords = allIn(dayInWords, text).map(({ 0: printed, 1: word = "", 2: month = "", index }) => {
    const date = String(dayWords.indexOf(word.toLowerCase()) + 1).padStart(2, "0");
    const number = String(months.indexOf(month.slice(0, 3).toLowerCase()) + 1).padStart(2, "0");
    return { start: index, end: index + printed.length, day: `${number}-${date}` };
  });
  const inDigits = allIn(day, text).map((found) => {
    const numeric = found.groups?.["numeric"];
    if (numeric !== undefined)
      return { start: found.index, end: found.index + found[0].length, day: eitherOrder(numeric) };
    const [printed, year, month, date, , dayFirst, monthAfter, yearAfter, monthFirst, dayAfter, yearLast] = found;
    const written = (monthAfter ?? monthFirst ?? "").slice(0, 3).toLowerCase();
    const number = month ?? String(months.indexOf(written) + 1).padStart(2, "0");
    const full = [year ?? yearAfter ?? yearLast, number, (date ?? dayFirst ?? dayAfter ?? "").padStart(2, "0")];
    return {
      start: found.index,
      end: found.index + printed.length,
      day: full.filter((part) => part !== undefined).join("-"),
    };
  });
  return inWords.length === 0 ? inDigits : [...inWords, ...inDigits].toSorted((a, b) => a.start - b.start);
}

/** `mon` of a day of the calendar. */
export function weekdayOf(date: string): string | undefined {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()];
}

/** Whether a day of the calendar is the one that prose names, with or without its year, in either order of day and month. */
export function isDay(date: string, named: string): boolean {
  const week = weekdays.indexOf(named);
  return week < 0 ? named.split("|").some((one) => date.endsWith(one)) : weekdayOf(date) === named;
}

/** The day that a number is said to be of: the one right behind it, else the last before it. */
export function dayOf(
  { offset, text: printed }: FoundNumber,
  text: string,
  days: readonly NamedDay[],
): NamedDay | undefined {
  const end = offset + printed.length;
  const behind = days.find((one) => one.start >= end);
  if (
    behind !== undefined &&
    /^ ?(?:[A-Z]{3} |dollars )?(?:on|of|by|for|under|at the close of|as of|(?:is|was|as|for) (?:the|a|its) clos(?:e|ing price) (?:on|of|for)|(?:is|was) recorded (?:for|on)|\() ?$/.test(
      text.slice(end, behind.start),
    )
  )
    return behind;
  // "At 109.70 on Tuesday", "at 108.83 the day before", whose names hold their own preposition.
  if (
    behind !== undefined &&
    /^ ?(?:\[[^\]]*\] ?)?$/.test(text.slice(end, behind.start)) &&
    /^(?:on|at|the|a|one|yesterday) ?/i.test(text.slice(behind.start, behind.end))
  )
    return behind;
  const isPrior = days.some(({ day: of }) => of === "prior");
  // "At 51.03 [M26], the close of 8 March is a useful mark".
  if (
    behind !== undefined &&
    /^(?: \[[^\]]*\])?,? the clos(?:e|ing price) (?:of|on) $/.test(text.slice(end, behind.start))
  )
    return behind;
  // "51.03, the low of the list, came on 8 March".
  const on = behind !== undefined && /^[^\d.;]*\b(?:on|dates from) (?:the )?$/.test(text.slice(end, behind.start));
  // "To 46.62 from 47.58", "250.48 → 264.70": the earlier one is of another day.
  if (/\bto \W?[\d.,]+ from \W?$/i.test(text.slice(Math.max(0, offset - 24), offset))) return undefined;
  if (
    /^ ?(?:→|->|=>) ?\W?\d|^ to \W?[\d.,]+\)/.test(text.slice(end, end + 16)) &&
    days.filter((one) => one.end <= offset).length < 2
  )
    return undefined;
  // "The day after it had finished at 207.82" is another day's.
  if (!isPrior && /\bthe (?:day|session) (?:after|before)\b[^\d]{0,40}$/i.test(text.slice(0, offset))) return undefined;
  if (/^[^.;\d]{0,12}\bthe (?:day|session) before\b/i.test(text.slice(end))) return undefined;
  const before = days.filter((one) => one.end <= offset);
  const [last, first] = before.toReversed();
  const isFirst =
    /(?:\bfrom|[,:(]) $/i.test(text.slice(0, offset).replace(/[$€£¥₹]$/, "")) && /^ to \W?\d/.test(text.slice(end));
  // "On 24 July it rose from 482.18 to 529.42": the first is an earlier day's, which two days before it name.
  // What stands behind a semicolon is told of its own.
  const since = isFirst && first === undefined && /\b(?:since|from) (?:the )?$/i.test(text.slice(0, last?.start ?? 0));
  const told = isFirst && !since ? first : last;
  const ahead = told !== undefined && text.slice(told.end, offset).includes(";") ? undefined : told;
  // "From 29,993.9 on 22 October to 33,909.8": the second is of another day.
  const lead = text.slice(0, offset).replace(/[$€£¥₹]$/, "");
  // "From 26 July to 8 August it rose from 96.67 to 108.81": the second is of the second day.
  if (
    first !== undefined &&
    last !== undefined &&
    /\bfrom \W?[\d.,]+ to $/i.test(lead) &&
    last.end < lead.lastIndexOf("from")
  )
    return last;
  const from =
    ahead !== undefined &&
    /(?<!\b(?:came|comes|amounts|amounted) )\bto\b[^\d]*$/.test(text.slice(ahead.end, offset)) &&
    /\b(?:from|since|between)\b/i.test(text.slice(Math.max(0, ahead.start - 40), offset));
  return (from ? undefined : ahead) ?? (on ? behind : undefined);
}
