import { Feed } from "feed";
import { trackRecordFeedPath } from "#src/contract/api/feeds.ts";
import type { TrackRecord } from "#src/contract/signals/track-record.ts";

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
