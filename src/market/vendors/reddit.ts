import { z } from "zod";
import { cleanText } from "../door/news.ts";
import type { Instrument, SocialPost, Vendor } from "../market-data.ts";
import { getJson } from "./http.ts";
import { inOrder, plainName, ticker } from "./news.ts";

const name = "reddit";

const subreddits = {
  stock: ["stocks", "investing", "wallstreetbets"],
  index: ["stocks", "investing", "wallstreetbets"],
  crypto: ["cryptocurrency"],
  currency: ["forex"],
} as const satisfies Record<Instrument["assetType"], readonly string[]>;

/** Characters of title and body together; longer posts are cut. */
const maxLength = 1000;

const Listing = z.object({
  kind: z.literal("Listing"),
  data: z.object({
    children: z.array(
      z.object({
        data: z.object({
          name: z.string().min(1),
          title: z.string(),
          selftext: z.string().nullish(),
          created_utc: z.number().positive(),
        }),
      }),
    ),
  }),
});

/**
 * The newest 100 posts of a month from r/stocks, r/investing, r/wallstreetbets, or r/cryptocurrency. Shows the present
 * only.
 * @see https://www.reddit.com/dev/api#GET_search
 */
export function createReddit(options: { baseUrl?: string; userAgent: string; timeoutMs?: number }): Vendor {
  const { baseUrl = "https://www.reddit.com", userAgent, timeoutMs = 15_000 } = options;
  return {
    name,
    social: {
      timing: "now",
      fetch: async ({ instrument }, signal) => {
        const url = new URL(`/r/${subreddits[instrument.assetType].join("+")}/search.json`, baseUrl);
        url.search = new URLSearchParams({
          q: `"$${ticker(instrument)}" OR "${plainName(instrument).replaceAll('"', "")}"`,
          restrict_sr: "on",
          sort: "new",
          t: "month",
          type: "link",
          limit: "100",
          raw_json: "1",
        }).toString();
        const listing = await getJson(url, Listing, {
          vendor: name,
          headers: { "User-Agent": userAgent },
          timeoutMs,
          signal,
        });
        const isNamedIn = mentions(instrument);
        const posts = listing.data.children.map((child) => readPost(child.data));
        return inOrder(posts.filter((post) => isNamedIn(post.text)).map((post) => ({ ...post, text: cut(post.text) })));
      },
    },
  };
}

function readPost(post: z.infer<typeof Listing>["data"]["children"][number]["data"]): SocialPost {
  const at = post.created_utc * 1000;
  const body = cleanText(post.selftext ?? "");
  const gone = body === "" || body === "[removed]" || body === "[deleted]";
  const text = `${cleanText(post.title)}${gone ? "" : ` — ${body}`}`;
  return { eventTime: at, availableAt: at, source: name, sourceId: post.name, text, stance: null };
}

/** Search finds other posts too. A bare ticker counts in capitals from three letters on: "it" and "all" are tickers. */
function mentions(instrument: Instrument): (text: string) => boolean {
  const symbol = escaped(ticker(instrument));
  const alone = (pattern: string): string => `(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`;
  // Two patterns: one with (?i:…) missed the other case on Node 24.
  const anyCase = new RegExp(alone(`\\$${symbol}|${escaped(plainName(instrument))}`), "iu");
  const bare = ticker(instrument).length > 2 ? new RegExp(alone(symbol), "u") : null;
  return (text) => anyCase.test(text) || bare?.test(text) === true;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Not in the middle of a surrogate pair. */
function cut(text: string): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
