import { needing, type Reader } from "./claim-reader.ts";
import { words } from "./counts-of-time.ts";
import { daysIn, isDay } from "./dates.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/* What sentences state of how old the last report and its figures are, and how long a trailing figure reaches back. */

const filing = "(?:filing|filed report|10-[KQ]|annual report|quarterly report|report)";
const newest = "(?:last|latest|newest|most recent)";
const period =
  "(?:(?:reported )?(?:period|quarter|balance sheet|fiscal quarter|accounts|figures)(?: reported)?|(?:period|quarter) (?:that was )?reported)";
const ages: readonly (readonly [pattern: RegExp, key: string])[] = [
  [
    new RegExp(
      String.raw`\b${newest} ${filing}\b[^.;,\d]{0,12}? (?:is|was|has been|lies|dates? back|came|arrived|landed|appeared)(?: (?:filed|published|handed in|submitted|out|in))? (?:already |now |some |by now |exactly |just )?(\d{1,4}) (?<unit>days|weeks|months|quarters|years) (?:old|ago|back|earlier|behind us|away|before (?:the|this|our|today)\b)`,
      "i",
    ),
    "days_since_last_filing",
  ],
  [
    new RegExp(
      String.raw`\b(\d{1,4}) (?<unit>days|weeks|months|quarters|years) (?:have (?:passed|gone by|elapsed)|(?:has|have) been|ago|since|after|separate us from)(?: since)? (?:the |its )?${newest} ${filing}\b`,
      "i",
    ),
    "days_since_last_filing",
  ],
  [
    new RegExp(
      String.raw`\b${newest} ${period}\b[^.;,\d]{0,16}? (?:is|was|ended|closed|lies) (?:already |now |some |by now )?(\d{1,4}) (?<unit>days|weeks|months|quarters|years) (?:old|ago|back|away)\b`,
      "i",
    ),
    "latest_period_end_age",
  ],
];

const perUnit: Readonly<Record<string, number>> = { days: 1, weeks: 7, months: 30.4, quarters: 91.3, years: 365 };

/** "The last filing is 18 days old": not the age of the period that it reports. */
const ageReaders = ages.map(([pattern, key]) =>
  needing([pattern], (sentence, index) => {
    const found = firstIn(pattern, sentence);
    const item = index.byKey.get(key)?.[0];
    if (found === null || item?.value == null) return null;
    const digits = found[1] ?? "";
    const start = found.index + found[0].indexOf(digits);
    const unit = found.groups?.["unit"]?.toLowerCase() ?? "days";
    const days = Number(digits) * (perUnit[unit] ?? 1);
    // To the nearest week or month.
    const holds = unit === "days" ? item.value === days : Math.abs(item.value - days) <= (perUnit[unit] ?? 1) * 0.6;
    return { start, end: start + digits.length, holds, items: [item] };
  }),
);

const ended = new RegExp(
  String.raw`\b${newest} ${period} (?:\w+ )?(?:ended|ends|closed|runs|ran|goes)(?: (?:on|to|until|up to))? (?:the )?$`,
  "i",
);

const statements =
  "(?:accounts|books|figures|numbers|financials|(?:financial )?statements|results|fundamentals|balance sheet)";
const runTo = new RegExp(
  String.raw`\b${statements}\b[^.;,\d]{0,16}?\b(?:runs?|goes|go|reach(?:es)?|extends?|stops?|ends?|ended|covers?|closed|(?:is|are) (?:for|of|those|that)|for)\b[^.;,\d]{0,40}?\b(?:to|until|through|up to|on|at|with|ending|ended) (?:the )?$`,
  "i",
);
/** What is said of another year, or of no report at all. */
const ofOthers =
  /\b(?:year-ago|year ago|year before|earlier|prior|previous|comparative|guidance|forecasts?|price|closes)\b/i;

/** "The newest period ended on 30 June", "the accounts run to 30 June". */
const periodEnd = needing([new RegExp(String.raw`\b(?:${newest}|${statements})\b`, "i")], (sentence, index) => {
  const item = index.byKey.get("latest_period_end_age")?.[0];
  const [told] = daysIn(sentence);
  const day =
    daysIn(sentence).find(({ start }) => occurs(ended, sentence.slice(0, start))) ??
    (told !== undefined && occurs(runTo, sentence.slice(0, told.start)) && !occurs(ofOthers, sentence)
      ? told
      : undefined);
  if (item?.at == null || day === undefined || day.day.length < 5) return null;
  return { start: day.start, end: day.end, holds: isDay(item.at.slice(0, 10), day.day), items: [item] };
});

const reach = new RegExp(
  String.raw`\b(?:covers?|is for|spans?|counts?|reaches over|(?:is|are) (?:taken|summed|counted|measured) over|(?:is|are) that of|sums?(?: up)?|adds? up) (?:the )?(?:trailing|last|past|latest|previous) (\d{1,2}|${[...words.keys()].slice(0, 40).join("|")})[- ](months?|quarters?|years?)\b`,
  "i",
);
const inMonths: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** "The figure for revenue covers the trailing 24 months" of one of twelve. */
const trailingSpan = needing([reach], (sentence, index) => {
  const found = firstIn(reach, sentence);
  const [mention, another] = mentionsIn(sentence);
  if (found === null || mention === undefined || another !== undefined) return null;
  const item = mention.keys.flatMap((key) => (key.endsWith("_ttm") ? (index.byKey.get(key) ?? []) : []))[0];
  const told = (found[1] ?? "").toLowerCase();
  const months = (words.get(told) ?? Number(told)) * (inMonths[(found[2] ?? "").toLowerCase().replace(/s$/, "")] ?? 1);
  if (item === undefined) return null;
  return { start: found.index, end: found.index + found[0].length, holds: months === 12, items: [item] };
});

export const filingAges: readonly Reader[] = [...ageReaders, periodEnd, trailingSpan];
