import { afinn165FinancialMarketNews } from "afinn-165-financialmarketnews";
import type { Instant, LocalDate } from "#src/core/clock.ts";
import { oncePer } from "#src/core/once.ts";
import type { Measure } from "../market-data.ts";

/** Negators without apostrophes; `nt` is from texts cut into words ("do n't"). */
const negators: ReadonlySet<string> = new Set(
  (
    "not no never without neither nor hardly barely cannot nt cant dont doesnt didnt isnt arent " +
    "wasnt werent wont wouldnt shouldnt couldnt hasnt havent hadnt aint"
  ).split(" "),
);

/** "not good", "not very good", "no longer any growth". */
const negationReach = 3;

const strongest = 5;

/** −5 to 5, for one-word entries; negators are handled apart. */
const valences: ReadonlyMap<string, number> = new Map(
  Object.entries(afinn165FinancialMarketNews).filter(
    ([word]) => !word.includes(" ") && !negators.has(withoutApostrophes(word)),
  ),
);

export interface LexiconScore {
  /** −1 to 1: mean valence / 5; 0 when no word is known. */
  readonly score: number;
  /** How many words of the lexicon are in the text. */
  readonly words: number;
}

/**
 * Tone by AFINN-165 with additions for market news; negations turn the next three words of the clause. Cashtags,
 * mentions and addresses are skipped. A weak feature: on labelled crypto news it agrees with the label 58–60 % of the
 * time, the most frequent label 53–57 %.
 * @see F. Å. Nielsen, A new ANEW (2011); npm package afinn-165-financialmarketnews
 */
export function lexiconScore(text: string): LexiconScore {
  const lower = text.toLowerCase();
  let sum = 0;
  let words = 0;
  let negatedUntil = 0;
  let token = 0;
  let at = 0;
  // By hand, as a run reads thousands of posts.
  while (at < lower.length) {
    const code = lower.charCodeAt(at);
    if (!isLetter(code)) {
      if (endsClause(code)) negatedUntil = 0;
      at = isTag(code) ? endOfChunk(lower, at) : at + 1;
      continue;
    }
    const start = at;
    while (at < lower.length && (isLetter(lower.charCodeAt(at)) || isJoint(lower.charCodeAt(at)))) at += 1;
    if (lower.startsWith("://", at)) {
      at = endOfChunk(lower, at);
      continue;
    }
    token += 1;
    const word = trimmed(lower, start, at);
    if (negators.has(withoutApostrophes(word))) {
      negatedUntil = token + negationReach;
      continue;
    }
    const valence = valences.get(word) ?? (word.includes("-") ? valenceOfParts(word) : undefined);
    if (valence === undefined) continue;
    sum += token <= negatedUntil ? -valence : valence;
    words += 1;
  }
  return { score: words === 0 ? 0 : sum / (words * strongest), words };
}

/** Letters beyond ASCII count, so foreign words stay whole. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 0xc0 && code < 0x2000);
}

/** A joint only between letters. */
function isJoint(code: number): boolean {
  return code === 39 || code === 45 || code === 0x2019;
}

/** A full stop, comma, semicolon, colon, exclamation or question mark. */
function endsClause(code: number): boolean {
  return code === 46 || code === 44 || code === 59 || code === 58 || code === 33 || code === 63;
}

/** What follows `$` or `@` is a name. */
function isTag(code: number): boolean {
  return code === 36 || code === 64;
}

function endOfChunk(text: string, from: number): number {
  const space = text.indexOf(" ", from);
  return space === -1 ? text.length : space;
}

function trimmed(text: string, start: number, end: number): string {
  let last = end;
  while (isJoint(text.charCodeAt(last - 1))) last -= 1;
  return text.slice(start, last);
}

