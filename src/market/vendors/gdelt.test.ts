import { describe, expect, onTestFinished, test } from "vitest";
import { type Route, startVendorServer, type VendorServer } from "#tests/support/vendor-server.ts";
import type { Instrument, MarketQuery, NewsItem } from "../market-data.ts";
import { createGdelt, gdeltQuery } from "./gdelt.ts";

const goldman: Instrument = {
  symbol: "GS",
  name: "The Goldman Sachs Group, Inc.",
  assetType: "stock",
  exchange: "NYSE",
  currency: "USD",
  calendar: "XNYS",
  synthetic: false,
};

const query: MarketQuery = {
  instrument: goldman,
  from: "2025-06-25",
  to: "2025-07-01",
  asOf: Date.parse("2025-07-01T20:00:00.500Z"),
};

async function ask(
  route: Route,
  over: Partial<MarketQuery> = {},
): Promise<{ server: VendorServer; news: Promise<readonly NewsItem[]> }> {
  const server = await startVendorServer({ "/api/v2/doc/doc": route });
  onTestFinished(() => server.close());
  const source = createGdelt({ baseUrl: server.url }).news;
  if (source === undefined) throw new Error("gdelt has no news");
  expect(source.timing).toBe("dated");
  return { server, news: source.fetch({ ...query, ...over }, new AbortController().signal) };
}

const article = {
  url: "https://www.example.com/markets/goldman?id=1",
  url_mobile: "",
  title: "Goldman Sachs raises its dividend &amp; buyback",
  seendate: "20250630T181500Z",
  socialimage: "https://www.example.com/a.jpg",
  domain: "example.com",
  language: "English",
  sourcecountry: "United States",
};

test("articles become news, known when GDELT first saw them, oldest first and each once", async () => {
  const older = {
    ...article,
    url: "https://example.org/2",
    title: "Banks pass the stress test",
    seendate: "20250628T120000Z",
  };
  const { news } = await ask({ body: { articles: [article, older, article] } });
  expect(await news).toEqual([
    expect.objectContaining({ title: "Banks pass the stress test", availableAt: Date.parse("2025-06-28T12:00:00Z") }),
    {
      eventTime: Date.parse("2025-06-30T18:15:00Z"),
      availableAt: Date.parse("2025-06-30T18:15:00Z"),
      source: "gdelt",
      sourceId: expect.stringMatching(/^[0-9a-f]{64}$/),
      title: "Goldman Sachs raises its dividend & buyback",
      summary: null,
      url: "https://www.example.com/markets/goldman?id=1",
      publisher: "example.com",
    },
  ]);
});

test("it asks for English articles of the window and never beyond the as-of instant", async () => {
  const { server, news } = await ask({ body: {} });
  expect(await news).toEqual([]);
  expect(server.requests[0]?.query).toEqual({
    query: '"Goldman Sachs Group" sourcelang:english',
    mode: "artlist",
    format: "json",
    sort: "datedesc",
    maxrecords: "250",
    startdatetime: "20250625000000",
    enddatetime: "20250701200000",
  });
});

test("a window that ends before the as-of instant ends with its last day", async () => {
  const { server, news } = await ask({ body: {} }, { to: "2025-06-27" });
  await news;
  expect(server.requests[0]?.query["enddatetime"]).toBe("20250627235959");
});

test("a window after the as-of instant is not asked for", async () => {
  const { server, news } = await ask({ body: { articles: [article] } }, { from: "2025-07-02", to: "2025-07-05" });
  expect(await news).toEqual([]);
  expect(server.requests).toEqual([]);
});

test.each([
  ["Your query was too short or too long.\n", "refused", "too short or too long"],
  ["The specified phrase is too short.", "refused", "phrase is too short"],
  [
    "Please limit requests to one every 5 seconds or contact us for larger queries.",
    "rate_limited",
    "one every 5 seconds",
  ],
  ["<html><body>Bad gateway</body></html>", "malformed", "not JSON"],
])("the sentence %j, sent with status 200, is %s", async (body, reason, excerpt) => {
  const { news } = await ask({ body });
  await expect(news).rejects.toMatchObject({
    kind: "vendor_failed",
    vendor: "gdelt",
    reason,
    message: expect.stringContaining(excerpt),
  });
});

test("JSON with raw control characters and stray backslashes is read, and good escapes stay", async () => {
  const body = `{"articles": [ {"url": "https:\\/\\/example.com\\/3","title": "Goldman\tup 5\\% \\"again\\" caf\\u00e9 C:\\\\x","seendate": "20250630T120000Z","domain": "example.com"} ] }`;
  const { news } = await ask({ body });
  expect(await news).toMatchObject([{ title: 'Goldman up 5% "again" café C:\\x', url: "https://example.com/3" }]);
});

test("an article without a readable time makes the answer malformed", async () => {
  const { news } = await ask({ body: { articles: [{ ...article, seendate: "yesterday" }] } });
  await expect(news).rejects.toMatchObject({ reason: "malformed" });
});

test("an article without a title is left out, and an address that is not of the web is not passed on", async () => {
  const { news } = await ask({
    body: {
      articles: [
        { ...article, title: " \u200B" },
        { ...article, url: "javascript:alert(1)" },
      ],
    },
  });
  expect(await news).toMatchObject([{ url: null, title: "Goldman Sachs raises its dividend & buyback" }]);
});

describe("the query", () => {
  const stock = (symbol: string, name: string): Instrument => ({ ...goldman, symbol, name });
  const coin = (symbol: string, name: string): Instrument => ({
    ...goldman,
    symbol,
    name,
    assetType: "crypto",
    calendar: "24/7",
  });

  test.each([
    [stock("JPM", "JPMorgan Chase & Co."), '"JPMorgan Chase" sourcelang:english'],
    [stock("AAPL", "Apple Inc."), "Apple (AAPL OR stock OR shares OR earnings) sourcelang:english"],
    [stock("V", "Visa Inc. Class A"), "Visa (stock OR shares OR earnings) sourcelang:english"],
    [stock("AMZN", "Amazon.com, Inc."), '"Amazon.com" (AMZN OR stock OR shares OR earnings) sourcelang:english'],
    [stock("KO", "The Coca-Cola Company"), '"Coca-Cola" (stock OR shares OR earnings) sourcelang:english'],
    [stock("MMM", "3M Company"), "3M (stock OR shares OR earnings) sourcelang:english"],
    [stock("NVDA", "NVDA"), "NVDA (stock OR shares OR earnings) sourcelang:english"],
    [stock("JNJ", "Johnson & Johnson"), '"Johnson & Johnson" sourcelang:english'],
    [stock("X", 'Sly (OR) "Name" near5:x'), '"Sly OR Name near5 x" sourcelang:english'],
    [coin("BTC-USD", "Bitcoin USD"), "Bitcoin (crypto OR cryptocurrency OR token) sourcelang:english"],
    [coin("SHIB-USD", "Shiba Inu USD"), '"Shiba Inu" sourcelang:english'],
    [coin("ETH-USD", "ETH/USDT"), "ETH (crypto OR cryptocurrency OR token) sourcelang:english"],
  ])("of $symbol ($name) is %s", (instrument, text) => {
    expect(gdeltQuery(instrument)).toBe(text);
  });

  test("stays under the 250 characters that GDELT takes", () => {
    expect(gdeltQuery(stock("LONG", "Wordy ".repeat(100))).length).toBeLessThan(200);
  });
});
