import { expect, onTestFinished, test } from "vitest";
import { type Route, startVendorServer, type VendorServer } from "#tests/support/vendor-server.ts";
import type { Instrument, SocialPost } from "../market-data.ts";
import { createReddit } from "./reddit.ts";

const apple: Instrument = {
  symbol: "AAPL",
  name: "Apple Inc.",
  assetType: "stock",
  exchange: "NASDAQ",
  currency: "USD",
  calendar: "XNYS",
  synthetic: false,
};

const path = "/r/stocks+investing+wallstreetbets/search.json";

async function ask(
  route: Route,
  instrument = apple,
  at = path,
): Promise<{ server: VendorServer; posts: Promise<readonly SocialPost[]> }> {
  const server = await startVendorServer({ [at]: route });
  onTestFinished(() => server.close());
  const source = createReddit({ baseUrl: server.url, userAgent: "conclave/0.1 (by someone)" }).social;
  if (source === undefined) throw new Error("reddit has no posts");
  expect(source.timing).toBe("now");
  const query = { instrument, from: "2025-06-01", to: "2025-07-01", asOf: Date.parse("2025-07-01T20:00:00Z") };
  return { server, posts: source.fetch(query, new AbortController().signal) };
}

const post = (id: string, title: string, selftext = "") => ({
  kind: "t3",
  data: {
    id,
    name: `t3_${id}`,
    title,
    selftext,
    created_utc: 1_751_284_800.0,
    subreddit: "stocks",
    permalink: `/r/stocks/comments/${id}/`,
    score: 5,
    num_comments: 2,
  },
});
const listing = (children: readonly unknown[]) => ({
  kind: "Listing",
  data: { after: null, dist: children.length, modhash: "", children },
});

test("posts become title and body, with the time they were made", async () => {
  const { posts } = await ask({
    body: listing([post("b", "Apple &amp; me", "First line\n\nsecond"), post("a", "AAPL earnings", "[removed]")]),
  });
  const at = Date.parse("2025-06-30T12:00:00Z");
  expect(await posts).toEqual([
    { eventTime: at, availableAt: at, source: "reddit", sourceId: "t3_a", text: "AAPL earnings", stance: null },
    {
      eventTime: at,
      availableAt: at,
      source: "reddit",
      sourceId: "t3_b",
      text: "Apple & me — First line second",
      stance: null,
    },
  ]);
});

test("it asks the named subreddits for cashtag or name, newest first, under its own name", async () => {
  const { server, posts } = await ask({ body: listing([]) });
  expect(await posts).toEqual([]);
  expect(server.requests[0]?.query).toEqual({
    q: '"$AAPL" OR "Apple"',
    restrict_sr: "on",
    sort: "new",
    t: "month",
    type: "link",
    limit: "100",
    raw_json: "1",
  });
  expect(server.requests[0]?.headers["user-agent"]).toBe("conclave/0.1 (by someone)");
});

test("a coin is looked for in r/cryptocurrency", async () => {
  const bitcoin: Instrument = {
    ...apple,
    symbol: "BTC-USD",
    name: "Bitcoin USD",
    assetType: "crypto",
    calendar: "24/7",
  };
  const { server, posts } = await ask(
    { body: listing([post("c", "bitcoin at a high"), post("d", "Dogecoin")]) },
    bitcoin,
    "/r/cryptocurrency/search.json",
  );
  expect((await posts).map((found) => found.sourceId)).toEqual(["t3_c"]);
  expect(server.requests[0]?.query["q"]).toBe('"$BTC" OR "Bitcoin"');
});

test.each([
  ["AAPL", "Apple Inc.", "is aapl a buy? no", false],
  ["AAPL", "Apple Inc.", "bought $aapl today", true],
  ["AAPL", "Apple Inc.", "Pineapples", false],
  ["IT", "Gartner, Inc.", "IT is my sector", false],
  ["IT", "Gartner, Inc.", "$IT calls", true],
  ["IT", "Gartner, Inc.", "why gartner fell", true],
  ["BRK-B", "Berkshire Hathaway Inc.", "BRK-B again", true],
  ["T", "AT&T Inc.", "AT&amp;T dividend", true],
  ["X", "Odd (.*) Name+ Inc.", "anything goes", false],
])("for %s (%s) the post %j counts: %s", async (symbol, name, title, counts) => {
  const { posts } = await ask({ body: listing([post("a", title)]) }, { ...apple, symbol, name });
  expect(await posts).toHaveLength(counts ? 1 : 0);
});

test.each(["AAPL", "AAPL."])("an essay under %j is cut to 1000 characters, and never inside one", async (title) => {
  const { posts } = await ask({ body: listing([post("a", title, "🚀".repeat(2000))]) });
  const [found] = await posts;
  expect(found?.text.length).toBeLessThanOrEqual(1000);
  expect(found?.text).toMatch(/^AAPL\.? — (?:🚀)+…$/u);
});

test("an error in an answer with status 200 is not no data", async () => {
  const { posts } = await ask({ body: { message: "Too Many Requests", error: 429 } });
  await expect(posts).rejects.toMatchObject({ kind: "vendor_failed", vendor: "reddit", reason: "malformed" });
});

test("a blocked client is unauthorized", async () => {
  const { posts } = await ask({ status: 403, body: "<html>blocked</html>" });
  await expect(posts).rejects.toMatchObject({ kind: "vendor_failed", vendor: "reddit", reason: "unauthorized" });
});
