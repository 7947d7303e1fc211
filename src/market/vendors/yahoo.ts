import { z } from "zod";
import { calendarByName, type Calendar } from "#src/market/calendar/calendar.ts";
import { exchanges } from "#src/market/calendar/exchanges.ts";
import type { Bar, CorporateAction, Instrument, MarketQuery, Vendor } from "#src/market/market-data.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { getAnswer, type HttpTuning, parseJson, field, knownRows } from "./http.ts";
import { shorten } from "#src/core/text/shorten.ts";

/*
 * yahoo-finance2 logs failed URLs and takes no signal, deadline or size limit, so the chart endpoint is asked directly.
 */

export interface YahooOptions {
  readonly baseUrl?: string;
  readonly http?: HttpTuning;
}

const vendor = "yahoo";
/** In seconds; later than any split, and accepted by Yahoo. */
const endOfTime = 9_999_999_999;

const Meta = z.object({
  currency: z.string().nullish(),
  exchangeName: z.string(),
  fullExchangeName: z.string().nullish(),
  instrumentType: z.string(),
  exchangeTimezoneName: z.string(),
  longName: z.string().nullish(),
  shortName: z.string().nullish(),
});
/** Price by price: the answer goes up to today. */
const prices = z.array(z.unknown()).optional();
const Price = z.number().nullish();
const Dividend = z.object({ amount: z.number(), date: z.int().max(endOfTime) });
const ChartResult = z.object({
  meta: Meta,
  timestamp: z.array(z.int()).optional(),
  events: z
    .object({
      dividends: z.record(z.string(), z.unknown()).optional(),
      // All later ones too, as earlier prices are divided by each.
      splits: z
        .record(
          z.string(),
          z.object({ date: z.int(), numerator: z.number().positive(), denominator: z.number().positive() }),
        )
        .optional(),
    })
    .optional(),
  indicators: z.object({
    quote: z.array(z.object({ open: prices, high: prices, low: prices, close: prices, volume: prices })).min(1),
  }),
});
type ChartResult = z.infer<typeof ChartResult>;
const Chart = z.object({
  chart: z.object({
    result: z.array(ChartResult).nullable(),
    error: z.object({ code: z.string(), description: z.string().nullish() }).nullable(),
  }),
});

/** Daily bars, splits, dividends and instruments, raw as traded. */
export function createYahoo(options: YahooOptions = {}): Vendor {
  const ask = async (
    symbol: string,
    range: Record<string, string>,
    signal: AbortSignal,
  ): Promise<ChartResult | null> => {
    const url = new URL(
      `${options.baseUrl ?? "https://query2.finance.yahoo.com"}/v8/finance/chart/${encodeURIComponent(symbol)}`,
    );
    url.search = new URLSearchParams({
      ...range,
      interval: "1d",
      includePrePost: "false",
      events: "div,splits",
    }).toString();
    // Without a browser's user agent every answer is 429.
    const headers = { "user-agent": "Mozilla/5.0 (compatible; Conclave)" };
    const answer = await getAnswer(url, { ...options.http, vendor, headers, signal });
    return readChart(answer.status, parseJson(answer.text, Chart, vendor));
  };

  // To the present: prices are restated for every later split, so all are needed.
  const history = (query: MarketQuery, signal: AbortSignal): Promise<ChartResult | null> => {
    const from = Date.parse(`${query.from}T00:00:00Z`) / 1000 - 86_400;
    return ask(query.instrument.symbol, { period1: String(from), period2: String(endOfTime) }, signal);
  };

  return {
    name: vendor,
    instrument: async (symbol, signal) => toInstrument(symbol, await ask(symbol, { range: "5d" }, signal)),
    bars: {
      timing: "dated",
      fetch: async (query, signal) => {
        const chart = await history(query, signal);
        return chart === null ? [] : toBars(chart, query).filter((bar) => query.from <= bar.date);
      },
    },
    actions: {
      timing: "dated",
      fetch: async (query, signal) => {
        const chart = await history(query, signal);
        return chart === null
          ? []
          : toActions(chart, query).filter((each) => query.from <= each.exDate && each.exDate <= query.to);
      },
    },
  };
}

