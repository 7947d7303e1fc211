import { expect, onTestFinished, test } from "vitest";
import { type Route, startVendorServer, type VendorServer } from "#tests/support/vendor-server.ts";
import type { Instrument, SocialPost } from "../market-data.ts";
import { createStocktwits } from "./stocktwits.ts";

const apple: Instrument = {
  symbol: "AAPL",
  name: "Apple Inc.",
  assetType: "stock",
  exchange: "NASDAQ",
  currency: "USD",
  calendar: "XNYS",
  synthetic: false,
};

async function ask(
  path: string,
  route: Route,
  instrument = apple,
): Promise<{ server: VendorServer; posts: Promise<readonly SocialPost[]> }> {
  const server = await startVendorServer({ [path]: route });
  onTestFinished(() => server.close());
  const source = createStocktwits({ baseUrl: server.url }).social;
  if (source === undefined) throw new Error("stocktwits has no posts");
  expect(source.timing).toBe("now");
  const query = { instrument, from: "2020-04-01", to: "2020-04-24", asOf: Date.parse("2020-04-24T20:00:00Z") };
  return { server, posts: source.fetch(query, new AbortController().signal) };
}

const stream = "/api/2/streams/symbol/AAPL.json";

const message = (id: number, body: string, basic: unknown) => ({
  id,
  body,
  created_at: "2020-04-24T18:35:11Z",
  user: { id: 1, username: "someone", followers: 1 },
  source: { id: 1149, title: "StockTwits for iOS" },
  symbols: [{ id: 686, symbol: "AAPL", title: "Apple Inc." }],
  entities: { sentiment: basic === null ? null : { basic } },
});

test("messages become posts with their author's own label", async () => {
  const messages = [
    message(3, "$AAPL &quot;cheap&quot;", "Bullish"),
    message(2, "$AAPL puts", "Bearish"),
    message(1, "$AAPL ?", null),
    message(4, "\u200B", "Bullish"),
  ];
  const { posts } = await ask(stream, {
    body: { response: { status: 200 }, symbol: { id: 686, symbol: "AAPL" }, cursor: { more: true }, messages },
  });
  const at = Date.parse("2020-04-24T18:35:11Z");
  expect(await posts).toEqual([
    { eventTime: at, availableAt: at, source: "stocktwits", sourceId: "1", text: "$AAPL ?", stance: null },
    { eventTime: at, availableAt: at, source: "stocktwits", sourceId: "2", text: "$AAPL puts", stance: "bearish" },
    { eventTime: at, availableAt: at, source: "stocktwits", sourceId: "3", text: '$AAPL "cheap"', stance: "bullish" },
  ]);
});

test("a message without entities, and a label of a new kind, have no stance", async () => {
  const { entities: _none, ...bare } = message(1, "$AAPL", null);
  const { posts } = await ask(stream, { body: { messages: [bare, message(2, "$AAPL", "Sideways")] } });
  expect((await posts).map((post) => post.stance)).toEqual([null, null]);
});

test("an empty stream and an unknown symbol are no data", async () => {
  const empty = await ask(stream, { body: { response: { status: 200 }, messages: [] } });
  expect(await empty.posts).toEqual([]);
  const unknown = await ask(stream, {
    status: 404,
    body: { response: { status: 404 }, errors: [{ message: "Symbol not found" }] },
  });
  expect(await unknown.posts).toEqual([]);
});

test("an error in an answer with status 200 is not no data", async () => {
  const { posts } = await ask(stream, {
    body: { response: { status: 429 }, errors: [{ message: "Rate limit exceeded" }] },
  });
  await expect(posts).rejects.toMatchObject({ kind: "vendor_failed", reason: "malformed" });
});

test.each([
  ["BTC-USD", "crypto", "/api/2/streams/symbol/BTC.X.json"],
  ["BRK-B", "stock", "/api/2/streams/symbol/BRK.B.json"],
  ["A/B?c", "stock", "/api/2/streams/symbol/A%2FB%3Fc.json"],
] as const)("%s is asked for at %s %s", async (symbol, assetType, path) => {
  const { server, posts } = await ask(path, { body: { messages: [] } }, { ...apple, symbol, assetType });
  expect(await posts).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

test("an index is not asked for", async () => {
  const { server, posts } = await ask(
    stream,
    { body: { messages: [] } },
    { ...apple, symbol: "^GSPC", assetType: "index" },
  );
  expect(await posts).toEqual([]);
  expect(server.requests).toEqual([]);
});
