import { expect, onTestFinished, test } from "vitest";
import type { Instrument, MarketQuery } from "#src/market/market-data.ts";
import { Cancelled } from "#src/core/errors.ts";
import {
  type RecordedRequest,
  type Route,
  type ScriptedAnswer,
  startVendorServer,
  type VendorServer,
} from "#tests/support/vendor-server.ts";
import { createCcxt } from "./ccxt.ts";

const live = new AbortController().signal;
const http = { timeoutMs: 20_000, retry: { retries: 1, sleep: async () => {} } };
/** Of a server that stalls, which is waited for; of any other a busy machine may be that slow. */
const hasty = { ...http, timeoutMs: 300 };
const bitcoin: Instrument = {
  symbol: "BTC-USD",
  name: "Bitcoin",
  assetType: "crypto",
  exchange: "x",
  currency: "USD",
  calendar: "24/7",
  synthetic: false,
};

function query(from: string, to: string, instrument: Instrument = bitcoin, asOf = `${to}T23:59:59Z`): MarketQuery {
  return { instrument, from, to, asOf: Date.parse(asOf) };
}

async function serve(routes: Readonly<Record<string, Route>>): Promise<VendorServer> {
  const server = await startVendorServer(routes);
  onTestFinished(() => server.close());
  return server;
}

const seconds = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

const bitstampMarkets = [
  {
    name: "BTC/USD",
    market_symbol: "btcusd",
    base_currency: "BTC",
    base_decimals: 8,
    counter_currency: "USD",
    counter_decimals: 0,
    minimum_order_value: "10",
    trading: "Enabled",
    instant_and_market_orders: "Enabled",
    description: "Bitcoin / U.S. dollar",
    market_type: "SPOT",
  },
];

/** Bitstamp's candles of every day from `first` to `last` that lie in the asked range, the close growing by 1 a day. */
function bitstampCandles(first: string, last: string): (request: RecordedRequest) => ScriptedAnswer {
  return ({ query: asked }) => {
    const ohlc: object[] = [];
    for (let at = seconds(first); at <= seconds(last); at += 86_400) {
      if (at < Number(asked["start"]) || at > Number(asked["end"])) continue;
      const close = String(20_000 + (at - seconds(first)) / 86_400);
      ohlc.push({ timestamp: String(at), open: "20000", high: "30000", low: "19000.5", close, volume: "12.5" });
    }
    return { body: { data: { pair: "BTC/USD", ohlc } } };
  };
}

function bitstamp(ohlc: Route): Promise<VendorServer> {
  return serve({ "/api/v2/markets/": { body: bitstampMarkets }, "/api/v2/ohlc/btcusd/": ohlc });
}

test("daily bars end at 24:00 UTC, and the open one is dropped", async () => {
  const server = await bitstamp(bitstampCandles("2025-05-01", "2025-06-03"));
  const bars = await createCcxt({ baseUrl: server.url, http }).bars?.fetch(
    query("2025-06-01", "2025-06-03", bitcoin, "2025-06-03T15:00:00Z"),
    live,
  );
  expect(bars).toEqual([
    expect.objectContaining({
      date: "2025-06-01",
      open: 20_000,
      high: 30_000,
      low: 19_000.5,
      close: 20_031,
      volume: 12.5,
      currency: "USD",
      source: "ccxt",
    }),
    expect.objectContaining({
      date: "2025-06-02",
      sourceId: "bitstamp:BTC/USD/2025-06-02",
      availableAt: Date.parse("2025-06-03T00:00:00Z"),
    }),
  ]);
});

test("a long window is paged, also over pages from before the coin was traded", async () => {
  const server = await bitstamp(bitstampCandles("2020-01-01", "2025-06-03"));
  const bars = await createCcxt({ baseUrl: server.url, http }).bars?.fetch(
    query("2015-01-01", "2024-12-31", bitcoin, "2025-06-03T00:00:00Z"),
    live,
  );
  expect(bars?.[0]?.date).toBe("2020-01-01");
  expect(bars?.at(-1)?.date).toBe("2024-12-31");
  expect(bars).toHaveLength(1827);
  expect(new Set(bars?.map((bar) => bar.date)).size).toBe(1827);
  expect(server.requests.filter((request) => request.path.includes("ohlc"))).toHaveLength(4);
});