/** `null`: no such symbol, or nothing in the range. */
function readChart(status: number, body: z.infer<typeof Chart>): ChartResult | null {
  const { error, result } = body.chart;
  if (error !== null) {
    if (error.code === "Not Found" || error.description?.startsWith("Data doesn't exist") === true) return null;
    throw new VendorFailed(
      vendor,
      "refused",
      `answered ${status}, ${error.code}: ${shorten(error.description ?? "", 200)}`,
    );
  }
  const chart = result?.[0];
  if (chart === undefined) throw new VendorFailed(vendor, "malformed", "the answer has neither a result nor an error");
  return chart;
}

const assetTypes: Readonly<Record<string, Instrument["assetType"]>> = {
  EQUITY: "stock",
  ETF: "stock",
  CRYPTOCURRENCY: "crypto",
  INDEX: "index",
  CURRENCY: "currency",
};

/** `null` for other kinds, and for Yahoo's empty shell of a lost symbol. */
function toInstrument(symbol: string, chart: ChartResult | null): Instrument | null {
  const assetType = assetTypes[chart?.meta.instrumentType ?? ""];
  const currency = chart?.meta.currency;
  if (chart === null || assetType === undefined || currency === null || currency === undefined) return null;
  return {
    symbol,
    name: chart.meta.longName ?? chart.meta.shortName ?? symbol,
    assetType,
    ...(chart.meta.instrumentType === "ETF" && { kind: "etf" as const }),
    exchange: chart.meta.fullExchangeName ?? chart.meta.exchangeName,
    currency,
    calendar: assetType === "currency" ? "FX" : calendarOf(symbol, chart.meta.exchangeTimezoneName),
    synthetic: false,
  };
}

/** By the spelling where it agrees with Yahoo's zone (Chicago's indices follow New York), else by the zone. */
function calendarOf(symbol: string, zone: string): string {
  const parsed = parseSymbol(symbol);
  const spelled = parsed.ok ? calendarByName(parsed.symbol.calendar) : null;
  const expected = zone === "America/Chicago" ? "America/New_York" : zone;
  if (spelled?.zone === expected) return spelled.name;
  const listed = exchanges.find((each) => each.zone === expected);
  if (listed === undefined)
    throw new VendorFailed(vendor, "refused", `${symbol} trades in ${zone}, and there is no calendar for it`);
  return listed.mic;
}

