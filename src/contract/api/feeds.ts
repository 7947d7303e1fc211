import { z } from "zod";

/** Where the blog's feeds are. */
export const feedPaths = { rss: "/blog/feed.xml", json: "/blog/feed.json", atom: "/blog/atom.xml" } as const;

/** The addresses of the public record's feeds. */
export const trackRecordFeedPath = "/api/signal-engine/record.xml";

/** The addresses of the chains' heads. */
export const headPaths = { json: "/api/signal-engine/heads", atom: "/api/signal-engine/heads.xml" } as const;

export const JsonFeedItem = z.object({
  /** Permanent, also when the post moves. */
  id: z.string(),
  url: z.url(),
  title: z.string(),
  summary: z.string(),
  content_html: z.string(),
  date_published: z.iso.datetime(),
  date_modified: z.iso.datetime(),
  tags: z.array(z.string()),
});
export type JsonFeedItem = z.infer<typeof JsonFeedItem>;

/** What the blog uses of JSON Feed. @see https://www.jsonfeed.org/version/1.1/ */
export const JsonFeed = z.object({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  description: z.string(),
  language: z.string(),
  authors: z.array(z.object({ name: z.string() })),
  items: z.array(JsonFeedItem),
});
export type JsonFeed = z.infer<typeof JsonFeed>;