test("markets are loaded once, and an unlisted coin has no data", async () => {
  const server = await bitstamp(bitstampCandles("2025-06-01", "2025-06-03"));
  const ccxt = createCcxt({ baseUrl: server.url, http });
  await ccxt.bars?.fetch(query("2025-06-01", "2025-06-02"), live);
  await expect(ccxt.bars?.fetch(query("2025-06-01", "2025-06-02"), live)).resolves.toHaveLength(1);
  expect(server.requests.filter((request) => request.path.includes("markets"))).toHaveLength(1);
  const unlisted = { ...bitcoin, symbol: "NOPE-USD" };
  await expect(ccxt.bars?.fetch(query("2025-06-01", "2025-06-02", unlisted), live)).resolves.toEqual([]);
  await expect(ccxt.instrument?.("NOPE-USD", live)).resolves.toBeNull();
  await expect(ccxt.instrument?.("BTC-USD", live)).resolves.toEqual({ ...bitcoin, name: "BTC", exchange: "bitstamp" });
});

test("stocks are not asked for", async () => {
  const server = await bitstamp({});
  const ccxt = createCcxt({ baseUrl: server.url, http });
  const stock: Instrument = { ...bitcoin, symbol: "AAPL", assetType: "stock", calendar: "XNYS" };
  await expect(ccxt.bars?.fetch(query("2025-06-01", "2025-06-02", stock), live)).resolves.toEqual([]);
  await expect(ccxt.funding?.fetch(query("2025-06-01", "2025-06-02", stock), live)).resolves.toEqual([]);
  await expect(ccxt.instrument?.("AAPL", live)).resolves.toBeNull();
  expect(server.requests).toEqual([]);
});

test("Coinbase answers in its own order and shape", async () => {
  const product = {
    id: "SOL-USD",
    base_currency: "SOL",
    quote_currency: "USD",
    quote_increment: "0.01",
    base_increment: "0.001",
    status: "online",
    trading_disabled: false,
  };
  const server = await serve({
    "/products": { body: [product] },
    "/currencies": {
      body: [{ id: "SOL", name: "Solana", status: "online", details: { type: "crypto" }, supported_networks: [] }],
    },
    "/products/SOL-USD/candles": {
      body: [
        [seconds("2025-06-02"), 150, 160, 152, 158, 1000.25],
        [seconds("2025-06-01"), 149, 155, 150, 152, 900],
      ],
    },
  });
  const bars = await createCcxt({ exchange: "coinbaseexchange", baseUrl: server.url, http }).bars?.fetch(
    query("2025-06-01", "2025-06-02", { ...bitcoin, symbol: "SOL-USD" }, "2025-06-05T00:00:00Z"),
    live,
  );
  expect(bars?.map((bar) => [bar.date, bar.open, bar.high, bar.low, bar.close, bar.volume])).toEqual([
    ["2025-06-01", 150, 155, 149, 152, 900],
    ["2025-06-02", 152, 160, 150, 158, 1000.25],
  ]);
});

const perpetual = {
  symbol: "BTCUSDT",
  pair: "BTCUSDT",
  contractType: "PERPETUAL",
  deliveryDate: 4133404800000,
  onboardDate: 1569398400000,
  status: "TRADING",
  baseAsset: "BTC",
  quoteAsset: "USDT",
  marginAsset: "USDT",
  pricePrecision: 2,
  quantityPrecision: 3,
  filters: [{ filterType: "PRICE_FILTER", minPrice: "0.1", maxPrice: "1000000", tickSize: "0.1" }],
};

/** Binance's rates every eight hours, stamped 3 ms late, at most `limit` from `startTime` on. */
function binanceRates(first: string, last: string): (request: RecordedRequest) => ScriptedAnswer {
  return ({ query: asked }) => {
    const rates: object[] = [];
    for (let at = Date.parse(first) + 3; at <= Date.parse(last) + 3; at += 8 * 3_600_000) {
      if (at < Number(asked["startTime"]) || at > Number(asked["endTime"]) || rates.length >= Number(asked["limit"]))
        continue;
      rates.push({ symbol: "BTCUSDT", fundingTime: at, fundingRate: "0.00010000", markPrice: "105000.1" });
    }
    return { body: rates };
  };
}

test("funding rates carry their interval, and those after the run's instant are not asked for", async () => {
  const server = await serve({
    "/fapi/v1/exchangeInfo": { body: { symbols: [perpetual] } },
    "/fapi/v1/fundingRate": binanceRates("2025-05-01", "2025-06-30"),
  });
  const rates = await createCcxt({ baseUrl: server.url, http }).funding?.fetch(
    query("2025-06-01", "2025-06-03", bitcoin, "2025-06-02T12:00:00Z"),
    live,
  );
  expect(rates?.map((rate) => [new Date(rate.eventTime).toISOString(), rate.rate, rate.intervalHours])).toEqual(
    ["2025-06-01T00", "2025-06-01T08", "2025-06-01T16", "2025-06-02T00", "2025-06-02T08"].map((hour) => [
      `${hour}:00:00.003Z`,
      0.0001,
      8,
    ]),
  );
  expect(rates?.every((rate) => rate.availableAt === rate.eventTime)).toBe(true);
});

