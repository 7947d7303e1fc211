import type { Reader } from "./claim-reader.ts";
import { closesOf } from "./closes.ts";
import { daysIn, weekdayOf } from "./dates.ts";
import { firstIn } from "./pattern-search.ts";

/* Whether a weekday that stands with a date is that date's: "Friday, 7 November". */

const names = "sun|mon|tue|wed|thu|fri|sat";
const ahead = new RegExp(String.raw`\b(${names})(?:s|nes|rs|ur)?(?:day)?\.?,? (?:the )?$`, "i");
const behind = new RegExp(String.raw`^,? (?:(?:which was )?an? |\()?(${names})(?:s|nes|rs|ur)?day\b`, "i");

/** The day that is named, in the year or the month before the last one known. */
function resolved(named: string, today: string): string | null {
  if (/^\d{4}-\d\d-\d\d$/.test(named)) return named;
  const [year, month, day] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)), today.slice(8, 10)];
  if (/^\d\d-\d\d$/.test(named)) return `${named > today.slice(5, 10) ? year - 1 : year}-${named}`;
  if (!/^-\d\d$/.test(named)) return null;
  const last = named.slice(1) > day ? month - 1 : month;
  return last === 0 ? `${year - 1}-12${named}` : `${year}-${String(last).padStart(2, "0")}${named}`;
}

export const weekdays: Reader = (sentence, index) => {
  const found = closesOf(index);
  const today = found?.closes.at(-1)?.day ?? index.byKey.get("close")?.[0]?.at?.slice(0, 10);
  const item = found?.item ?? index.byKey.get("close")?.[0];
  if (today === undefined || item === undefined) return null;
  for (const { start, end, day } of daysIn(sentence)) {
    const said = firstIn(ahead, sentence.slice(0, start)) ?? firstIn(behind, sentence.slice(end));
    const date = said === null ? null : resolved(day, today);
    if (said === null || date === null) continue;
    const holds = weekdayOf(date) === said[1]?.toLowerCase();
    if (!holds) return { start, end, holds, items: [item] };
  }
  return null;
};
