import { Feed } from "feed";
import { feedPaths, type JsonFeed } from "#src/contract/api/feeds.ts";
import type { Post } from "./library.ts";
import { htmlOf } from "./markdown.ts";

/** Who writes: the operator. */
const author = { name: "Conclave" };
const title = "Conclave blog";
const description = "How the debate is built, what we measured, and what it is not suited for.";

export interface Feeds {
  readonly rss: string;
  readonly atom: string;
  readonly json: string;
  /** When anything in them changed last. */
  readonly updated: Date;
}

/**
 * Whole texts in RSS 2.0, Atom and JSON Feed 1.1; the same bytes each time.
 * @param origin all links lead there
 */
export function writeFeeds(posts: readonly Post[], origin: string): Feeds {
  const updated = new Date(Math.max(0, ...posts.map((post) => Date.parse(post.updated))));
  const feed = new Feed({
    id: `${origin}/blog`,
    title,
    description,
    link: `${origin}/blog`,
    language: "en",
    updated,
    generator: false,
    author,
    feedLinks: { rss: `${origin}${feedPaths.rss}`, atom: `${origin}${feedPaths.atom}` },
  });
  for (const post of posts)
    feed.addItem({
      title: post.title,
      // Not its address, so a moved site shows no old posts again.
      id: post.id,
      link: `${origin}${post.path}`,
      date: new Date(post.updated),
      published: new Date(post.published),
      description: post.summary,
      content: contentOf(post, origin),
      category: post.tags.map((name) => ({ name, term: name })),
      extensions: [{ name: "dc:creator", objects: { _text: author.name } }],
    });
  return { rss: feed.rss2(), atom: feed.atom1(), json: writeJson(posts, origin), updated };
}

/** @see https://www.jsonfeed.org/version/1.1/ The package writes version 1. */
function writeJson(posts: readonly Post[], origin: string): string {
  const feed: JsonFeed = {
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: `${origin}/blog`,
    feed_url: `${origin}${feedPaths.json}`,
    description,
    language: "en",
    authors: [author],
    items: posts.map((post) => ({
      id: post.id,
      url: `${origin}${post.path}`,
      title: post.title,
      summary: post.summary,
      content_html: contentOf(post, origin),
      date_published: post.published,
      date_modified: post.updated,
      tags: [...post.tags],
    })),
  };
  return JSON.stringify(feed);
}

/** Whole addresses, and tables without a scroll box. */
function contentOf({ blocks, path }: Post, origin: string): string {
  return htmlOf(blocks)
    .replaceAll(/ href="\/(?!\/)/g, ` href="${origin}/`)
    .replaceAll(' href="#', ` href="${origin}${path}#`)
    .replaceAll('<div class="wide" role="group" aria-label="Table" tabindex="0"><table>', "<table>")
    .replaceAll("</table></div>", "</table>");
}