test("funding rates are paged", async () => {
  const server = await serve({
    "/fapi/v1/exchangeInfo": { body: { symbols: [perpetual] } },
    "/fapi/v1/fundingRate": binanceRates("2023-01-01", "2025-06-30"),
  });
  const rates = await createCcxt({ baseUrl: server.url, http }).funding?.fetch(query("2024-01-01", "2024-12-31"), live);
  expect(rates).toHaveLength(366 * 3);
  expect(rates?.every((rate) => rate.intervalHours === 8)).toBe(true);
});

test("a coin without a perpetual has no funding rates", async () => {
  const server = await serve({ "/fapi/v1/exchangeInfo": { body: { symbols: [perpetual] } } });
  await expect(
    createCcxt({ baseUrl: server.url, http }).funding?.fetch(
      query("2025-06-01", "2025-06-03", { ...bitcoin, symbol: "DOGE-USD" }),
      live,
    ),
  ).resolves.toEqual([]);
});

test("429 with Retry-After is asked again", async () => {
  const candles = bitstampCandles("2025-06-01", "2025-06-03");
  let turn = 0;
  const server = await bitstamp((request) =>
    (turn += 1) === 1 ? { status: 429, headers: { "retry-after": "1" } } : candles(request),
  );
  await expect(
    createCcxt({ baseUrl: server.url, http }).bars?.fetch(query("2025-06-01", "2025-06-02"), live),
  ).resolves.toHaveLength(1);
});

test.each([
  ["429 for ever", { status: 429, body: "slow down" }, "rate_limited"],
  ["418, a ban", { status: 418, body: {} }, "rate_limited"],
  ["500", { status: 500, body: "oops" }, "unavailable"],
  ["a refused region", { status: 451, body: {} }, "unavailable"],
  ["403", { status: 403, body: "no" }, "unauthorized"],
  ["a stall", { fault: "stall", body: "a long body" }, "timeout"],
  ["a cut connection", { fault: "cut", body: "a long body" }, "unavailable"],
  ["a page of HTML", { body: "<html>maintenance</html>" }, "malformed"],
  ["another shape", { body: { data: { candles: [] } } }, "malformed"],
  [
    "records without a price",
    { body: { data: { pair: "BTC/USD", ohlc: [{ timestamp: String(seconds("2025-06-01")) }] } } },
    "malformed",
  ],
  ["the venue's own error", { body: { status: "error", reason: "Invalid step", data: { ohlc: [] } } }, "refused"],
] as const)("%s is an error and never an empty answer", async (_name, ohlc, reason) => {
  const server = await bitstamp(ohlc);
  await expect(
    createCcxt({ baseUrl: server.url, http: reason === "timeout" ? hasty : http }).bars?.fetch(
      query("2025-06-01", "2025-06-02"),
      live,
    ),
  ).rejects.toMatchObject({ kind: "vendor_failed", vendor: "ccxt", reason });
});

test.each([
  ["no markets at all", { body: [] }],
  ["markets of another shape", { body: { markets: bitstampMarkets } }],
])("%s is an error and not an unlisted coin", async (_name, markets) => {
  const server = await serve({ "/api/v2/markets/": markets });
  await expect(
    createCcxt({ baseUrl: server.url, http }).bars?.fetch(query("2025-06-01", "2025-06-02"), live),
  ).rejects.toMatchObject({ reason: "malformed" });
});

test("abort in flight, and the next fetch works", async () => {
  const candles = bitstampCandles("2025-06-01", "2025-06-03");
  let turn = 0;
  const server = await bitstamp((request) => ((turn += 1) === 1 ? { delayMs: 20_000 } : candles(request)));
  const ccxt = createCcxt({ baseUrl: server.url });
  const abort = new AbortController();
  const asked = ccxt.bars?.fetch(query("2025-06-01", "2025-06-02"), abort.signal);
  await expect.poll(() => server.requests.length).toBe(2);
  abort.abort();
  await expect(asked).rejects.toBeInstanceOf(Cancelled);
  await expect(ccxt.bars?.fetch(query("2025-06-01", "2025-06-02"), live)).resolves.toHaveLength(1);
});
