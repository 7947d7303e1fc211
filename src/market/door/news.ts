import { decodeHTMLStrict } from "entities";
import { oncePer } from "#src/core/once.ts";
import { compareText } from "#src/core/text/compare-text.ts";
import type { Known, NewsItem, SocialPost } from "../market-data.ts";

/** Characters that hide text from a human but not from a program. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Format}]|(?!\s)\p{Control}/gu;

/**
 * A stranger's text as one line that a human and a program read alike: entities decoded once, invisible characters
 * removed, white space folded. Still untrusted.
 */
export function cleanText(text: string): string {
  return decodeHTMLStrict(text).toWellFormed().replace(invisible, "").replace(/\s+/g, " ").trim();
}

/** An http or https address, or `null`. */
export function webAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}

const WINDOW_MS = 3 * 86_400_000;

/**
 * News without repeats of a URL or title within three days. The item known first stays, so later items change nothing.
 * @returns ascending by `eventTime`
 */
export function dedupeNews(items: readonly NewsItem[]): NewsItem[] {
  return firstOfEach(items, keysOfNews);
}

const keysOfNews = oncePer((item: NewsItem) => [
  named("title", plainText(item.title)),
  item.url === null ? null : named("url", plainUrl(item.url)),
]);

/** Posts without repeats within three days, links aside. */
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

/** Texts of punctuation alone are not the same item. */
function named(kind: string, text: string): string | null {
  return text === "" ? null : `${kind} ${text}`;
}

/** Lower case without punctuation, except what changes a number ("-5%", "0.5%"). */
function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\p{Z}\p{C}]|(?![-%.])\p{P}/gu, " ")
    .replaceAll(/[-.](?!\d)/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Without fragment and campaign parameters. */
function plainUrl(text: string): string {
  if (!URL.canParse(text)) return text.trim();
  const url = new URL(text);
  url.hash = "";
  const campaign = Array.from(url.searchParams.keys()).filter((name) => name.startsWith("utm_"));
  for (const name of campaign) url.searchParams.delete(name);
  return url.href;
}
