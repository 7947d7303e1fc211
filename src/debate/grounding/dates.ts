import type { FoundNumber } from "./found-number.ts";
import { remembered } from "./remembered.ts";

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

export const daysIn = remembered((text: string): readonly NamedDay[] => {
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
});

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
    /^ ?(?:[A-Z]{3} |dollars )?(?:on|at the close of|as of|\() ?$/.test(text.slice(end, behind.start))
  )
    return behind;
  // "51.03, the low of the list, came on 8 March".
  const on = behind !== undefined && /^[^\d.;]*\b(?:on|dates from) (?:the )?$/.test(text.slice(end, behind.start));
  const ahead = days.findLast((one) => one.end <= offset);
  // "From 29,993.9 on 22 October to 33,909.8": the second is of another day.
  const from = ahead !== undefined && /\bto\b[^\d]*$/.test(text.slice(ahead.end, offset));
  return (from ? undefined : ahead) ?? (on ? behind : undefined);
}
