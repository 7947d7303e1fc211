import { Feed } from "feed";
import { type JsonFeed, feedPaths, headPaths, trackRecordFeedPath } from "#src/contract/api/feeds.ts";
import type { Post } from "./library.ts";
import { htmlOf } from "./markdown.ts";
import type { ChainHeads } from "#src/contract/signals/chains.ts";
import type { TrackRecord } from "#src/contract/signals/track-record.ts";

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

/**
 * The heads of the record's chains at the end of each day as an Atom feed: every reader that follows it keeps them.
 * @param origin such as `https://conclave.example`: all links lead there
 */
export function writeHeadFeed({ days, settlement, ledger }: ChainHeads, origin: string): string {
  const page = `${origin}/track-record#chain`;
  const feed = new Feed({
    id: `${origin}${headPaths.atom}`,
    title: "Conclave chain heads",
    description: "The latest hashes of the signals, their settlement prices and the ledger at the end of each UTC day.",
    link: page,
    language: "en",
    updated: endOf(days[0]?.day ?? "1970-01-01"),
    generator: false,
    author: { name: "Conclave" },
    feedLinks: { atom: `${origin}${headPaths.atom}` },
  });
  for (const { day, number, hash } of days) {
    const prices = settlement.days.find((one) => one.day === day);
    const money = ledger.days.find((one) => one.day === day);
    const lines = [
      `Signals: entry ${number}, ${hash}`,
      ...(prices === undefined ? [] : [`Prices that settle signals: entry ${prices.number}, ${prices.hash}`]),
      ...(money === undefined ? [] : [`Ledger: ${money.hash}`]),
    ];
    feed.addItem({
      title: `Chain heads of ${day}`,
      id: `${origin}${headPaths.atom}#${day}`,
      link: page,
      date: endOf(day),
      description: lines.join("\n"),
    });
  }
  return feed.atom1();
}

function endOf(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
}

const most = 50;

/**
 * The newest signals of the public record that are not sealed any more, as RSS 2.0. The same record and origin give the
 * same bytes.
 * @param origin such as `https://conclave.example`: all links lead there
 */
export function writeTrackRecordFeed({ signals, head }: Pick<TrackRecord, "signals" | "head">, origin: string): string {
  const open = signals.flatMap(({ signal, withdrawn, number, hash }) =>
    signal === null ? [] : [{ signal, withdrawn, number, hash }],
  );
  const updated = new Date(Math.max(0, ...open.map(({ signal }) => Date.parse(signal.published_at))));
  const feed = new Feed({
    id: `${origin}/track-record`,
    title: "Conclave public record",
    description: [
      "Signals of the public record, each once its entry session has closed. Not investment advice.",
      // Whoever keeps the feed can tell later whether anything before it was changed.
      `Head of the chain: entry ${head.number}, ${head.hash}.`,
    ].join(" "),
    link: `${origin}/track-record`,
    language: "en",
    updated,
    generator: false,
    feedLinks: { rss: `${origin}${trackRecordFeedPath}` },
  });
  for (const { signal, withdrawn, number, hash } of open.slice(0, most)) {
    const before = signal.previous_rating;
    feed.addItem({
      title: `${signal.symbol}: ${signal.changed && before !== null ? `${before} to ${signal.rating}` : signal.rating}`,
      // The entry's own hash: it is the same at every address.
      id: hash,
      link: `${origin}/instruments/${encodeURIComponent(signal.symbol)}`,
      date: new Date(signal.published_at),
      description: [
        `${signal.name} was rated ${signal.rating} as of the close of ${signal.session}.`,
        `Entry ${number} of the chain.`,
        ...(withdrawn === null ? [] : [`Withdrawn on ${withdrawn.at.slice(0, 10)}: ${withdrawn.reason}.`]),
      ].join(" "),
    });
  }
  return feed.rss2();
}
