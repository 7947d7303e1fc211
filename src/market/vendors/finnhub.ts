import { z } from "zod";
import { toIso } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { cleanText } from "../door/news.ts";
import type { NewsItem, Vendor } from "../market-data.ts";
import { timeWindow, inOrder, newsItem, dottedSymbol } from "./news.ts";
import { getJson, field, knownRows } from "./http.ts";
import { shorten } from "#src/core/text/shorten.ts";

const name = "finnhub";

const Item = z.object({
  id: z.number(),
  /** Publication, in seconds since 1970. */
  datetime: z.number().positive(),
  headline: z.string(),
  summary: z.string().nullish(),
  source: z.string().nullish(),
  url: z.string().nullish(),
});

const Answer = z.union([z.array(z.unknown()), z.object({ error: z.string() })]);

/**
 * `company-news` takes whole days; items carry their time.
 * @see https://finnhub.io/docs/api/company-news
 */
export function createFinnhub(options: { apiKey: string; baseUrl?: string; timeoutMs?: number }): Vendor {
  const { apiKey, baseUrl = "https://finnhub.io", timeoutMs = 15_000 } = options;
  return {
    name,
    news: {
      timing: "dated",
      fetch: async (query, signal) => {
        const window = timeWindow(query);
        if (window === null || query.instrument.assetType !== "stock") return [];
        const url = new URL("/api/v1/company-news", baseUrl);
        url.search = new URLSearchParams({
          symbol: dottedSymbol(query.instrument),
          from: toIso(window.from).slice(0, 10),
          to: toIso(window.to).slice(0, 10),
        }).toString();
        const answer = await getJson(url, Answer, {
          vendor: name,
          headers: { "X-Finnhub-Token": apiKey },
          timeoutMs,
          signal,
        });
        if (!Array.isArray(answer)) throw errorAsAnswer(answer.error, apiKey);
        const isLater = (item: unknown): boolean => {
          const seconds = field(item, "datetime");
          return typeof seconds === "number" && seconds * 1000 > query.asOf;
        };
        return inOrder(knownRows(name, answer, Item, isLater).flatMap((item) => readItem(item) ?? []));
      },
    },
  };
}

function readItem({ id, datetime, headline, summary, url, source }: z.infer<typeof Item>): NewsItem | null {
  return newsItem(name, {
    published: datetime * 1000,
    id: String(id),
    title: headline,
    summary,
    url,
    publisher: source,
  });
}

/** For errors that come with 200. */
function errorAsAnswer(error: string, apiKey: string): VendorFailed {
  const excerpt = shorten(cleanText(error.replaceAll(apiKey, "***")), 200);
  if (/limit/i.test(error)) return new VendorFailed(name, "rate_limited", excerpt);
  return new VendorFailed(name, /api ?key|token|access/i.test(error) ? "unauthorized" : "refused", excerpt);
}
