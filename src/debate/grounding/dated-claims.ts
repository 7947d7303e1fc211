import type { Evidence } from "#src/contract/evidence.ts";
import { needing, type Reader } from "./claim-reader.ts";
import { closeOn } from "./closes.ts";
import { daysIn, isDay } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { namedIn } from "./measure-pairs.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/* What sentences state of days: when a cited report came out, up to when a figure counts, on which of two days the close was higher. */

const cameOut =
  /\b(?:filed|ran|published|dated|appeared|posted|printed|out|came)(?: \w+)? on (?=\d|[A-Z][a-z]{2}|the )/i;

/** "The last 10-Q was filed on 8 May 2025 [F34]", of the one item that is cited. */
const published = needing([cameOut], (sentence, index, cited) => {
  const found = firstIn(cameOut, sentence);
  const [day, another] = daysIn(sentence);
  const [id, second] = cited;
  const item = id === undefined ? undefined : index.items.get(id);
  if (found === null || day === undefined || another !== undefined || second !== undefined) return null;
  if (item === undefined || item.value !== null || day.start < found.index) return null;
  const known = daysOf(item);
  if (known.length === 0) return null;
  return { start: day.start, end: day.end, holds: known.some((one) => isDay(one, day.day)), items: [item] };
});

/**
 * "Lee takes over on 1 June 2025 [N3]" of a text that gives another day for it. A day on which there was trading may be
 * that of something else.
 */