function toBars(chart: ChartResult, query: MarketQuery): Bar[] {
  const quote = chart.indicators.quote[0];
  const stamps = chart.timestamp ?? [];
  if (stamps.length === 0) return [];
  for (const column of [quote?.open, quote?.high, quote?.low, quote?.close, quote?.volume]) {
    if (column?.length !== stamps.length)
      throw new VendorFailed(vendor, "malformed", "a column of prices differs in length from the dates");
  }
  const calendar = requireCalendar(query.instrument.calendar);
  const currency = requireCurrency(chart);
  const dateOf = dateReader(chart);
  const factorAt = splitFactors(chart, dateOf);
  const bars = new Map<LocalDate, Bar>();
  for (const [row, stamp] of stamps.entries()) {
    const date = dateOf(stamp);
    if (date > query.to) continue;
    const factor = factorAt(date);
    const [open, high, low, close, traded] = [quote?.open, quote?.high, quote?.low, quote?.close, quote?.volume].map(
      (column) => readPrice(column?.[row], date),
    );
    // Days without trades are nulls; in old indices, zeros.
    if (!open || !high || !low || !close) continue;
    // A coin's volume is in dollars, not in coins.
    const volume = query.instrument.assetType === "crypto" ? null : (traded ?? null);
    const end = calendar.sessionClose(date);
    // A running session can stand behind its bar: the later row counts.
    bars.set(date, {
      eventTime: end,
      availableAt: end,
      source: vendor,
      sourceId: `${query.instrument.symbol}/${date}`,
      date,
      open: raw(open, factor),
      high: raw(high, factor),
      low: raw(low, factor),
      close: raw(close, factor),
      volume: volume === null || factor === 1 ? volume : Math.round(volume / factor),
      currency,
    });
  }
  return [...bars.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

function readPrice(value: unknown, date: LocalDate): number | null {
  const price = Price.safeParse(value);
  if (price.success) return price.data ?? null;
  throw new VendorFailed(vendor, "malformed", `a price or volume of ${date} is not a number`);
}

function toActions(chart: ChartResult, query: MarketQuery): CorporateAction[] {
  const calendar = requireCalendar(query.instrument.calendar);
  const dateOf = dateReader(chart);
  const factorAt = splitFactors(chart, dateOf);
  const record = (
    action: CorporateAction["action"],
    exDate: LocalDate,
    value: number,
    currency: string | null,
  ): CorporateAction => {
    // The announcement is unknown; the ex-date is certain.
    const start = calendar.dayStart(exDate);
    const sourceId = `${query.instrument.symbol}/${action}/${exDate}`;
    return { eventTime: start, availableAt: start, source: vendor, sourceId, exDate, action, value, currency };
  };
  const splits = splitsOf(chart, dateOf).map(({ exDate, ratio }) => record("split", exDate, ratio, null));
  const isLater = (row: unknown): boolean => {
    const stamp = field(row, "date");
    return typeof stamp === "number" && Number.isInteger(stamp) && stamp <= endOfTime && dateOf(stamp) > query.to;
  };
  const rows = knownRows(vendor, Object.values(chart.events?.dividends ?? {}), Dividend, isLater);
  const dividends = rows.map(({ amount, date }) => {
    const exDate = dateOf(date);
    return record("dividend", exDate, raw(amount, factorAt(exDate)), requireCurrency(chart));
  });
  return [...splits, ...dividends].toSorted((a, b) => a.eventTime - b.eventTime || (a.action < b.action ? -1 : 1));
}

function splitsOf(chart: ChartResult, dateOf: (stamp: number) => LocalDate): { exDate: LocalDate; ratio: number }[] {
  return Object.values(chart.events?.splits ?? {}).map((split) => ({
    exDate: dateOf(split.date),
    ratio: split.numerator / split.denominator,
  }));
}

/** Product of the splits with a later ex-date. */
function splitFactors(chart: ChartResult, dateOf: (stamp: number) => LocalDate): (date: LocalDate) => number {
  const splits = splitsOf(chart, dateOf);
  return (date) => splits.filter((split) => split.exDate > date).reduce((product, split) => product * split.ratio, 1);
}

/** Undoes Yahoo's division: the shortest decimal that agrees with its single precision (2^-23) and six decimals. */
function raw(value: number, factor: number): number {
  const exact = value * factor;
  const slack = Math.max(Math.abs(exact) * 2 ** -23, factor === 1 ? 0 : 5e-7 * factor);
  for (let digits = 1; digits <= 15; digits += 1) {
    const shorter = Number(exact.toPrecision(digits));
    if (Math.abs(shorter - exact) <= slack) return shorter;
  }
  return exact;
}

/** Yahoo's times are the session's start in seconds; the day is the exchange's. */
function dateReader(chart: ChartResult): (stamp: number) => LocalDate {
  const { exchangeTimezoneName: timeZone } = chart.meta;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  } catch (cause) {
    throw new VendorFailed(vendor, "malformed", `unknown time zone ${timeZone.slice(0, 40)}`, { cause });
  }
  return (stamp) => format.format(stamp * 1000);
}

function requireCurrency(chart: ChartResult): string {
  const { currency } = chart.meta;
  if (currency === null || currency === undefined)
    throw new VendorFailed(vendor, "malformed", "prices without a currency");
  return currency;
}

function requireCalendar(name: string): Calendar {
  const calendar = calendarByName(name);
  if (calendar === null) throw new VendorFailed(vendor, "refused", `there is no calendar named ${name}`);
  return calendar;
}
