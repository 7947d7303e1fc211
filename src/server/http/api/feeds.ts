import { LRUCache } from "lru-cache";
import { loadPosts } from "#src/product/content/library.ts";
import { writeFeeds, type Feeds } from "#src/product/content/feeds.ts";
import { sha256 } from "#src/core/hash.ts";
import { answer } from "../answers.ts";
import type { RequestContext } from "../env.ts";
import type { Handlers } from "../mount.ts";
import { BadRequest } from "../problems.ts";

interface Kept {
  readonly feeds: Feeds;
  readonly etags: Readonly<Record<Kind, string>>;
}
type Kind = "rss" | "atom" | "json";

/** A site has one or two; made-up ones only replace each other. */
const mostOrigins = 8;
const tagLength = 32;

function write(origin: string): Kept {
  const feeds = writeFeeds(loadPosts(), origin);
  const etag = (text: string): string => `"${sha256(text).slice(0, tagLength)}"`;
  return { feeds, etags: { rss: etag(feeds.rss), atom: etag(feeds.atom), json: etag(feeds.json) } };
}

/** They need no database, and are built once per address. */
export const feedHandlers = () => {
  const kept = new LRUCache({ max: mostOrigins, memoMethod: write });
  const feed = (kind: Kind, type: string) =>
    function answerFeed({ c }: { readonly c: RequestContext }): Response {
      const { feeds, etags } = kept.memo(originOf(c));
      const headers = {
        etag: etags[kind],
        "last-modified": feeds.updated.toUTCString(),
        // Checked each time; the check is cheap.
        "cache-control": "public, no-cache",
      };
      if (isKnown(c, etags[kind], feeds.updated)) return answer(304, null, headers);
      return answer(200, feeds[kind], { ...headers, "content-type": `${type}; charset=utf-8` });
    };
  return {
    getRssFeed: feed("rss", "application/rss+xml"),
    getAtomFeed: feed("atom", "application/atom+xml"),
    getJsonFeed: feed("json", "application/feed+json"),
  } satisfies Partial<Handlers>;
};

/** The front door sets both headers. */
export function originOf(c: RequestContext): string {
  const host = c.req.header("x-forwarded-host") ?? c.req.header("host") ?? "localhost";
  const asked = `${c.req.header("x-forwarded-proto") ?? "http"}://${host}`;
  if (!URL.canParse(asked)) throw new BadRequest(403, "the Host header is empty or invalid");
  return new URL(asked).origin;
}

/** The date counts only where no tag is sent (RFC 9110, 13.1.3). */
function isKnown(c: RequestContext, etag: string, updated: Date): boolean {
  const tags = c.req.header("if-none-match");
  if (tags !== undefined) return tags.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
  const since = Date.parse(c.req.header("if-modified-since") ?? "");
  return !Number.isNaN(since) && Math.floor(updated.getTime() / 1000) * 1000 <= since;
}
