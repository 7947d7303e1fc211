import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { archivePath } from "#tests/support/archives.ts";
import { lexiconScore, sentimentMeasures, type SentimentItem } from "./sentiment.ts";

describe("lexiconScore", () => {
  test.each([
    ["good", 0.6, 1],
    ["GOOD!", 0.6, 1],
    ["not good", -0.6, 1],
    ["not a very good quarter", -0.6, 1],
    ["this isn't good", -0.6, 1],
    ["this isn’t good", -0.6, 1],
    ["this isnt good", -0.6, 1],
    ["it is n't good", -0.6, 1],
    ["not. Good", 0.6, 1],
    ["not one or two or three good", 0.6, 1],
    ["don't panic", 0.6, 1],
    ["good and bad", 0, 2],
    ["'good'", 0.6, 1],
    ["better-than-expected", 0.2, 1],
    ["$GOOD @bad https://good.com/bad-news", 0, 0],
    ["constructor hasOwnProperty __proto__", 0, 0],
    ["", 0, 0],
    ["   ", 0, 0],
    ["--- '' -", 0, 0],
    ["Abgutgood", 0, 0],
    ["ägood", 0, 0],
  ])("%j scores %d from %i words", (text, score, words) => {
    const found = lexiconScore(text);
    expect(found.score).toBeCloseTo(score, 10);
    expect(found.words).toBe(words);
  });

  property.prop([fc.string({ unit: "grapheme" })])(
    "stays in −1 to 1, ends on any text, and is 0 without a word",
    (text) => {
      const { score, words } = lexiconScore(text);
      expect(Math.abs(score)).toBeLessThanOrEqual(1);
      if (words === 0) expect(score).toBe(0);
      expect(lexiconScore(text.toUpperCase().toLowerCase())).toEqual(lexiconScore(text.toLowerCase()));
    },
  );
});

const asOf = Date.parse("2025-07-01T20:00:00Z");
const hour = 3_600_000;
const day = 24 * hour;

let serial = 0;
function item(daysAgo: number, text: string, stance: SentimentItem["stance"] = null): SentimentItem {
  serial += 1;
  return { text, at: asOf - daysAgo * day, sourceId: `r${serial}`, stance };
}

function values(items: readonly SentimentItem[], kind: "news" | "social" = "news"): Record<string, number> {
  const measures = sentimentMeasures({ items, kind, asOf, session: "2025-07-01", source: "test" });
  return Object.fromEntries(measures.map((measure) => [measure.key, measure.value]));
}

