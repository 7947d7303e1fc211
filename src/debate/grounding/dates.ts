import type { FoundNumber } from "./found-number.ts";
import { remembered } from "./memoized.ts";

/* Days that prose names beside a value of a dated list: "closed at 343.39 on 23 May 2025". */

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const name = String.raw`(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|ober)?\.?(?![a-z])`;
const day = new RegExp(
  String.raw`\b(\d{4})-(\d\d)-(\d\d)\b|\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ${name}(?:,? (\d{4}))?\b|\b${name} (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (\d{4}))?`,
  "gi",
);

export interface NamedDay {
  readonly start: number;
  readonly end: number;
  /** `2025-05-23`, or `05-23` where no year is given. */
  readonly day: string;
}

/** "The 14th", of the month that is named before. */
const ordinal = /\bthe (\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|century|percentile))/gi;

export const daysIn = remembered((text: string): readonly NamedDay[] => {
  const full = fullDaysIn(text);
  const short = [...text.matchAll(ordinal)].flatMap((found): NamedDay[] => {
    const month = full.findLast(({ start }) => start < found.index)?.day.slice(0, -2);
    const place = { start: found.index, end: found.index + found[0].length };
    return month === undefined ? [] : [{ ...place, day: `${month}${(found[1] ?? "").padStart(2, "0")}` }];
  });
  return short.length === 0 ? full : [...full, ...short].toSorted((a, b) => a.start - b.start);
});

function fullDaysIn(text: string): NamedDay[] {
  return [...text.matchAll(day)].map((found) => {
    const [printed, year, month, date, dayFirst, monthAfter, yearAfter, monthFirst, dayAfter, yearLast] = found;
    const written = (monthAfter ?? monthFirst ?? "").slice(0, 3).toLowerCase();
    const number = month ?? String(months.indexOf(written) + 1).padStart(2, "0");
    const full = [year ?? yearAfter ?? yearLast, number, (date ?? dayFirst ?? dayAfter ?? "").padStart(2, "0")];
    return {
      start: found.index,
      end: found.index + printed.length,
      day: full.filter((part) => part !== undefined).join("-"),
    };
  });
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
    /^ ?(?:[A-Z]{3} |dollars )?(?:on|of|at the close of|as of|(?:is|was) the clos(?:e|ing price) (?:on|of)|(?:is|was) recorded (?:for|on)|\() ?$/.test(
      text.slice(end, behind.start),
    )
  )
    return behind;
  // "At 51.03 [M26], the close of 8 March is a useful mark".
  if (
    behind !== undefined &&
    /^(?: \[[^\]]*\])?,? the clos(?:e|ing price) (?:of|on) $/.test(text.slice(end, behind.start))
  )
    return behind;
  // "51.03, the low of the list, came on 8 March".
  const on = behind !== undefined && /^[^\d.;]*\b(?:on|dates from) (?:the )?$/.test(text.slice(end, behind.start));
  // "The day after it had finished at 207.82" is another day's.
  if (/\bthe (?:day|session) (?:after|before)\b[^\d]{0,40}$/i.test(text.slice(0, offset))) return undefined;
  if (/^[^.;\d]{0,12}\bthe (?:day|session) before\b/i.test(text.slice(end))) return undefined;
  const before = days.filter((one) => one.end <= offset);
  const [last, first] = before.toReversed();
  const isFirst = /\bfrom $/i.test(text.slice(0, offset).replace(/[$€£¥]$/, "")) && /^ to \W?\d/.test(text.slice(end));
  // "On 24 July it rose from 482.18 to 529.42": the first is an earlier day's, which two days before it name.
  // What stands behind a semicolon is told of its own.
  const told = isFirst ? first : last;
  const ahead = told !== undefined && text.slice(told.end, offset).includes(";") ? undefined : told;
  // "From 29,993.9 on 22 October to 33,909.8": the second is of another day.
  const from =
    ahead !== undefined && /(?<!\b(?:came|comes|amounts|amounted) )\bto\b[^\d]*$/.test(text.slice(ahead.end, offset));
  return (from ? undefined : ahead) ?? (on ? behind : undefined);
}
