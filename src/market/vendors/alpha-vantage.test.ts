import { expect, onTestFinished, test } from "vitest";
import { type Route, startVendorServer, type VendorServer } from "#tests/support/vendor-server.ts";
import { createAlphaVantage } from "./alpha-vantage.ts";
import type { Instrument, MarketQuery, NewsItem } from "../market-data.ts";

const apiKey = "R7KPSECRETKEY";

const apple: Instrument = {
  symbol: "AAPL",
  name: "Apple Inc.",
  assetType: "stock",
  exchange: "NASDAQ",
  currency: "USD",
  calendar: "XNYS",
  synthetic: false,
};
const bitcoin: Instrument = { ...apple, symbol: "BTC-USD", name: "Bitcoin USD", assetType: "crypto", calendar: "24/7" };

const query: MarketQuery = {
  instrument: apple,
  from: "2023-12-25",
  to: "2024-01-02",
  asOf: Date.parse("2024-01-02T21:00:30Z"),
};

async function ask(
  route: Route,
  over: Partial<MarketQuery> = {},
): Promise<{ server: VendorServer; news: Promise<readonly NewsItem[]> }> {
  const server = await startVendorServer({ "/query": route });
  onTestFinished(() => server.close());
  const source = createAlphaVantage({ apiKey, baseUrl: server.url }).news;
  if (source === undefined) throw new Error("alpha-vantage has no news");
  expect(source.timing).toBe("dated");
  return { server, news: source.fetch({ ...query, ...over }, new AbortController().signal) };
}

const item = {
  title: "5 Biggest Winners In 2023 - Apple  ( NASDAQ:AAPL ) , Amazon.com  ( NASDAQ:AMZN ) ",
  url: "https://www.benzinga.com/news/24/01/36455419/5-biggest-winners",
  time_published: "20240102T170245",
  authors: ["A. Writer"],
  summary: "Indexes were up in 2023; here&#39;s a look at the biggest gainers.",
  banner_image: null,
  source: "Benzinga",
  category_within_source: "News",
  source_domain: "www.benzinga.com",
  topics: [{ topic: "Financial Markets", relevance_score: "0.999174" }],
  overall_sentiment_score: 0.2,
  overall_sentiment_label: "Somewhat-Bullish",
  ticker_sentiment: [
    { ticker: "AAPL", relevance_score: "0.432", ticker_sentiment_score: "0.1", ticker_sentiment_label: "Neutral" },
    {
      ticker: "AMZN",
      relevance_score: "0.151",
      ticker_sentiment_score: "0.2",
      ticker_sentiment_label: "Somewhat-Bullish",
    },
  ],
};
const feed = (items: readonly unknown[]) => ({
  items: String(items.length),
  sentiment_score_definition: "x",
  relevance_score_definition: "0 < x <= 1",
  feed: items,
});

test("items become news with their UTC time", async () => {
  const { news } = await ask({ body: feed([item]) });
  const at = Date.parse("2024-01-02T17:02:45Z");
  expect(await news).toEqual([
    {
      eventTime: at,
      availableAt: at,
      source: "alpha-vantage",
      sourceId: expect.stringMatching(/^[0-9a-f]{64}$/),
      title: "5 Biggest Winners In 2023 - Apple ( NASDAQ:AAPL ) , Amazon.com ( NASDAQ:AMZN )",
      summary: "Indexes were up in 2023; here's a look at the biggest gainers.",
      url: item.url,
      publisher: "Benzinga",
    },
  ]);
});

test("it asks with the ticker, the window up to the as-of minute and the key", async () => {
  const { server, news } = await ask({ body: feed([]) });
  expect(await news).toEqual([]);
  expect(server.requests[0]?.query).toEqual({
    function: "NEWS_SENTIMENT",
    tickers: "AAPL",
    time_from: "20231225T0000",
    time_to: "20240102T2100",
    sort: "LATEST",
    limit: "1000",
    apikey: apiKey,
  });
});

test("items that only mention the company, or never, are left out; two with one address are one", async () => {
  const about = (tickers: Record<string, string>, url: string, time = item.time_published) => ({
    ...item,
    url,
    time_published: time,
    ticker_sentiment: Object.entries(tickers).map(([ticker, relevance_score]) => ({ ticker, relevance_score })),
  });
  const items = [
    about({ AAPL: "0.3" }, "https://example.com/kept"),
    about({ AAPL: "0.29" }, "https://example.com/mentioned"),
    about({ AMZN: "0.9" }, "https://example.com/other"),
    about({ "CRYPTO:AAPL": "0.9" }, "https://example.com/coin"),
    about({}, "https://example.com/none"),
    about({ AAPL: "1" }, "https://example.com/earlier", "20240101T0915"),
    about({ AAPL: "1" }, "https://example.com/earlier", "20240101T0915"),
  ];
  const { news } = await ask({ body: feed(items) });
  expect((await news).map((record) => record.url)).toEqual(["https://example.com/earlier", "https://example.com/kept"]);
});

test("a coin is asked for as CRYPTO:BTC", async () => {
  const coinItem = { ...item, ticker_sentiment: [{ ticker: "CRYPTO:BTC", relevance_score: "0.8" }] };
  const { server, news } = await ask({ body: feed([coinItem, item]) }, { instrument: bitcoin });
  expect(await news).toHaveLength(1);
  expect(server.requests[0]?.query["tickers"]).toBe("CRYPTO:BTC");
});

test("an index and a window after the as-of instant are not asked for", async () => {
  const index = await ask({ body: feed([item]) }, { instrument: { ...apple, symbol: "^GSPC", assetType: "index" } });
  expect(await index.news).toEqual([]);
  expect(index.server.requests).toEqual([]);
  const later = await ask({ body: feed([item]) }, { from: "2024-01-03", to: "2024-01-05" });
  expect(await later.news).toEqual([]);
  expect(later.server.requests).toEqual([]);
});

test("no articles is no data", async () => {
  const Information =
    "No articles found. Please adjust the time range or refer to the API documentation https://www.alphavantage.co/documentation#newsapi and try again.";
  const { news } = await ask({ body: { Information } });
  expect(await news).toEqual([]);
});

test.each([
  [
    {
      Information: `We have detected your API key as ${apiKey} and our standard API rate limit is 25 requests per day. Please subscribe.`,
    },
    "rate_limited",
  ],
  [
    {
      Note: "Thank you for using Alpha Vantage! Our standard API call frequency is 5 calls per minute and 500 calls per day.",
    },
    "rate_limited",
  ],
  [
    { Information: "Please consider spreading out your free API requests more sparingly (1 request per second)." },
    "rate_limited",
  ],
  [{ "Error Message": "the parameter apikey is invalid or missing. Please claim your free API key." }, "unauthorized"],
  [{ Information: "The **demo** API key is for demo purposes only." }, "unauthorized"],
  [{ Information: "Thank you for using Alpha Vantage! This is a premium endpoint." }, "unauthorized"],
  [{ Information: "Invalid inputs. Please refer to the API documentation and try again." }, "refused"],
  [{ message: "hello" }, "malformed"],
])("%j with status 200 is %s", async (body, reason) => {
  const { news } = await ask({ body });
  const error: unknown = await news.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: "vendor_failed", vendor: "alpha-vantage", reason });
  expect(String(error)).not.toContain(apiKey);
});

test("an item without a readable time makes the answer malformed", async () => {
  const { news } = await ask({ body: feed([{ ...item, time_published: "20241302T170245" }]) });
  await expect(news).rejects.toMatchObject({ reason: "malformed" });
});