function withoutApostrophes(word: string): string {
  return word.includes("'") || word.includes("\u2019") ? word.replaceAll(/['\u2019]/g, "") : word;
}

/** "record-breaking" is no entry, but its parts may be. */
function valenceOfParts(word: string): number | undefined {
  const found = word.split("-").flatMap((part) => valences.get(part) ?? []);
  return found.length === 0 ? undefined : found.reduce((a, b) => a + b, 0) / found.length;
}

export interface SentimentItem {
  readonly text: string;
  /** When it was published. */
  readonly at: Instant;
  /** The vendor's name of the record. */
  readonly sourceId: string;
  /** The author's own label, where there is one. */
  readonly stance?: "bullish" | "bearish" | null;
}

export interface SentimentInput {
  readonly items: readonly SentimentItem[];
  readonly kind: "news" | "social";
  /** The windows end here, inclusive; later items do not count. */
  readonly asOf: Instant;
  /** The day the measures are filed under. */
  readonly session: LocalDate;
  readonly source: string;
}

interface Scored extends SentimentItem {
  readonly score: number;
}

const day = 86_400_000;

/** Cached, as an item is in the windows of many sessions. */
const scoreOf = oncePer(({ text }: SentimentItem) => lexiconScore(text).score);

/** The newest only; the formula says how many there were. */
const namedRecords = 20;

/**
 * Counts and tone of the last 7 and 30 days before `asOf`. A source that cuts its answer counts too few, so
 * `…_volume_change` needs an item in each of the three weeks before.
 */
export function sentimentMeasures(input: SentimentInput): readonly Measure[] {
  const { kind, asOf } = input;
  if (input.items.every((item) => item.at > asOf)) return [];
  const known = input.items
    .filter((item) => item.at <= asOf && item.at > asOf - 30 * day)
    .map((item): Scored => ({ ...item, score: scoreOf(item) }))
    .toSorted((a, b) => b.at - a.at || (a.sourceId < b.sourceId ? -1 : 1));
  const noun = kind === "news" ? "news items" : "posts";
  const within = (from: number, to: number) =>
    known.filter((item) => item.at > asOf - from * day && item.at <= asOf - to * day);
  const week = within(7, 0);
  return [
    ...countAndTone(7, week, noun),
    ...countAndTone(30, known, noun),
    ...positiveShare(week, noun),
    ...(kind === "social" ? bullishShare(week) : []),
    ...volumeChange(week, [within(14, 7), within(21, 14), within(28, 21)], noun),
  ].map(({ key, items, ...measure }) => ({
    ...measure,
    key: `${kind}_${key}`,
    at: input.session,
    source: input.source,
    sourceIds: items.slice(0, namedRecords).map((item) => item.sourceId),
  }));
}

/** A measure before it is dated, with its items. */
type Part = Pick<Measure, "key" | "label" | "value" | "unit" | "formula"> & { readonly items: readonly Scored[] };

function countAndTone(days: number, items: readonly Scored[], noun: string): Part[] {
  const count = {
    key: `count_${days}d`,
    label: `${capital(noun)}, ${days} days`,
    value: items.length,
    unit: "count",
    formula: `${noun} published in the ${days} days to the as-of time`,
    items,
  };
  if (items.length === 0) return [count];
  const tone = {
    key: `tone_${days}d`,
    label: `Tone of ${noun} by lexicon, ${days} days`,
    value: (items.reduce((sum, item) => sum + item.score, 0) / items.length) * 100,
    unit: "points",
    formula: `mean AFINN-165 score × 100 of ${items.length} ${noun}`,
    items,
  };
  return [count, tone];
}

function positiveShare(week: readonly Scored[], noun: string): Part[] {
  const leaning = week.filter((item) => item.score !== 0);
  if (leaning.length === 0) return [];
  return [
    {
      key: "positive_share_7d",
      label: `Positive share of ${noun} by lexicon, 7 days`,
      value: (leaning.filter((item) => item.score > 0).length / leaning.length) * 100,
      unit: "%",
      formula: `positive ÷ (positive + negative) of ${leaning.length} ${noun}`,
      items: leaning,
    },
  ];
}

function bullishShare(week: readonly Scored[]): Part[] {
  const labelled = week.filter((item) => item.stance === "bullish" || item.stance === "bearish");
  if (labelled.length === 0) return [];
  return [
    {
      key: "bullish_share_7d",
      label: "Bullish share of authors' own labels, 7 days",
      value: (labelled.filter((item) => item.stance === "bullish").length / labelled.length) * 100,
      unit: "%",
      formula: `bullish ÷ (bullish + bearish) of ${labelled.length} labelled posts`,
      items: labelled,
    },
  ];
}

function volumeChange(week: readonly Scored[], weeksBefore: readonly (readonly Scored[])[], noun: string): Part[] {
  if (weeksBefore.some((items) => items.length === 0)) return [];
  const mean = weeksBefore.reduce((sum, items) => sum + items.length, 0) / weeksBefore.length;
  return [
    {
      key: "volume_change",
      label: `Change in number of ${noun}`,
      value: (week.length / mean - 1) * 100,
      unit: "%",
      formula: `${week.length} in 7 days ÷ ${mean.toFixed(2)} a week in the three weeks before − 1`,
      items: week,
    },
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
