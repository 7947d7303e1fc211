import { oncePer } from "#src/platform/once-per.ts";
import type { Known, NewsItem, SocialPost } from "./market-data.ts";

const WINDOW_MS = 3 * 86_400_000;

/**
 * News without repeats: of items with the same URL or the same title (case, spacing and punctuation aside) within
 * three days, the one known first stays. An item known later never displaces one known earlier, so an answer as of
 * a date does not change with what came after it.
 * @returns ascending by `eventTime`
 */
export function dedupeNews(items: readonly NewsItem[]): NewsItem[] {
  return firstOfEach(items, keysOfNews);
}

const keysOfNews = oncePer((item: NewsItem) => [
  named("title", plainText(item.title)),
  item.url === null ? null : named("url", plainUrl(item.url)),
]);

/** Posts without repeats of the same text within three days, links aside; as `dedupeNews`. */
export function dedupeSocial(posts: readonly SocialPost[]): SocialPost[] {
  return firstOfEach(posts, keysOfPost);
}

const keysOfPost = oncePer((post: SocialPost) => [
  named("text", plainText(post.text.replaceAll(/https?:\/\/\S+/g, " "))),
]);

function firstOfEach<T extends Known>(records: readonly T[], keysOf: (record: T) => readonly (string | null)[]): T[] {
  const keptAt = new Map<string, number>();
  const kept: T[] = [];
  for (const record of records.toSorted((a, b) => knownAt(a) - knownAt(b) || byEvent(a, b))) {
    const at = knownAt(record);
    const keys = keysOf(record).filter((key) => key !== null);
    const repeats = keys.some((key) => at - (keptAt.get(key) ?? Number.NEGATIVE_INFINITY) <= WINDOW_MS);
    if (repeats) continue;
    kept.push(record);
    for (const key of keys) keptAt.set(key, at);
  }
  return kept.toSorted(byEvent);
}

function knownAt(record: Known): number {
  return record.availableAt ?? record.eventTime;
}

function byEvent(a: Known, b: Known): number {
  return a.eventTime - b.eventTime || compareText(a.source, b.source) || compareText(a.sourceId, b.sourceId);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `null` for a text of nothing but punctuation: such texts are not the same item. */
function named(kind: string, text: string): string | null {
  return text === "" ? null : `${kind} ${text}`;
}

/** Lower case and single spaces, without punctuation save what changes a number: "up 5%" is not "up -5%" nor "up 0.5%". */
function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\p{Z}\p{C}]|(?![-%.])\p{P}/gu, " ")
    .replaceAll(/[-.](?!\d)/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Without fragment and campaign parameters. A text that is no URL stands for itself. */
function plainUrl(text: string): string {
  if (!URL.canParse(text)) return text.trim();
  const url = new URL(text);
  url.hash = "";
  const campaign = Array.from(url.searchParams.keys()).filter((name) => name.startsWith("utm_"));
  for (const name of campaign) url.searchParams.delete(name);
  return url.href;
}
