import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { news, post } from "#tests/support/memory-vendor.ts";
import { cleanText, dedupeNews, dedupeSocial, webAddress } from "./news.ts";
import type { NewsItem } from "../market-data.ts";

describe("cleanText", () => {
  test.each([
    ["AT&amp;T &quot;beats&quot; Street&#39;s view", `AT&T "beats" Street's view`],
    ["Apple&#8217;s &#x2014; margin", "Apple’s — margin"],
    ["it&#146;s up", "it’s up"],
    ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
    ["S&P 500 & AT&T; profit &unknown; &copy2", "S&P 500 & AT&T; profit &unknown; &copy2"],
    ["100&nbsp;&Euro; &euro;5 &Eacute;lan &frac34; &rarr; &AMP", "100 &Euro; €5 Élan ¾ → &AMP"],
    ["&#0;&#1114112;&#xD800;", "\uFFFD\uFFFD\uFFFD"],
    ["cut \uD83D here", "cut \uFFFD here"],
    ["  two\t\r\n lines\u2028and\u00A0a&nbsp;half ", "two lines and a half"],
    ["buy \u202Elles\u202C now\u2066\u2069", "buy lles now"],
    ["ze\u200Bro\u200D wi\u2060dth\uFEFF so\u00ADft&shy;", "zero width soft"],
    ["nul\u0000 bell\u0007 \u001B[31mred del\u007F c1\u009B", "nul bell [31mred del c1"],
    ["tags\u{E0041}\u{E0042} and selectors\uFE0F\u{E0101}", "tags and selectors"],
    ["hidden &#8238;override&#x200b;", "hidden override"],
    ["a \u0000 b", "a b"],
    ["🚀 naïve 東京 Ñ", "🚀 naïve 東京 Ñ"],
    ["\u200B\u202E ", ""],
  ])("%j becomes %j", (dirty, clean) => {
    expect(cleanText(dirty)).toBe(clean);
  });

  const hidden = fc.constantFrom("\u200B", "\u202E", "\u0000", "\u{E0061}", "\uFE0F", "\u2060", "\u0085");
  const piece = fc.oneof(fc.string({ unit: "grapheme" }), hidden, fc.constantFrom("\n", "\t", " ", "\uD800"));

  property.prop([fc.array(piece)])("nothing invisible, no line break and no double space is left", (pieces) => {
    const clean = cleanText(pieces.join(""));
    expect(clean).not.toMatch(/[\p{Format}\p{Control}\p{Default_Ignorable_Code_Point}\u2028\u2029]| {2}|^ | $/u);
    expect(clean.isWellFormed()).toBe(true);
  });

  property.prop([fc.array(piece)])("cleaning clean text changes nothing", (pieces) => {
    const clean = cleanText(pieces.join("").replaceAll("&", ""));
    expect(cleanText(clean)).toBe(clean);
  });
});

describe("webAddress", () => {
  test.each([
    ["https://example.com/a?b=1", "https://example.com/a?b=1"],
    ["http://example.com", "http://example.com/"],
    ["javascript:alert(1)", null],
    ["data:text/html,x", null],
    ["/relative", null],
    ["", null],
    [null, null],
    [undefined, null],
  ])("%j is %j", (given, address) => {
    expect(webAddress(given)).toBe(address);
  });
});

function titles(items: readonly NewsItem[]): string[] {
  return items.map((item) => `${new Date(item.eventTime).toISOString().slice(0, 10)} ${item.title}`);
}

