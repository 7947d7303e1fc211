import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Instrument, MarketQuery } from "#src/market/market-data.ts";
import { Cancelled } from "#src/core/errors.ts";
import { archivePath } from "#tests/support/archives.ts";
import { type Route, startVendorServer, type VendorServer } from "#tests/support/vendor-server.ts";
import { createYahoo } from "./yahoo.ts";

const live = new AbortController().signal;
const http = { timeoutMs: 20_000, retry: { retries: 2, sleep: async () => {} } };
/** Of a server that stalls, which is waited for; of any other a busy machine may be that slow. */
const hasty = { ...http, timeoutMs: 300 };

const apple: Instrument = {
  symbol: "AAPL",
  name: "Apple Inc.",
  assetType: "stock",
  exchange: "NasdaqGS",
  currency: "USD",
  calendar: "XNYS",
  synthetic: false,
};

function query(from: string, to: string, instrument: Instrument = apple): MarketQuery {
  return { instrument, from, to, asOf: Date.parse(`${to}T23:00:00Z`) };
}

async function serve(symbol: string, route: Route): Promise<VendorServer> {
  const server = await startVendorServer({ [`/v8/finance/chart/${encodeURIComponent(symbol)}`]: route });
  onTestFinished(() => server.close());
  return server;
}

interface Row {
  readonly at: number;
  readonly price: number | null;
  readonly volume?: number | null;
}

/** An answer of the chart endpoint whose bars have one price each, in single precision as Yahoo's. */
function chart(rows: readonly Row[], over: { meta?: object; events?: object } = {}): object {
  const column = rows.map((row) => (row.price === null ? null : Math.fround(row.price)));
  const meta = {
    currency: "USD",
    symbol: "AAPL",
    exchangeName: "NMS",
    fullExchangeName: "NasdaqGS",
    instrumentType: "EQUITY",
    firstTradeDate: 345479400,
    regularMarketTime: 1751313601,
    gmtoffset: -14400,
    timezone: "EDT",
    exchangeTimezoneName: "America/New_York",
    longName: "Apple Inc.",
    shortName: "Apple Inc.",
    priceHint: 2,
    dataGranularity: "1d",
    ...over.meta,
  };
  const quote = {
    open: column,
    high: column,
    low: column,
    close: column,
    volume: rows.map((row) => row.volume ?? null),
  };
  const events = over.events === undefined ? {} : { events: over.events };
  const result = { meta, ...(rows.length === 0 ? {} : { timestamp: rows.map((row) => row.at) }), ...events };
  const indicators = {
    quote: [rows.length === 0 ? {} : quote],
    adjclose: [rows.length === 0 ? {} : { adjclose: column }],
  };
  return { chart: { result: [{ ...result, indicators }], error: null } };
}

/** Seconds of New York's 09:30 in summer. */
function opening(date: string): number {
  return Date.parse(`${date}T13:30:00Z`) / 1000;
}

const notFound = {
  chart: { result: null, error: { code: "Not Found", description: "No data found, symbol may be delisted" } },
};
const appleSplits = {
  [opening("2014-06-09")]: { date: opening("2014-06-09"), numerator: 7, denominator: 1, splitRatio: "7:1" },
  [opening("2020-08-31")]: { date: opening("2020-08-31"), numerator: 4, denominator: 1, splitRatio: "4:1" },
};

test("prices, volumes and dividends are undone to what they were on the day", async () => {
  const dividends = {
    [opening("2014-05-08")]: { amount: 0.1175, date: opening("2014-05-08") },
    [opening("2014-08-07")]: { amount: 0.1175, date: opening("2014-08-07") },
  };
  const rows = [
    { at: opening("2014-06-02"), price: 22.451786, volume: 369_350_800 },
    { at: opening("2014-06-09"), price: 23.425, volume: 301_660_000 },
    { at: opening("2020-08-31"), price: 129.04, volume: 225_702_700 },
  ];
  const server = await serve("AAPL", { body: chart(rows, { events: { dividends, splits: appleSplits } }) });
  const yahoo = createYahoo({ baseUrl: server.url, http });

  const bars = await yahoo.bars?.fetch(query("2014-05-01", "2014-12-31"), live);
  expect(bars?.map((bar) => [bar.date, bar.close, bar.volume, bar.currency])).toEqual([
    ["2014-06-02", 628.65, 13_191_100, "USD"],
    ["2014-06-09", 93.7, 75_415_000, "USD"],
  ]);
  const actions = await yahoo.actions?.fetch(query("2014-05-01", "2014-12-31"), live);
  expect(actions?.map((each) => [each.exDate, each.action, each.value, each.currency])).toEqual([
    ["2014-05-08", "dividend", 3.29, "USD"],
    ["2014-06-09", "split", 7, null],
    ["2014-08-07", "dividend", 0.47, "USD"],
  ]);
  // The splits after the window are needed to undo the prices inside it.
  expect(Number(server.requests[0]?.query["period2"])).toBeGreaterThan(opening("2020-08-31"));
  expect(server.requests[0]?.query).toMatchObject({ interval: "1d", events: "div,splits" });
});

