import { Feed } from "feed";
import { headPaths } from "#src/contract/api/feeds.ts";
import type { ChainHeads } from "#src/contract/signals/chains.ts";

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
