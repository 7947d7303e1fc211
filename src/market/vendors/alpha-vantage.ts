import { z } from "zod";
import type { Instant } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { cleanText } from "../door/news.ts";
import type { NewsItem, Vendor } from "../market-data.ts";
import { compactTime, compactTimeOf, isLaterThan, timeWindow, inOrder, newsItem, ticker } from "./news.ts";
import { getJson, knownRows } from "./http.ts";
import { shorten } from "#src/core/text/shorten.ts";

const name = "alpha-vantage";

/** Below this relevance (0–1) the company is only mentioned. */
const minRelevance = 0.3;

const Item = z.object({
  title: z.string(),
  url: z.string().min(1),
  time_published: z.string(),
  summary: z.string().nullish(),
  source: z.string().nullish(),
  ticker_sentiment: z.array(z.object({ ticker: z.string(), relevance_score: z.coerce.number() })),
});

const Answer = z.object({
  feed: z.array(z.unknown()).optional(),
  Information: z.string().optional(),
  Note: z.string().optional(),
  "Error Message": z.string().optional(),
});

/**
 * News from `NEWS_SENTIMENT`: the newest 1000 of relevance 0.3 and more. Its sentiment is not read: it may be
 * recomputed later.
 * @see https://www.alphavantage.co/documentation/#news-sentiment
 */
export function createAlphaVantage(options: { apiKey: string; baseUrl?: string; timeoutMs?: number }): Vendor {
  const { apiKey, baseUrl = "https://www.alphavantage.co", timeoutMs = 15_000 } = options;
  return {
    name,
    news: {
      timing: "dated",
      fetch: async (query, signal) => {
        const window = timeWindow(query);
        if (window === null || query.instrument.assetType === "index") return [];
        const wanted =
          query.instrument.assetType === "crypto" ? `CRYPTO:${ticker(query.instrument)}` : ticker(query.instrument);
        const url = new URL("/query", baseUrl);
        url.search = new URLSearchParams({
          function: "NEWS_SENTIMENT",
          tickers: wanted,
          time_from: minutes(window.from),
          time_to: minutes(window.to),
          sort: "LATEST",
          limit: "1000",
          apikey: apiKey,
        }).toString();
        const answer = await getJson(url, Answer, { vendor: name, timeoutMs, signal });
        return inOrder(readFeed(answer, wanted, apiKey, query.asOf));
      },
    },
  };
}

/** `YYYYMMDDTHHMM`. */
function minutes(at: number): string {
  const digits = compactTime(at);
  return `${digits.slice(0, 8)}T${digits.slice(8, 12)}`;
}

function readFeed(answer: z.infer<typeof Answer>, wanted: string, apiKey: string, asOf: Instant): NewsItem[] {
  const notice = answer.Information ?? answer.Note ?? answer["Error Message"];
  if (notice !== undefined && /no articles found/i.test(notice)) return [];
  if (notice !== undefined) throw noticeAsError(notice, apiKey);
  if (answer.feed === undefined)
    throw new VendorFailed(name, "malformed", "the answer has another shape: it has no feed");
  return knownRows(name, answer.feed, Item, isLaterThan(asOf, "time_published"))
    .filter((item) =>
      item.ticker_sentiment.some((about) => about.ticker === wanted && about.relevance_score >= minRelevance),
    )
    .flatMap((item) => readItem(item) ?? []);
}

function readItem(item: z.infer<typeof Item>): NewsItem | null {
  const published = compactTimeOf(name, "an item's time_published", item.time_published);
  const { title, summary, url, source: publisher } = item;
  return newsItem(name, { published, id: sha256(url), title, summary, url, publisher });
}

/** Errors come with status 200, and some repeat the key. */
function noticeAsError(notice: string, apiKey: string): VendorFailed {
  const excerpt = shorten(cleanText(notice.replaceAll(apiKey, "***")), 200);
  if (/rate limit|per (?:day|minute|second)|call frequency|sparingly/i.test(notice))
    return new VendorFailed(name, "rate_limited", excerpt);
  if (/api ?key|premium/i.test(notice)) return new VendorFailed(name, "unauthorized", excerpt);
  return new VendorFailed(name, "refused", excerpt);
}