const stocknet = archivePath("stocknet-2014");
test.skipIf(stocknet === null)("five years of Apple, restated as Yahoo does, come back to the cent", async () => {
  const lines = (await readFile(join(stocknet ?? "", "bars/AAPL.csv"), "utf8")).trim().split("\n").slice(1);
  const real = lines
    .map((line) => line.split(","))
    .map(([date = "", , , , close, volume]) => ({ date, close: Number(close), volume: Number(volume) }));
  const rows = real.map(({ date, close, volume }) => {
    const factor = date < "2014-06-09" ? 28 : 4;
    return { at: opening(date), price: Math.round((close / factor) * 1e6) / 1e6, volume: volume * factor };
  });
  const server = await serve("AAPL", { body: chart(rows, { events: { splits: appleSplits } }) });
  const bars = await createYahoo({ baseUrl: server.url, http }).bars?.fetch(query("2012-01-01", "2017-12-31"), live);
  expect(bars?.map((bar) => ({ date: bar.date, close: bar.close, volume: bar.volume }))).toEqual(real);
  expect(bars).toHaveLength(1258);
});

test("a bar is available at its session's close, so one of an open session is not before that", async () => {
  const rows = [
    { at: opening("2025-07-03"), price: 213.55 }, // closed at 13:00
    { at: opening("2025-07-07"), price: 209.9 },
    { at: Date.parse("2025-07-07T17:12:44Z") / 1000, price: 210.1 }, // the running session's last state
  ];
  const server = await serve("AAPL", { body: chart(rows) });
  const bars = await createYahoo({ baseUrl: server.url, http }).bars?.fetch(query("2025-07-01", "2025-07-07"), live);
  expect(bars?.map((bar) => [bar.date, bar.close, new Date(bar.availableAt ?? 0).toISOString()])).toEqual([
    ["2025-07-03", 213.55, "2025-07-03T17:00:00.000Z"],
    ["2025-07-07", 210.1, "2025-07-07T20:00:00.000Z"],
  ]);
});

test("days are the exchange's, pence stay pence, and days without a price are no bars", async () => {
  const rows = [
    { at: Date.parse("2025-03-20T23:00:00Z") / 1000, price: 5801.5, volume: 1000 },
    { at: Date.parse("2025-03-23T23:00:00Z") / 1000, price: null },
  ];
  const meta = { currency: "AUD", exchangeTimezoneName: "Australia/Sydney" };
  const sydney = await serve("BHP.AX", { body: chart(rows, { meta }) });
  const bhp = { ...apple, symbol: "BHP.AX", calendar: "XASX", currency: "AUD" };
  const bars = await createYahoo({ baseUrl: sydney.url, http }).bars?.fetch(
    query("2025-03-01", "2025-03-31", bhp),
    live,
  );
  expect(bars?.map((bar) => [bar.date, bar.volume])).toEqual([["2025-03-21", 1000]]);

  const london = await serve("VOD.L", {
    body: chart([], { meta: { currency: "GBp", exchangeTimezoneName: "Europe/London", fullExchangeName: "LSE" } }),
  });
  await expect(createYahoo({ baseUrl: london.url, http }).instrument?.("VOD.L", live)).resolves.toMatchObject({
    currency: "GBp",
    calendar: "XLON",
    exchange: "LSE",
  });
});

test("a coin's volume, which Yahoo has in dollars, is left out", async () => {
  const meta = {
    symbol: "BTC-USD",
    instrumentType: "CRYPTOCURRENCY",
    exchangeName: "CCC",
    fullExchangeName: "CCC",
    exchangeTimezoneName: "UTC",
    longName: null,
    shortName: "Bitcoin USD",
  };
  const server = await serve("BTC-USD", {
    body: chart([{ at: Date.parse("2025-06-01T00:00:00Z") / 1000, price: 105_652.1, volume: 37_397_056_873 }], {
      meta,
    }),
  });
  const yahoo = createYahoo({ baseUrl: server.url, http });
  const coin = await yahoo.instrument?.("BTC-USD", live);
  expect(coin).toEqual({
    symbol: "BTC-USD",
    name: "Bitcoin USD",
    assetType: "crypto",
    exchange: "CCC",
    currency: "USD",
    calendar: "24/7",
    synthetic: false,
  });
  if (coin === null || coin === undefined) throw new Error("no instrument");
  const bars = await yahoo.bars?.fetch(query("2025-06-01", "2025-06-01", coin), live);
  expect(bars?.map((bar) => [bar.date, bar.close, bar.volume, new Date(bar.eventTime).toISOString()])).toEqual([
    ["2025-06-01", 105_652.1, null, "2025-06-02T00:00:00.000Z"],
  ]);
});