describe("sentimentMeasures", () => {
  test("nothing at all for no items", () => {
    expect(sentimentMeasures({ items: [], kind: "news", asOf, session: "2025-07-01", source: "test" })).toEqual([]);
  });

  test("counts, tone and share of the two windows", () => {
    const items = [
      item(0, "good"),
      item(6.9, "bad"),
      item(3, "the market"),
      item(2, "good"),
      item(7, "bad"),
      item(29.9, "bad"),
      item(30, "bad"),
    ];
    const found = values(items);
    expect(found["news_count_7d"]).toBe(4);
    expect(found["news_count_30d"]).toBe(6);
    expect(found["news_tone_7d"]).toBeCloseTo(((0.6 - 0.6 + 0 + 0.6) / 4) * 100, 10);
    expect(found["news_tone_30d"]).toBeCloseTo(((0.6 - 0.6 + 0 + 0.6 - 0.6 - 0.6) / 6) * 100, 10);
    expect(found["news_positive_share_7d"]).toBeCloseTo((2 / 3) * 100, 10);
    expect(found).not.toHaveProperty("news_volume_change");
    expect(found).not.toHaveProperty("social_bullish_share_7d");
  });

  test("an item after the as-of instant moves nothing", () => {
    const items = [item(1, "good"), item(10, "bad")];
    const later = item(-0.001, "catastrophe");
    expect(values([...items, later])).toEqual(values(items));
    expect(values([later])).toEqual({});
  });

  test("old items only: the counts are 0, and there is no tone", () => {
    expect(values([item(100, "good")])).toEqual({ news_count_7d: 0, news_count_30d: 0 });
    expect(values([item(10, "good")])).toMatchObject({ news_count_7d: 0, news_count_30d: 1, news_tone_30d: 60 });
    expect(values([item(10, "good")])).not.toHaveProperty("news_tone_7d");
  });

  test("no share where no text leans", () => {
    expect(values([item(1, "the market")])).toEqual({
      news_count_7d: 1,
      news_tone_7d: 0,
      news_count_30d: 1,
      news_tone_30d: 0,
    });
  });

  test("the volume change compares with the mean of the three weeks before", () => {
    const items = [1, 2, 3, 8, 15, 16, 22].map((daysAgo) => item(daysAgo, "x"));
    expect(values(items)["news_volume_change"]).toBeCloseTo((3 / (4 / 3) - 1) * 100, 10);
  });

  test("a stream that does not reach back three weeks has no volume change", () => {
    expect(values([1, 8, 15].map((daysAgo) => item(daysAgo, "x")))).not.toHaveProperty("news_volume_change");
    expect(values([8, 15, 22].map((daysAgo) => item(daysAgo, "x")))["news_volume_change"]).toBe(-100);
  });

  test("the bullish share counts the authors' labels only, and only for posts", () => {
    const items = [
      item(1, "bad", "bullish"),
      item(1, "good", "bearish"),
      item(2, "good", "bullish"),
      item(2, "good"),
      item(9, "x", "bearish"),
    ];
    expect(values(items, "social")["social_bullish_share_7d"]).toBeCloseTo((2 / 3) * 100, 10);
    expect(values([item(1, "good")], "social")).not.toHaveProperty("social_bullish_share_7d");
  });

  test("a measure names its day, unit, source and newest records, and says how many there were", () => {
    const items = Array.from({ length: 50 }, (_, n) => ({ text: "good", at: asOf - n * hour, sourceId: `p${n}` }));
    const measures = sentimentMeasures({ items, kind: "social", asOf, session: "2025-06-30", source: "stocktwits" });
    const tone = measures.find((measure) => measure.key === "social_tone_7d");
    expect(tone).toMatchObject({
      at: "2025-06-30",
      unit: "points",
      source: "stocktwits",
      formula: "mean AFINN-165 score × 100 of 50 posts",
    });
    expect(tone?.sourceIds).toEqual(Array.from({ length: 20 }, (_, n) => `p${n}`));
    expect(measures.find((measure) => measure.key === "social_count_7d")?.unit).toBe("count");
  });

  const anyItems = fc.array(
    fc.record({
      text: fc.constantFrom("good", "bad", "not good", "market", "great loss"),
      at: fc.integer({ min: asOf - 40 * day, max: asOf + 5 * day }),
      sourceId: fc.uuid(),
      stance: fc.constantFrom("bullish" as const, "bearish" as const, null),
    }),
  );

  property.prop([anyItems, fc.constantFrom("news" as const, "social" as const)])(
    "the order of the items and all later items change nothing",
    (items, kind) => {
      const input = { kind, asOf, session: "2025-07-01", source: "test" };
      const known = items.filter((one) => one.at <= asOf);
      expect(sentimentMeasures({ ...input, items: items.toReversed() })).toEqual(
        sentimentMeasures({ ...input, items: known }),
      );
    },
  );

  property.prop([anyItems])("tones and shares stay in their ranges", (items) => {
    const found = values(items, "social");
    for (const [key, value] of Object.entries(found)) {
      if (key.includes("tone")) expect(Math.abs(value)).toBeLessThanOrEqual(100);
      if (key.includes("share")) expect(value >= 0 && value <= 100).toBe(true);
    }
    expect((found["social_count_30d"] ?? 0) >= (found["social_count_7d"] ?? 0)).toBe(true);
  });
});

const stocknet = archivePath("stocknet-2014");

test.skipIf(stocknet === null)(
  "two years of real posts: the measures of a week are computed from that week's posts",
  () => {
    const Line = z.object({ publishedAt: z.string(), text: z.string() });
    const lines = readFileSync(join(stocknet ?? "", "social/AAPL.jsonl"), "utf8")
      .trim()
      .split("\n");
    const items = lines.map((line, n) => {
      const { publishedAt, text } = Line.parse(JSON.parse(line));
      return { text, at: Date.parse(publishedAt), sourceId: String(n) };
    });
    expect(items).toHaveLength(18_292);
    const end = Date.parse("2015-01-28T21:00:00Z");
    const measures = sentimentMeasures({
      items,
      kind: "social",
      asOf: end,
      session: "2015-01-28",
      source: "archive:stocknet-2014",
    });
    const count = measures.find((measure) => measure.key === "social_count_7d");
    expect(count?.value).toBe(items.filter((one) => one.at <= end && one.at > end - 7 * day).length);
    // The week of Apple's largest quarterly profit: more posts than in the weeks before.
    expect(measures.find((measure) => measure.key === "social_volume_change")?.value).toBeGreaterThan(0);
  },
);