const dayOfText = needing([/\[[A-Z]\d/], (sentence, index, cited) => {
  const [day, another] = daysIn(sentence).filter(({ day: on }) => /\d-\d/.test(on));
  const [id, second] = cited;
  const item = id === undefined ? undefined : index.items.get(id);
  if (day === undefined || another !== undefined || second !== undefined || item?.text == null) return null;
  if (item.value !== null || item.key === "recent_closes") return null;
  const given = daysIn(item.text).filter(({ day: on }) => /\d-\d/.test(on) && !on.includes("|"));
  if (given.length === 0 || isDay(item.at?.slice(0, 10) ?? "", day.day) || closeOn(day.day, index) !== null)
    return null;
  const holds = given.some(({ day: on }) => on.endsWith(day.day) || day.day.endsWith(on));
  return { start: day.start, end: day.end, holds, items: [item] };
});

const filed =
  /\b(?:last|latest|most recent|newest)\b[^.;]{0,40}?\b(?:filing|filed|10-[KQ]|annual report|quarterly report)\b|\bfiled (?:its|the|a|an) (?:last |latest |most recent )?10-[KQ]\b/i;
/** "The 10-K arrived on 27 October", of the one filing that is known. */
const anyFiling =
  /\b(?:10-[KQ]|filing|annual report|quarterly report)\b[^.;,\d]{0,24}?\b(?:arrived|came|landed|was filed|filed|dates?|is|appeared|went in)\b/i;
const onDay = /\b(?:on|dated|dates (?:from|to|back to)|dating from|of|from|was made|is from|came) (?:the )?$/i;

const quarterFiled =
  /\b(?:(?:first|second|third|fourth)-quarter|quarterly|annual) report (?:was |is )?(?:filed|handed in|submitted|published|came out)(?: on)? (?:the )?$/i;

/** "The third-quarter report was filed on 30 September", the day on which the quarter ended. */
const filedAtEnd = needing(
  [/\breport (?:was |is )?(?:filed|handed|submitted|published|came)\b/i],
  (sentence, index) => {
    const item = index.byKey.get("days_since_last_filing")?.[0];
    const known = daysIn(item?.label ?? "")[0]?.day;
    const end = index.byKey.get("latest_period_end_age")?.[0]?.at?.slice(0, 10);
    const day = daysIn(sentence).find(({ start }) => occurs(quarterFiled, sentence.slice(0, start)));
    if (item === undefined || known === undefined || end === undefined || day === undefined) return null;
    // Another day may be that of an earlier report.
    if (!isDay(end, day.day) && !isDay(known, day.day)) return null;
    return { start: day.start, end: day.end, holds: isDay(known, day.day), items: [item] };
  },
);

const ofPeriod = /\b(?:period|quarter|year|books|balance sheet)\b[^.;,]{0,16}$/i;

/** "The last filing, a 10-Q, dates from 27 January 2016". */
const lastFiling = needing([filed, anyFiling], (sentence, index, cited) => {
  const item = index.byKey.get("days_since_last_filing")?.[0];
  const known = daysIn(item?.label ?? "")[0]?.day;
  const [day, another] = daysIn(sentence);
  if (item === undefined || known === undefined || day === undefined || another !== undefined) return null;
  const isMeant = occurs(filed, sentence) || (cited.has(item.id) && occurs(anyFiling, sentence));
  // "The last filing is 18 days old and the newest period ended on 30 June".
  if (occurs(ofPeriod, sentence.slice(0, day.start))) return null;
  if (!isMeant || !occurs(onDay, sentence.slice(0, day.start))) return null;
  return { start: day.start, end: day.end, holds: isDay(known, day.day), items: [item] };
});

/** The days that an item of text is of: its own, and those that its text gives. */
function daysOf({ at, text }: Evidence): string[] {
  return [...(at === null ? [] : [at.slice(0, 10)]), ...daysIn(text ?? "").map(({ day }) => day)];
}

const upTo =
  /\b(?:runs?|covers?|goes|counts?|ends?|ended|ending|is for|(?:twelve months|four quarters|year|period|trailing)(?: \w+)?)(?: [\w-]+){0,4} (?:through|to|on|until|up to) (?:the )?(?=\d|[A-Z][a-z]{2})/i;

/** "The trailing revenue figure covers the twelve months to 28 September 2013". */
const period = needing([upTo], (sentence, index) => {
  const found = firstIn(upTo, sentence);
  const [day, another] = daysIn(sentence);
  const mentions = mentionsIn(sentence);
  const keys = mentions[0]?.keys.filter((key) => key.endsWith("_ttm")) ?? [];
  if (found === null || day === undefined || another !== undefined || day.day.length !== 10) return null;
  if (mentions.length !== 1 || day.start < found.index) return null;
  const item = keys.flatMap((key) => index.byKey.get(key) ?? [])[0];
  if (item?.at == null) return null;
  return { start: day.start, end: day.end, holds: item.at.slice(0, 10) === day.day, items: [item] };
});

const compared =
  /\b(?:(higher|stronger|above|beat|exceed(?:s|ed)?|topp?(?:s|ed)|over)|(lower|weaker|below|under|beneath|trail(?:s|ed)|lag(?:s|ged)|miss(?:es|ed)|undercuts?))\b/i;

/** "13 January's close beat that of the 12th", "closed higher on 12 June than on the 11th". */
const twoDays = needing([compared], (sentence, index) => {
  const days = daysIn(sentence);
  const [one, other] = days;
  if (days.length !== 2 || one === undefined || other === undefined) return null;
  const between = sentence.slice(one.end, other.start);
  const found = firstIn(compared, sentence.slice(0, other.start));
  if (found === null || /\d/.test(between) || !/\b(?:clos|finish|end)/i.test(sentence)) return null;
  if (
    !/\b(?:than|that of|the one of|close of|beat|exceed\w*|topp?\w+|above|below|trail\w*|lag\w*|miss\w*)\b/i.test(
      between,
    )
  )
    return null;
  const [left, right] = [closeOn(one.day, index), closeOn(other.day, index)];
  if (left === null || right === null || left.close === right.close) return null;
  const denied = /\b(?:failed to|did not|didn't|could not|couldn't|never)\b[^,;]*$/i.test(
    sentence.slice(0, found.index),
  );
  const more = (found[1] !== undefined) !== denied;
  return {
    start: found.index,
    end: found.index + found[0].length,
    // A denial right before the word is read by whoever asks.
    holds:
      (left.close > right.close === more) !==
      (denied && /(?:failed to|not|n't|never) $/i.test(sentence.slice(0, found.index))),
    items: [left.item],
  };
});

const unmoved =
  /\bno (?:(increase|rise|growth|pick-?up|gain)|(decrease|fall|drop|decline|slowdown)) in (?:the )?(?:number of )?(news|posts?|social)\b/i;

/** "There has been no increase in the number of news items". */
const noChange = needing([unmoved], (sentence, index) => {
  const found = firstIn(unmoved, sentence);
  const item = found === null ? undefined : changeOf(found[3] ?? "", index);
  if (found === null || item?.value == null) return null;
  const holds = found[1] === undefined ? item.value >= 0 : item.value <= 0;
  return { start: found.index, end: found.index + found[0].length, holds, items: [item] };
});

function changeOf(name: string, index: EvidenceIndex): Evidence | undefined {
  return index.byKey.get(/news/i.test(name) ? "news_volume_change" : "social_volume_change")?.[0];
}

const beforeDay =
  /^\W*(?:on|as of|at)(?: the close of)? $|\b(?:is |was )?(?:dated|as of) $|\b(?:dates? (?:from|back to)|ran (?:up )?to|runs? (?:up )?to|extends? to|through|ended|ending|closed|as at|stamped|taken on|recorded on|measured on|struck on) (?:on )?$|\($|\d[\d.,]*%?(?: (?:dollars?|percent|per cent|points?|times|[A-Z]{3}|billion|million))?(?: \[[^\]]*\])? on $/i;

/** "As of 14 May 2008, the RSI is 55.7 [M12]", of the one measure that is cited: its own day, and those until the last close. */
const measured = needing([beforeDay], (sentence, index, cited) => {
  const [day, another] = daysIn(sentence);
  const [id, second] = cited;
  if (day === undefined || another !== undefined || day.day.length !== 10 || second !== undefined) return null;
  const item = id === undefined ? namedIn(sentence, index) : index.items.get(id);
  // How many days ago a report was filed is no value of a day.
  if (
    item?.value == null ||
    item.at === null ||
    item.unit === "days" ||
    !occurs(beforeDay, sentence.slice(0, day.start))
  )
    return null;
  // A close is told of each day of the list.
  if (item.key === "close" && closeOn(day.day, index) !== null) return null;
  const last = index.byKey.get("close")?.[0]?.at ?? item.at;
  const holds = day.day >= item.at.slice(0, 10) && day.day <= (last > item.at ? last : item.at).slice(0, 10);
  return { start: day.start, end: day.end, holds, items: [item] };
});

/** What a text counts in an adjective: "the 431-session price history", "the 14-day wait since the last filing". */
const spans: readonly (readonly [pattern: RegExp, key: string])[] = [
  [/\b(\d{1,4})-(?:session|day) (?:price )?history\b/i, "sessions_available"],
  [/\b(\d{1,4})-day (?:wait|gap|interval|lag) since the last filing\b/i, "days_since_last_filing"],
];

const counts = spans.map(([pattern, key]) =>
  needing([pattern], (sentence, index) => {
    const found = pattern.exec(sentence);
    const item = index.byKey.get(key)?.[0];
    if (found === null || item?.value == null) return null;
    return {
      start: found.index,
      end: found.index + found[0].length,
      holds: item.value === Number(found[1]),
      items: [item],
    };
  }),
);

export const datedReaders: readonly Reader[] = [
  measured,
  ...counts,
  published,
  dayOfText,
  lastFiling,
  filedAtEnd,
  period,
  twoDays,
  noChange,
];
