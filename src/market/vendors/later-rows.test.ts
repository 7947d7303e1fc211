import { expect, onTestFinished, test } from "vitest";
import { startVendorServer } from "#tests/support/vendor-server.ts";
import type { Instrument, Known, MarketQuery, Source } from "../market-data.ts";
import { createAlphaVantage } from "./alpha-vantage.ts";
import { createEdgar } from "./edgar.ts";
import { createFinnhub } from "./finnhub.ts";
import { createGdelt } from "./gdelt.ts";
import { createYahoo } from "./yahoo.ts";

/* Live sources answer up to today. What is wrong in a row of a later day must not fail a run of an earlier one. */

const apple: Instrument = {
  symbol: "AAPL",
  name: "Apple Inc.",
  assetType: "stock",
  exchange: "x",
  currency: "USD",
  calendar: "XNYS",
  synthetic: false,
};
const query: MarketQuery = {
  instrument: apple,
  from: "2025-06-01",
  to: "2025-06-05",
  asOf: Date.parse("2025-06-05T20:00:00Z"),
};
const http = { timeoutMs: 5000, retry: { retries: 0, sleep: async () => {} }, pace: async () => {} };
const seconds = (at: string): number => Date.parse(at) / 1000;

interface Case {
  readonly name: string;
  readonly path: string;
  readonly source: (url: string) => Source<Known> | undefined;
  /** An answer with a good row of the past, and another row as given. */
  readonly body: (row: "none" | "broken and later" | "broken and known") => unknown;
  readonly others?: Record<string, unknown>;
}

const chart = (columns: { at: string; price: unknown }[], dividends: object) => {
  const column = columns.map(({ price }) => price);
  return {
    chart: {
      error: null,
      result: [
        {
          meta: {
            currency: "USD",
            exchangeName: "NMS",
            instrumentType: "EQUITY",
            exchangeTimezoneName: "America/New_York",
          },
          timestamp: columns.map(({ at }) => seconds(at)),
          events: { dividends },
          indicators: { quote: [{ open: column, high: column, low: column, close: column, volume: column }] },
        },
      ],
    },
  };
};

const day = { "broken and later": "2025-06-09", "broken and known": "2025-06-04" } as const;
const fact = { end: "2025-03-29", val: 1, accn: "a", form: "10-Q", filed: "2025-05-02" };
const article = { url: "https://example.org/a", title: "t", seendate: "20250603T120000Z" };
const item = {
  url: "https://example.org/a",
  title: "t",
  time_published: "20250603T120000",
  ticker_sentiment: [{ ticker: "AAPL", relevance_score: "0.9" }],
};

const cases: readonly Case[] = [
  {
    name: "yahoo bars",
    path: "/v8/finance/chart/AAPL",
    source: (baseUrl) => createYahoo({ baseUrl, http }).bars,
    body: (row) =>
      chart(
        [
          { at: "2025-06-03T13:30:00Z", price: 100 },
          ...(row === "none" ? [] : [{ at: `${day[row]}T13:30:00Z`, price: "a hundred" }]),
        ],
        {},
      ),
  },
  {
    name: "yahoo dividends",
    path: "/v8/finance/chart/AAPL",
    source: (baseUrl) => createYahoo({ baseUrl, http }).actions,
    body: (row) =>
      chart([{ at: "2025-06-03T13:30:00Z", price: 100 }], {
        "1": { amount: 0.5, date: seconds("2025-06-03T13:30:00Z") },
        ...(row === "none" ? {} : { "2": { amount: null, date: seconds(`${day[row]}T13:30:00Z`) } }),
      }),
  },
  {
    name: "edgar",
    path: "/api/xbrl/companyfacts/CIK0000320193.json",
    source: (url) => createEdgar({ contact: "A a@example.org", baseUrls: { www: url, data: url }, http }).filings,
    body: (row) => {
      const broken = row === "none" ? [] : [{ ...fact, val: "1", filed: day[row] }];
      return { facts: { "us-gaap": { Assets: { units: { USD: [fact, ...broken] } } } } };
    },
    others: {
      "/files/company_tickers.json": { "0": { cik_str: 320193, ticker: "AAPL" } },
      "/submissions/CIK0000320193.json": {
        filings: { recent: { accessionNumber: [], acceptanceDateTime: [] }, files: [] },
      },
    },
  },
  {
    name: "finnhub",
    path: "/api/v1/company-news",
    source: (baseUrl) => createFinnhub({ apiKey: "k", baseUrl }).news,
    body: (row) => {
      const known = { id: 1, datetime: seconds("2025-06-03T13:30:00Z"), headline: "t" };
      return [
        known,
        ...(row === "none" ? [] : [{ id: 2, datetime: seconds(`${day[row]}T00:00:00Z`), headline: null }]),
      ];
    },
  },
  {
    name: "gdelt",
    path: "/api/v2/doc/doc",
    source: (baseUrl) => createGdelt({ baseUrl, pace: async () => {} }).news,
    body: (row) => {
      const seendate = row === "none" ? "" : `${day[row].replaceAll("-", "")}T000000Z`;
      return { articles: [article, ...(row === "none" ? [] : [{ ...article, title: 7, seendate }])] };
    },
  },
  {
    name: "alpha-vantage",
    path: "/query",
    source: (baseUrl) => createAlphaVantage({ apiKey: "k", baseUrl }).news,
    body: (row) => {
      const time_published = row === "none" ? "" : `${day[row].replaceAll("-", "")}T000000`;
      return { feed: [item, ...(row === "none" ? [] : [{ ...item, title: null, time_published }])] };
    },
  },
];

test.each(cases)("$name: a broken later row changes nothing, a broken known row fails", async (source) => {
  const ask = async (row: Parameters<Case["body"]>[0]): Promise<readonly Known[] | undefined> => {
    const others = Object.entries(source.others ?? {}).map(([path, body]) => [path, { body }] as const);
    const server = await startVendorServer({
      [source.path]: { body: source.body(row) },
      ...Object.fromEntries(others),
    });
    onTestFinished(() => server.close());
    return source.source(server.url)?.fetch(query, new AbortController().signal);
  };
  const alone = await ask("none");
  expect(alone).toHaveLength(1);
  expect(await ask("broken and later")).toEqual(alone);
  await expect(ask("broken and known")).rejects.toMatchObject({ reason: "malformed" });
});