test.each([
  ["^GSPC", "INDEX", "America/New_York", "index", "XNYS"],
  ["^TNX", "INDEX", "America/Chicago", "index", "XNYS"],
  ["^N225", "INDEX", "Asia/Tokyo", "index", "XTKS"],
  ["^XYZ", "INDEX", "Europe/Paris", "index", "XPAR"],
  ["SPY", "ETF", "America/New_York", "stock", "XNYS"],
  ["0700.HK", "EQUITY", "Asia/Hong_Kong", "stock", "XHKG"],
  ["EURUSD=X", "CURRENCY", "Europe/London", "currency", "FX"],
])(
  "%s is known with its kind and calendar",
  async (symbol, instrumentType, exchangeTimezoneName, assetType, calendar) => {
    const server = await serve(symbol, { body: chart([], { meta: { instrumentType, exchangeTimezoneName } }) });
    await expect(createYahoo({ baseUrl: server.url, http }).instrument?.(symbol, live)).resolves.toMatchObject({
      symbol,
      assetType,
      calendar,
      ...(instrumentType === "ETF" && { kind: "etf" }),
    });
  },
);

test("an unknown symbol, a lost one and one that is no security are null", async () => {
  const unknown = await serve("NOPE", { status: 404, body: notFound });
  await expect(createYahoo({ baseUrl: unknown.url, http }).instrument?.("NOPE", live)).resolves.toBeNull();
  await expect(
    createYahoo({ baseUrl: unknown.url, http }).bars?.fetch(
      query("2025-01-01", "2025-02-01", { ...apple, symbol: "NOPE" }),
      live,
    ),
  ).resolves.toEqual([]);
  const shell = await serve("APPL", {
    body: chart([], { meta: { currency: null, exchangeName: "YHD", instrumentType: "MUTUALFUND" } }),
  });
  await expect(createYahoo({ baseUrl: shell.url, http }).instrument?.("APPL", live)).resolves.toBeNull();
  const future = await serve("GC=F", { body: chart([], { meta: { instrumentType: "FUTURE" } }) });
  await expect(createYahoo({ baseUrl: future.url, http }).instrument?.("GC=F", live)).resolves.toBeNull();
});

test("a window before the first trade is empty", async () => {
  const error = { code: "Bad Request", description: "Data doesn't exist for startDate = 0, endDate = 86400" };
  const server = await serve("AAPL", [{ status: 400, body: { chart: { result: null, error } } }, { body: chart([]) }]);
  const yahoo = createYahoo({ baseUrl: server.url, http });
  await expect(yahoo.bars?.fetch(query("1970-01-01", "1970-01-02"), live)).resolves.toEqual([]);
  await expect(yahoo.actions?.fetch(query("1970-01-01", "1970-01-02"), live)).resolves.toEqual([]);
});

const good = chart([{ at: opening("2025-06-02"), price: 201.7, volume: 5 }]);

test("429 with Retry-After is asked again", async () => {
  const server = await serve("AAPL", [
    { status: 429, headers: { "retry-after": "1" }, body: "Too Many Requests" },
    { body: good },
  ]);
  await expect(
    createYahoo({ baseUrl: server.url, http }).bars?.fetch(query("2025-06-01", "2025-06-03"), live),
  ).resolves.toHaveLength(1);
});

test.each([
  ["429 for ever", { status: 429, body: "Too Many Requests" }, "rate_limited"],
  ["500", { status: 500, body: "oops" }, "unavailable"],
  ["a stall", { fault: "stall", body: good }, "timeout"],
  ["a cut connection", { fault: "cut", body: good }, "unavailable"],
  ["a page of HTML", { body: "<html>consent</html>" }, "malformed"],
  ["a 404 that is not Yahoo's", { status: 404, body: "<html>no route</html>" }, "malformed"],
  ["neither result nor error", { body: { chart: { result: [], error: null } } }, "malformed"],
  ["another shape", { body: { chart: { result: [{ meta: {} }], error: null } } }, "malformed"],
  ["prices as text", { body: JSON.stringify(good).replace(/"open":\[[^\]]*\]/, '"open":["201.7"]') }, "malformed"],
  ["fewer prices than days", { body: JSON.stringify(good).replace(/"open":\[[^\]]*\]/, '"open":[]') }, "malformed"],
  [
    "an unknown zone",
    { body: chart([{ at: 1, price: 1 }], { meta: { exchangeTimezoneName: "Mars/Base" } }) },
    "malformed",
  ],
  [
    "an error of its own",
    { body: { chart: { result: null, error: { code: "Internal Server Error", description: "x" } } } },
    "refused",
  ],
] as const)("%s is an error and never an empty answer", async (_name, answer, reason) => {
  const server = await serve("AAPL", answer);
  await expect(
    createYahoo({ baseUrl: server.url, http: reason === "timeout" ? hasty : http }).bars?.fetch(
      query("1969-01-01", "2025-06-03"),
      live,
    ),
  ).rejects.toMatchObject({ kind: "vendor_failed", vendor: "yahoo", reason });
});

test("abort in flight", async () => {
  const server = await serve("AAPL", { delayMs: 5000, body: good });
  const abort = new AbortController();
  const asked = createYahoo({ baseUrl: server.url }).bars?.fetch(query("2025-06-01", "2025-06-03"), abort.signal);
  await expect.poll(() => server.requests.length).toBe(1);
  abort.abort();
  await expect(asked).rejects.toBeInstanceOf(Cancelled);
});
