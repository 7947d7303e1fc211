import { needing, type Found, type Reader } from "./claim-reader.ts";
import { counts, words } from "./counts-of-time.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { allIn, firstIn, occurs } from "./pattern-search.ts";

/*
 * How long ago something is said to have been, in any unit: "the peak lies about half a year back", "the figures are for
 * the period to 29 March, 46 days old".
 */

const age = new RegExp(
  String.raw`\b(?<about>(?:about|around|roughly|nearly|almost|some|just over|just under|more than|less than|well over|over|under) )?(?:(?<half>half a)|(?<more>an?|one|two|three)(?= [a-z]+ and a half)|(?<count>${counts}|an?))[- ](?<unit>day|week|month|quarter|year)s?(?<rest> and a half)? (?:old|ago|back|behind us|away|earlier|before (?:this|the|our|my) (?:decision|call|date|report))(?![\w-])`,
  "gi",
);
const lengths: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30.4, quarter: 91, year: 365 };
const subjects: readonly (readonly [words: RegExp, key: string])[] = [
  [
    /\b(?:peak|(?:highest|high|record) close|closing high|(?:all-time |record )?high(?=,? (?:was|is|lies|dates|came|since))|top)\b/gi,
    "days_since_high",
  ],
  [/\b(?:(?:last )?(?:10-[KQ]|filing|quarterly report|annual report)|report)\b/gi, "days_since_last_filing"],
  [
    /\b(?:period|(?:reported )?quarter(?:['’]s)?|balance sheet|fundamentals|accounts|books)\b/gi,
    "latest_period_end_age",
  ],
  [/\b(?:price|quote|last close)\b/gi, "price_age_days"],
];
const elsewhere =
  /\b(?:if|would|news|post|story|decision of|call of|deal|bought|buyer|holder|return|stood|low|trough)\b|\?/i;

/** Where an age stands as what is said: "lies 90 days back", "the period to 29 March, 46 days old". */
const saidOf =
  /(?:\b(?:is|are|was|were|lies?|lay|dates?|dated|came|filed|set|made|and|been|sits?)|,|[–—-])(?: (?:already|now|only|just|still|exactly|back|by now|some|fully))* $/i;

/** The age that the subject nearest before it has. */
function keyFor(lead: string): string | null {
  const named = subjects
    .flatMap(([pattern, key]) => allIn(pattern, lead).map(({ index }) => ({ index, key })))
    .toSorted((a, b) => b.index - a.index);
  return named[0]?.key ?? null;
}

/** How many days the words may be away: exactly so many days, other units to the nearest, and "about" a fifth. */
function reachOf(unit: string, days: number, isAbout: boolean): number {
  if (unit === "day") return isAbout ? Math.max(1, days * 0.06) : 0.5;
  return Math.max((lengths[unit] ?? 1) * 0.6, days * (isAbout ? 0.2 : 0.1));
}

const agesTold: Reader = needing([age], (sentence, index: EvidenceIndex) => {
  const found = allIn(age, sentence)[0];
  if (found?.groups === undefined) return null;
  const lead = sentence.slice(0, found.index);
  const key = keyFor(lead);
  const item = key === null ? undefined : index.byKey.get(key)?.[0];
  // "A hundred and twenty-five days old" is more than what is read of it.
  if (/\bhundred(?: and)? $|\b(?:years?|months?|weeks?) and $/i.test(lead) || !saidOf.test(lead)) return null;
  if (item?.value == null || occurs(elsewhere, sentence.slice(0, found.index + found[0].length))) return null;
  const { half, more, count = "", unit = "", rest, about } = found.groups;
  const told = (more ?? count).toLowerCase();
  const whole = half !== undefined ? 0.5 : /^an?$/.test(told) ? 1 : (words.get(told) ?? Number(told));
  const size = unit.toLowerCase();
  const days = (whole + (rest === undefined ? 0 : 0.5)) * (lengths[size] ?? 1);
  if (Number.isNaN(days)) return null;
  const bound = /more than|over/i.test(about ?? "") ? 1 : /less than|under/i.test(about ?? "") ? -1 : 0;
  const away = item.value - days;
  const holds =
    bound !== 0 && away * bound >= 0
      ? Math.abs(away) <= days * 0.5
      : Math.abs(away) <= reachOf(size, days, about !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [item] } satisfies Found;
});

const history: readonly (readonly [pattern: RegExp, key: string])[] = [
  [new RegExp(String.raw`\b(${counts}) sessions of (?:price )?history\b`, "i"), "sessions_available"],
  [
    new RegExp(
      String.raw`\b(${counts})(?: sessions| days)? (?:lack a price|(?:are|is|were) missing|have no price|without a price|went missing)\b`,
      "i",
    ),
    "sessions_missing",
  ],
];

/** "We have 252 sessions of price history", "twelve are missing". */
const historyTold = history.map(([pattern, key]): Reader =>
  needing([pattern], (sentence, index) => {
    const found = firstIn(pattern, sentence);
    const item = index.byKey.get(key)?.[0];
    if (found === null || item?.value == null || /\b(?:ATRs?|mean|average|return)\b/i.test(found[0])) return null;
    // "(12 sessions missing in between)" is of one measure.
    if (key === "sessions_missing" && !/\b(?:window|since|sessions? of|history|price)\b/i.test(sentence)) return null;
    const told = (found[1] ?? "").toLowerCase();
    const count = words.get(told) ?? Number(told);
    if (/\bhundred(?: and)? $/i.test(sentence.slice(0, found.index))) return null;
    if (/\b(?:about|around|roughly|nearly|almost|over|more than|less than) $/i.test(sentence.slice(0, found.index)))
      return null;
    return { start: found.index, end: found.index + found[0].length, holds: count === item.value, items: [item] };
  }),
);

export const agesInWords: readonly Reader[] = [agesTold, ...historyTold];
