import { needing, type Found, type Reader } from "./claim-reader.ts";
import { counts, words } from "./counts-of-time.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { firstIn } from "./pattern-search.ts";

/* Counts that are joined to what they count: "a 17-item week of news", "a 45-day gap separates us from the last filing". */

const kind =
  "(?:(?<news>(?:news-)?(?:item|story|headline|article)|news)|(?<posts>(?:social-)?(?:post|message|tweet)))s?";
const stretch =
  "(?:(?<days>7|30|seven|thirty)-day (?:stretch|period|window|span|spell|run|week|month|count)|(?<week>week)|(?<month>month|thirty days))";
const busy = new RegExp(
  String.raw`(?<![\w.-])(?<count>${counts})-${kind}[- ](?:long |full |calendar )?${stretch}\b(?<of> of (?:news|posts|coverage|chatter|messages|headlines))?`,
  "i",
);

function sizeOf(told: string): number {
  return words.get(told.toLowerCase()) ?? Number(told);
}

function found(match: RegExpExecArray, key: string, index: EvidenceIndex): Found | null {
  const item = index.byKey.get(key)?.[0];
  const told = match.groups?.["count"] ?? "";
  if (item?.value == null || Number.isNaN(sizeOf(told))) return null;
  const start = match.index + match[0].indexOf(told);
  return { start, end: start + told.length, holds: item.value === sizeOf(told), items: [item] };
}

/** "A 17-item week of news", "an 81-news-item 30-day stretch". */
const itemsOfStretch: Reader = needing([busy], (sentence, index) => {
  const match = firstIn(busy, sentence);
  if (match === null) return null;
  const { news, days, week, of } = match.groups ?? {};
  const isSocial = news === undefined || /posts|chatter|messages/.test(of ?? "");
  const isWeek = week !== undefined || (days !== undefined && sizeOf(days) === 7);
  return found(match, `${isSocial ? "social" : "news"}_count_${isWeek ? 7 : 30}d`, index);
});

const gap = String.raw`(?<![\w.-])(?<count>${counts})[- ]days?(?: |-)(?:old |long )?(?:gap|wait|stretch|lag|interval|distance|pause|silence|lapse|span|delay|drought|spell|void)(?: (?:now|already|still|that has passed|of time))?(?: (?:separates us from|lies between us and|has passed since|has opened since|stands between us and|is behind us since|divides us from|since|from|after|between us and|to))(?: the end of)? (?:the |its |our )?`;
const ends: readonly (readonly [words: string, key: string])[] = [
  [
    "(?:last|latest|newest|most recent) (?:filing|filed report|10-[KQ]|annual report|quarterly report|report)",
    "days_since_last_filing",
  ],
  [
    "(?:last|latest|newest|most recent)(?: reported)? (?:period|quarter|balance sheet)(?: reported)?|period last reported|reported period",
    "latest_period_end_age",
  ],
  ["(?:highest close|record close|closing high|record high|all-time high|high close)", "days_since_high"],
  ["(?:last|latest|newest|most recent) (?:price|quote)", "price_age_days"],
];
const gaps = ends.map(([named, key]) => [new RegExp(`${gap}(?:${named})(?![\\w-])`, "i"), key] as const);

/** "The 254-day gap since the highest close". */
const gapSince: Reader = needing(
  gaps.map(([pattern]) => pattern),
  (sentence, index) => {
    for (const [pattern, key] of gaps) {
      const match = firstIn(pattern, sentence);
      if (match !== null) return found(match, key, index);
    }
    return null;
  },
);

export const hyphenedCounts: readonly Reader[] = [itemsOfStretch, gapSince];
