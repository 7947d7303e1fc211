import { expect, onTestFinished, test } from "vitest";
import { type Route, startVendorServer, type VendorServer } from "#tests/support/vendor-server.ts";
import { createFinnhub } from "./finnhub.ts";
import type { Instrument, MarketQuery, NewsItem } from "../market-data.ts";

const apiKey = "c0secret9finnhub";

const berkshire: Instrument = {
  symbol: "BRK-B",
  name: "Berkshire Hathaway Inc.",
  assetType: "stock",
  exchange: "NYSE",
  currency: "USD",
  calendar: "XNYS",
  synthetic: false,
};

const query: MarketQuery = {
  instrument: berkshire,
  from: "2025-06-25",
  to: "2025-07-01",
  asOf: Date.parse("2025-06-30T20:00:00Z"),
};

async function ask(
  route: Route,
  over: Partial<MarketQuery> = {},
): Promise<{ server: VendorServer; news: Promise<readonly NewsItem[]> }> {
  const server = await startVendorServer({ "/api/v1/company-news": route });
  onTestFinished(() => server.close());
  const source = createFinnhub({ apiKey, baseUrl: server.url }).news;
  if (source === undefined) throw new Error("finnhub has no news");
  expect(source.timing).toBe("dated");
  return { server, news: source.fetch({ ...query, ...over }, new AbortController().signal) };
}

const item = {
  category: "company",
  datetime: 1_751_284_800,
  headline: "Berkshire&#39;s cash pile grows",
  id: 135_001_234,
  image: "",
  related: "BRK.B",
  source: "Reuters",
  summary: "",
  url: "https://finnhub.io/api/news?id=abc",
};

test("items become news under the vendor's own id, oldest first", async () => {
  const { news } = await ask({
    body: [item, { ...item, id: 5, datetime: 1_751_200_000 }, item, { ...item, id: 6, headline: "" }],
  });
  const at = Date.parse("2025-06-30T12:00:00Z");
  expect(await news).toEqual([
    expect.objectContaining({ sourceId: "5", eventTime: 1_751_200_000_000 }),
    {
      eventTime: at,
      availableAt: at,
      source: "finnhub",
      sourceId: "135001234",
      title: "Berkshire's cash pile grows",
      summary: null,
      url: "https://finnhub.io/api/news?id=abc",
      publisher: "Reuters",
    },
  ]);
});

test("it asks for whole days up to the as-of day, with the key in a header and not in the address", async () => {
  const { server, news } = await ask({ body: [] });
  expect(await news).toEqual([]);
  expect(server.requests[0]?.query).toEqual({ symbol: "BRK.B", from: "2025-06-25", to: "2025-06-30" });
  expect(server.requests[0]?.headers["x-finnhub-token"]).toBe(apiKey);
});

test.each([
  ["a coin", { instrument: { ...berkshire, symbol: "BTC-USD", assetType: "crypto" } }],
  ["an index", { instrument: { ...berkshire, symbol: "^GSPC", assetType: "index" } }],
  ["a window after the as-of instant", { from: "2025-07-01", to: "2025-07-05" }],
] as const)("%s is not asked for", async (_what, over) => {
  const { server, news } = await ask({ body: [item] }, over);
  expect(await news).toEqual([]);
  expect(server.requests).toEqual([]);
});

test.each([
  ["API limit reached. Please try again later. Remaining Limit: 0", "rate_limited"],
  ["You don't have access to this resource.", "unauthorized"],
  [`Invalid API key ${apiKey}`, "unauthorized"],
  ["Wrong symbol", "refused"],
])("the error %j with status 200 is %s", async (text, reason) => {
  const { news } = await ask({ body: { error: text } });
  const error: unknown = await news.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: "vendor_failed", vendor: "finnhub", reason });
  expect(String(error)).not.toContain(apiKey);
});

test("an item without a time makes the answer malformed", async () => {
  const { news } = await ask({ body: [{ ...item, datetime: 0 }] });
  await expect(news).rejects.toMatchObject({ reason: "malformed" });
});
