import { z } from "zod";
import type { Instant } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { cleanText } from "../door/news.ts";
import type { Instrument, NewsItem, Vendor } from "../market-data.ts";
import { compactTime, compactTimeOf, isLaterThan, timeWindow, inOrder, newsItem, plainName, ticker } from "./news.ts";
import { createPace, getText, type Pace, parseJson, knownRows } from "./http.ts";
import { shorten } from "#src/core/text/shorten.ts";

const name = "gdelt";

/** GDELT asks for at most one request per 5 seconds and address. */
const requestsPerSecond = 0.2;

/** Of a larger window it gives the newest. */
const maxRecords = 250;

/** It refuses longer queries, and quoted phrases shorter than 5 characters. */
const maxQueryLength = 240;
const shortestPhrase = 5;

const Article = z.object({
  url: z.string().min(1),
  title: z.string(),
  seendate: z.string(),
  domain: z.string().nullish(),
});
const Answer = z.object({ articles: z.array(z.unknown()).optional() });

/**
 * English news from GDELT DOC 2.0. Known from when GDELT first saw it (`seendate`, steps of 15 minutes). At most the
 * newest 250.
 * @see https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/
 */
export function createGdelt(options: { baseUrl?: string; timeoutMs?: number; pace?: Pace } = {}): Vendor {
  const {
    baseUrl = "https://api.gdeltproject.org",
    timeoutMs = 30_000,
    pace = createPace(requestsPerSecond),
  } = options;
  return {
    name,
    news: {
      timing: "dated",
      fetch: async (query, signal) => {
        const window = timeWindow(query);
        if (window === null) return [];
        const url = new URL("/api/v2/doc/doc", baseUrl);
        url.search = new URLSearchParams({
          query: gdeltQuery(query.instrument),
          mode: "artlist",
          format: "json",
          sort: "datedesc",
          maxrecords: String(maxRecords),
          startdatetime: compactTime(window.from),
          enddatetime: compactTime(window.to),
        }).toString();
        return inOrder(readArticles(await getText(url, { vendor: name, timeoutMs, pace, signal }), query.asOf));
      },
    },
  };
}

/** A name of one word ("Apple") needs a word of the market beside it. GDELT wants `OR` in parentheses. */
export function gdeltQuery(instrument: Instrument): string {
  const words = plainName(instrument)
    .replace(/["():]/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "");
  while (words.join(" ").length > maxQueryLength / 2) words.pop();
  const phrase = words.join(" ");
  const quoted = /[^A-Za-z0-9]/.test(phrase) && phrase.length >= shortestPhrase ? `"${phrase}"` : phrase;
  const marketWords =
    instrument.assetType === "crypto" ? ["crypto", "cryptocurrency", "token"] : ["stock", "shares", "earnings"];
  const symbol = ticker(instrument);
  // Shorter tickers are ordinary words in a full-text search.
  if (/^[A-Z]{4,5}$/.test(symbol) && symbol !== phrase) marketWords.unshift(symbol);
  return `${quoted}${words.length === 1 ? ` (${marketWords.join(" OR ")})` : ""} sourcelang:english`;
}

function readArticles(text: string, asOf: Instant): NewsItem[] {
  const body = text.trim();
  if (!body.startsWith("{")) throw errorInProse(body);
  const { articles = [] } = parseJson(repaired(body), Answer, name);
  return knownRows(name, articles, Article, isLaterThan(asOf, "seendate")).flatMap((article) => {
    const seen = compactTimeOf(name, "an article's seendate", article.seendate);
    const { title, url, domain: publisher } = article;
    return newsItem(name, { published: seen, id: sha256(url), title, url, publisher }) ?? [];
  });
}

/** GDELT reports errors as a sentence with status 200. */
function errorInProse(body: string): VendorFailed {
  const excerpt = shorten(cleanText(body), 160);
  if (/limit requests|too many requests|rate limit/i.test(body)) return new VendorFailed(name, "rate_limited", excerpt);
  if (body === "" || body.startsWith("<"))
    return new VendorFailed(name, "malformed", `the answer is not JSON: ${excerpt}`);
  return new VendorFailed(name, "refused", excerpt);
}

/** GDELT passes control characters and stray backslashes on unescaped. */
function repaired(json: string): string {
  return json
    .replace(/\p{Control}/gu, " ")
    .replace(/\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4})|)/g, (whole, escape) => (escape === undefined ? "" : whole));
}