describe("of repeated news", () => {
  test("the first stays: same title, whatever its case, spacing and punctuation", () => {
    const items = [
      news("2025-06-01T10:00:00Z", "Apple Beats Estimates"),
      news("2025-06-01T12:00:00Z", "APPLE  beats estimates!"),
      news("2025-06-02T12:00:00Z", "“Apple” beats, estimates."),
      news("2025-06-02T13:00:00Z", "Apple misses estimates"),
    ];
    expect(titles(dedupeNews(items))).toEqual([
      "2025-06-01 Apple Beats Estimates",
      "2025-06-02 Apple misses estimates",
    ]);
  });

  test("the first stays: same URL, whatever its campaign and fragment", () => {
    const items = [
      news("2025-06-01T10:00:00Z", "One", { url: "https://example.com/a?id=1&utm_source=x#top" }),
      news("2025-06-01T12:00:00Z", "Two", { url: "https://EXAMPLE.com/a?id=1" }),
      news("2025-06-01T13:00:00Z", "Three", { url: "https://example.com/a?id=2" }),
    ];
    expect(titles(dedupeNews(items))).toEqual(["2025-06-01 One", "2025-06-01 Three"]);
  });

  test("what comes back after more than three days is news again", () => {
    const items = ["2025-06-01T10:00:00Z", "2025-06-04T10:00:00Z", "2025-06-04T10:00:01Z"].map((at) =>
      news(at, "Weekly outlook"),
    );
    expect(titles(dedupeNews(items))).toEqual(["2025-06-01 Weekly outlook", "2025-06-04 Weekly outlook"]);
    expect(dedupeNews(items)[1]?.eventTime).toBe(Date.parse("2025-06-04T10:00:01Z"));
  });

  test("a sign or a decimal point makes another title, and titles of punctuation are not one", () => {
    const items = ["Up 5%", "Up -5%", "Up 0.5%", "…", "!!!"].map((title, i) => news(`2025-06-01T10:00:0${i}Z`, title));
    expect(dedupeNews(items)).toHaveLength(5);
  });

  test("the one known first stays, though it happened later", () => {
    const late = news("2025-06-01T10:00:00Z", "Recall", {
      sourceId: "late",
      availableAt: Date.parse("2025-06-02T10:00:00Z"),
    });
    const early = news("2025-06-01T11:00:00Z", "Recall", { sourceId: "early" });
    expect(dedupeNews([late, early])).toEqual([early]);
  });
});

test("of posts with the same text the first stays, links aside; other symbols make another text", () => {
  const posts = [
    post("2025-06-01T10:00:00Z", "$AAPL to the moon 🚀 https://t.co/abc"),
    post("2025-06-01T10:05:00Z", "$aapl to the moon 🚀   https://t.co/xyz"),
    post("2025-06-01T10:06:00Z", "$AAPL to the moon 📉"),
  ];
  expect(dedupeSocial(posts)).toEqual([posts[0], posts[2]]);
});

const hour = fc.integer({ min: 0, max: 24 * 12 });
const item = fc.record({
  at: hour,
  delay: fc.integer({ min: 0, max: 48 }),
  title: fc.constantFrom("a", "b", "c", "A!"),
  url: fc.constantFrom(null, "https://x.test/1", "https://x.test/2"),
  id: fc.uuid(),
});
const start = Date.parse("2025-06-01T00:00:00Z");
const items = fc.uniqueArray(item, { maxLength: 20, selector: (each) => each.id }).map((each) =>
  each.map(({ at, delay, title, url, id }) =>
    news(new Date(start + at * 3_600_000).toISOString(), title, {
      url,
      sourceId: id,
      availableAt: start + (at + delay) * 3_600_000,
    }),
  ),
);

property.prop([items, hour], { seed: 1, numRuns: 300 })(
  "what is known by an instant is deduplicated the same, whatever is known later",
  (all, at) => {
    const asOf = start + at * 3_600_000;
    const known = (each: NewsItem) => each.availableAt !== null && each.availableAt <= asOf;
    expect(dedupeNews(all).filter(known)).toEqual(dedupeNews(all.filter(known)));
  },
);

property.prop([items], { seed: 1 })(
  "deduplicating twice is deduplicating once, and the order given does not matter",
  (all) => {
    expect(dedupeNews(dedupeNews(all))).toEqual(dedupeNews(all));
    expect(dedupeNews(all.toReversed())).toEqual(dedupeNews(all));
  },
);
