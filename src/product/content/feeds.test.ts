import { parseRssFeed } from "feedsmith";
import { expect, test } from "vitest";
import { signalOf } from "#tests/support/signals.ts";
import { writeTrackRecordFeed } from "./feeds.ts";

test("the feed of the record has its open signals, says which were withdrawn, and names the head of the chain", () => {
  const entry = (number: number, signal: ReturnType<typeof signalOf> | null, reason: string | null = null) => ({
    number,
    hash: String(number).repeat(64),
    published_at: "2025-06-02T21:00:00.000Z",
    sealed: signal === null,
    signal,
    withdrawn: reason === null ? null : { at: "2025-06-05T08:00:00.000Z", reason },
    marks: [],
  });
  const turned = signalOf("BRK-B", "Sell", { previous_rating: "Buy", changed: true });
  const signals = [entry(3, null), entry(2, turned, "the price was wrong"), entry(1, signalOf("DEMO", "Hold"))];
  const feed = parseRssFeed(
    writeTrackRecordFeed({ signals, head: { number: 3, hash: "c".repeat(64) } }, "https://conclave.example"),
  );
  expect(feed.description).toContain(`entry 3, ${"c".repeat(64)}`);
  expect(feed.items?.map(({ title, link, guid }) => [title, link, guid?.value])).toEqual([
    ["BRK-B: Buy to Sell", "https://conclave.example/instruments/BRK-B", "2".repeat(64)],
    ["DEMO: Hold", "https://conclave.example/instruments/DEMO", "1".repeat(64)],
  ]);
  expect(feed.items?.map(({ description }) => /Withdrawn on .*/.exec(description ?? "")?.[0])).toEqual([
    "Withdrawn on 2025-06-05: the price was wrong.",
    undefined,
  ]);
});
