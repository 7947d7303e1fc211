import type { Exchange } from "ccxt";
import { z } from "zod";
import type { Bar, FundingRate, Instrument, MarketQuery, Vendor } from "#src/market/market-data.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { addDays, type Instant } from "#src/core/clock.ts";
import { shortageOf } from "#src/core/network/database-away.ts";
import { Cancelled, type OutsideReason, VendorFailed } from "#src/core/errors.ts";
import { getAnswer, type HttpTuning, parseJson, field, knownRows } from "./http.ts";
import { shorten } from "#src/core/text/shorten.ts";

export interface CcxtOptions {
  /** Bitstamp has dollar pairs and the longest history, Coinbase more coins. */
  readonly exchange?: "bitstamp" | "coinbaseexchange";
  /** Replaces the host of every venue. */
  readonly baseUrl?: string;
  readonly http?: HttpTuning;
}

const vendor = "ccxt";
const day = 86_400_000;
/** Perpetuals settle every 8, 4, 2 or 1 hours. */
const shortestInterval = 3_600_000;

/** ccxt reads a missing part as empty, so it is checked first. */
interface Venue {
  readonly id: "bitstamp" | "coinbaseexchange" | "binanceusdm";
  /** Records in one answer, at most. */
  readonly pageSize: number;
  readonly shapes: readonly { readonly path: RegExp; readonly shape: z.ZodType }[];
}

const some = z.array(z.unknown()).min(1);
const spotVenues = {
  bitstamp: {
    id: "bitstamp",
    pageSize: 1000,
    shapes: [
      { path: /\/markets\/$/, shape: some },
      { path: /\/ohlc\//, shape: z.object({ data: z.object({ ohlc: z.array(z.unknown()) }) }) },
    ],
  },
  coinbaseexchange: {
    id: "coinbaseexchange",
    pageSize: 300,
    shapes: [
      { path: /\/(products|currencies)$/, shape: some },
      { path: /\/candles$/, shape: z.array(z.array(z.unknown())) },
    ],
  },
} as const satisfies Record<string, Venue>;

/** The longest public record of rates; USDT-margined. */
const perpetualVenue: Venue = {
  id: "binanceusdm",
  pageSize: 1000,
  shapes: [
    { path: /\/exchangeInfo$/, shape: z.object({ symbols: some }) },
    { path: /\/fundingRate$/, shape: z.array(z.object({ fundingTime: z.int(), fundingRate: z.unknown() })) },
  ],
};

const Candle = z.tuple([
  z.int(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z
    .number()
    .nullish()
    .transform((volume) => volume ?? null),
]);
const Funding = z.object({ timestamp: z.int(), fundingRate: z.number() });

/** For one fetch, as it carries the signal; `null`: not listed. */
type Open = (venue: Venue, symbol: string, signal: AbortSignal) => Promise<Exchange | null>;

/** A coin that the venue does not list has no data. */
export function createCcxt(options: CcxtOptions = {}): Vendor {
  const spot = spotVenues[options.exchange ?? "bitstamp"];
  const open = createOpen(options);
  return {
    name: vendor,
    instrument: (symbol, signal) => translated(signal, () => findInstrument(open, spot, symbol, signal)),
    bars: { timing: "dated", fetch: (query, signal) => translated(signal, () => fetchBars(open, spot, query, signal)) },
    funding: { timing: "dated", fetch: (query, signal) => translated(signal, () => fetchFunding(open, query, signal)) },
  };
}

function createOpen(options: CcxtOptions): Open {
  /** The exchange that last loaded a venue's markets; later ones reuse them. */
  const loaded = new Map<string, Exchange>();
  return async (venue, symbol, signal) => {
    // Loading takes most of a second and 80 MB.
    const { default: ccxt } = await import("ccxt");
    const exchange = new ccxt[venue.id]();
    exchange.fetchImplementation = (address: string) => answer(venue, address, options, signal);
    const before = loaded.get(venue.id);
    if (before?.markets?.[symbol] !== undefined) return exchange.setMarketsFromExchange(before);
    await exchange.loadMarkets();
    loaded.set(venue.id, exchange);
    return exchange.markets?.[symbol] === undefined ? null : exchange;
  };
}

async function findInstrument(
  open: Open,
  spot: Venue,
  symbol: string,
  signal: AbortSignal,
): Promise<Instrument | null> {
  const pair = pairOf(symbol);
  if (pair === null || (await open(spot, `${pair.base}/${pair.quote}`, signal)) === null) return null;
  const known = { symbol: pair.symbol, name: pair.base, assetType: "crypto", calendar: "24/7" } as const;
  return { ...known, exchange: spot.id, currency: pair.quote, synthetic: false };
}

async function fetchBars(open: Open, spot: Venue, query: MarketQuery, signal: AbortSignal): Promise<Bar[]> {
  const pair = pairOf(query.instrument.symbol);
  if (pair === null) return [];
  const symbol = `${pair.base}/${pair.quote}`;
  const exchange = await open(spot, symbol, signal);
  if (exchange === null) return [];
  // A candle is whole a day after its start.
  const last = Math.min(Date.parse(`${query.to}T00:00:00Z`), query.asOf - day);
  // An empty page only means that the coin was not traded yet.
  const starts = steps(Date.parse(`${query.from}T00:00:00Z`), last, spot.pageSize * day);
  const pages = await Promise.all(starts.map((since) => exchange.fetchOHLCV(symbol, "1d", since, spot.pageSize)));
  const bars = new Map<Instant, Bar>();
  const isLater = (row: unknown): boolean => Number(field(row, 0)) > last;
  for (const row of knownRows(vendor, pages.flat(), Candle, isLater)) {
    const inWindow = row[0] >= (starts[0] ?? Infinity) && row[0] <= last;
    if (inWindow) bars.set(row[0], toBar(row, `${spot.id}:${symbol}`, pair.quote));
  }
  return [...bars.values()].toSorted((a, b) => a.eventTime - b.eventTime);
}

async function fetchFunding(open: Open, query: MarketQuery, signal: AbortSignal): Promise<FundingRate[]> {
  const pair = pairOf(query.instrument.symbol);
  if (pair === null) return [];
  const symbol = `${pair.base}/USDT:USDT`;
  const exchange = await open(perpetualVenue, symbol, signal);
  if (exchange === null) return [];
  const first = Date.parse(`${query.from}T00:00:00Z`);
  const last = Math.min(Date.parse(`${addDays(query.to, 1)}T00:00:00Z`), query.asOf);
  // One day more: a rate's interval starts at the rate before.
  const width = perpetualVenue.pageSize * shortestInterval;
  const pages = await Promise.all(
    steps(first - day, last, width).map((since) => {
      const until = Math.min(since + width - 1, last);
      return exchange.fetchFundingRateHistory(symbol, since, perpetualVenue.pageSize, { until });
    }),
  );
  const isLater = (row: unknown): boolean => Number(field(row, "timestamp")) > last;
  const known = knownRows(vendor, pages.flat(), Funding, isLater);
  const rates = new Map(known.map((rate) => [rate.timestamp, rate.fundingRate]));
  const records = toFunding(
    [...rates].toSorted(([a], [b]) => a - b),
    symbol,
  );
  return records.filter((rate) => rate.eventTime >= first && rate.eventTime <= last);
}

/** `first`, `first + width`, … up to `last`. */
function steps(first: Instant, last: Instant, width: number): Instant[] {
  return Array.from(
    { length: Math.max(0, Math.floor((last - first) / width) + 1) },
    (_, pageSize) => first + pageSize * width,
  );
}

/** Fetched like all vendors' requests, for aborts and retries. */
async function answer(venue: Venue, address: string, options: CcxtOptions, signal: AbortSignal): Promise<Response> {
  const asked = new URL(address);
  const url = options.baseUrl === undefined ? asked : new URL(`${asked.pathname}${asked.search}`, options.baseUrl);
  const { status, text } = await getAnswer(url, {
    ...options.http,
    vendor,
    headers: { "user-agent": "Conclave" },
    signal,
  });
  const shape = venue.shapes.find(({ path }) => path.test(asked.pathname))?.shape;
  if (status === 200 && shape !== undefined) parseJson(text, shape, vendor);
  return new Response(text, { status });
}

function pairOf(text: string): { symbol: string; base: string; quote: string } | null {
  const parsed = parseSymbol(text);
  if (!parsed.ok || parsed.symbol.base === null || parsed.symbol.quote === null) return null;
  return { symbol: parsed.symbol.symbol, base: parsed.symbol.base, quote: parsed.symbol.quote };
}

function toBar([start, open, high, low, close, volume]: z.infer<typeof Candle>, market: string, currency: string): Bar {
  const date = new Date(start).toISOString().slice(0, 10);
  const end = Date.parse(`${addDays(date, 1)}T00:00:00Z`);
  const known = { eventTime: end, availableAt: end, source: vendor, sourceId: `${market}/${date}` };
  return { ...known, date, open, high, low, close, volume, currency };
}

function toFunding(rates: readonly (readonly [Instant, number])[], market: string): FundingRate[] {
  return rates.flatMap(([at, rate], index) => {
    const before = rates[index - 1]?.[0];
    if (before === undefined) return [];
    // Venues stamp a few milliseconds late.
    const intervalHours = Math.round((at - before) / 3_600_000);
    return [
      {
        eventTime: at,
        availableAt: at,
        source: vendor,
        sourceId: `${perpetualVenue.id}:${market}/${at}`,
        rate,
        intervalHours,
      },
    ];
  });
}

/** ccxt's errors as ours; others came from an unexpected answer. */
async function translated<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof VendorFailed || cause instanceof Cancelled || shortageOf(cause) !== null) throw cause;
    if (signal.aborted) throw new Cancelled();
    const { default: ccxt } = await import("ccxt");
    const reasons: readonly (readonly [abstract new (...args: never[]) => Error, OutsideReason])[] = [
      [ccxt.RateLimitExceeded, "rate_limited"],
      [ccxt.DDoSProtection, "rate_limited"],
      [ccxt.RequestTimeout, "timeout"],
      [ccxt.BadResponse, "malformed"],
      [ccxt.NetworkError, "unavailable"],
      [ccxt.AuthenticationError, "unauthorized"],
      [ccxt.BaseError, "refused"],
    ];
    const reason = reasons.find(([type]) => cause instanceof type)?.[1] ?? "malformed";
    const said = cause instanceof Error ? shorten(cause.message.replaceAll(/\s+/g, " "), 200) : "";
    throw new VendorFailed(vendor, reason, said, { cause });
  }
}
