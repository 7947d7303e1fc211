import { z } from "zod";
import { pairSymbol, parseSymbol } from "#src/market/symbols/symbols.ts";
import { type AsOfMarket, openMarket } from "#src/market/door/open-market.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { type Instant, type LocalDate, addDays, daysBetween } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { Book, ExchangeRate, type Holdings } from "#src/contract/holdings/holdings.ts";
import type { Reports, Run } from "#src/contract/run/run.ts";
import { type Pairs, majorUnit, rateAt, readPairs } from "#src/market/currencies/rates.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import {
  type Close,
  type History,
  type Leg,
  type Quote,
  type RateAt,
  type RateTo,
  comoves,
  exchangeRate,
  splitRatio,
  valueBook,
} from "./book.ts";

interface AsOf {
  readonly vendors: VendorChain;
  readonly tradeDate: LocalDate;
  /** When the run started: what was past then is. */
  readonly now: Instant;
  /** The run's own instant; nothing later is known of what is held beside it. */
  readonly asOf: Instant;
  readonly signal: AbortSignal;
}

/** Calendar days: 252 sessions and holidays. */
const windowDays = 400;
/** Held instruments that are asked for at a time. */
const atOnce = 4;

/** By symbol as given, each through the as-of door. @throws Cancelled */
async function readQuotes(at: AsOf, symbols: readonly string[]): Promise<Map<string, Quote>> {
  const quotes = new Map<string, Quote>();
  for (let from = 0; from < symbols.length; from += atOnce)
    await Promise.all(
      symbols.slice(from, from + atOnce).map(async (symbol) => quotes.set(symbol, await readQuote(at, symbol))),
    );
  return quotes;
}

/** The benchmark of its market. @throws Cancelled */
export async function readBenchmark(
  at: AsOf,
  symbol: string,
): Promise<{ readonly symbol: string; readonly closes: readonly (Close & { readonly currency: string })[] } | null> {
  const answer = await unlessFailed(async () => (await open(at, symbol))?.benchmark(windowDays), undefined);
  return answer === undefined || answer.symbol === null
    ? null
    : { symbol: answer.symbol, closes: answer.records.map(({ date, close, currency }) => ({ date, close, currency })) };
}

function readQuote(at: AsOf, symbol: string): Promise<Quote> {
  return unlessFailed(
    async () => {
      const market = await open(at, symbol);
      if (market === null) return { closes: [], currency: "", notes: [] };
      const { records, notes } = await market.adjustedBars(windowDays);
      return {
        closes: records.map(({ date, close }) => ({ date, close })),
        currency: market.instrument.currency,
        notes: notes.filter((note) => note.endsWith(": stale")),
      };
    },
    { closes: [], currency: "", notes: ["no price source answered"] },
  );
}

async function unlessFailed<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof VendorFailed)) throw error;
    return otherwise;
  }
}

async function open({ vendors, tradeDate, now, asOf, signal }: AsOf, text: string): Promise<AsOfMarket | null> {
  const parsed = parseSymbol(text);
  if (!parsed.ok) return null;
  const opening = await openMarket({ vendors, symbol: parsed.symbol, tradeDate, now, notAfter: asOf, signal });
  return opening.ok ? opening.market : null;
}

/* The book and how it moves, from the bars that were known by the run's instant. */

export const Figures = z.object({
  book: Book,
  /** Of this instrument as quoted; `null`: unknown, or without a rate to the book's currency. */
  price: z.number().nullable(),
  /** From its currency to the book's; `null` within one. */
  rate: ExchangeRate.nullable().default(null),
  correlation: z.number().nullable(),
  beta: z.number().nullable(),
});
export type Figures = z.infer<typeof Figures>;

/** Calendar days: enough for what `rateAt` takes, and to tell a slip by its neighbours. */
const rateDays = 60;

/** @throws Cancelled */
export async function readFigures(
  tools: { readonly vendors: VendorChain; readonly signal: AbortSignal },
  run: Run,
  reports: Reports,
  holdings: Holdings,
): Promise<Figures> {
  const { symbol, as_of: asOf, currency, session } = reports.data;
  if (asOf === null) {
    const unknown: RateTo = () => ({ ok: false, reason: "no day is known" });
    const book = { ...valueBook(holdings, new Map(), unknown), beta: null, benchmark: null };
    return { book, price: null, rate: null, correlation: null, beta: null };
  }
  const at = {
    vendors: tools.vendors,
    signal: tools.signal,
    tradeDate: session ?? run.request.trade_date,
    now: Date.parse(run.manifest.started_at),
    asOf: Date.parse(asOf),
  };
  const given = holdings.positions.map((position) => position.symbol);
  const quotes = await readQuotes(at, [...new Set([...given, symbol])]);
  const { rateTo, doubts } = await ratesFor(at, holdings, quotes);
  const valued = valueBook(holdings, quotes, rateTo);
  const legs = valued.positions.flatMap((line): (Leg & { symbol: string })[] => {
    const closes = quotes.get(line.symbol)?.closes ?? [];
    return line.weight_pct === null ? [] : [{ symbol: line.symbol, weight: line.weight_pct / 100, closes }];
  });
  const own = quotes.get(symbol);
  const others = legs.filter((leg) => !isSame(leg.symbol, symbol) && moves(own?.closes ?? [], leg));
  const { beta, correlation } = comoves(own?.closes ?? [], others);
  const benchmark = await readBenchmark(at, symbol);
  const betas = legs.map((leg) =>
    benchmark === null ? null : comoves(leg.closes, [{ ...benchmark, weight: 1 }]).beta,
  );
  const isWhole = betas.length > 0 && betas.every((one) => one !== null);
  const left = legs.filter((leg) => !isSame(leg.symbol, symbol) && !others.includes(leg));
  const price = own?.closes.at(-1)?.close ?? null;
  const rate = rateTo(currency ?? "");
  const notes = [
    ...valued.notes,
    ...doubts,
    ...(rate.ok || price === null
      ? []
      : [`${symbol} is priced in ${currency}, and ${rate.reason}, so nothing is sized.`]),
    ...(left.length === 0
      ? []
      : [`Too few sessions in common to compare with: ${left.map((leg) => leg.symbol).join(", ")}.`]),
  ];
  const total = legs.reduce((sum, { weight }, index) => sum + weight * (betas[index] ?? 0), 0);
  return {
    book: { ...valued, notes, beta: isWhole ? Number(total.toFixed(4)) : null, benchmark: benchmark?.symbol ?? null },
    price: rate.ok ? price : null,
    rate: exchangeRate(rate)[0] ?? null,
    correlation,
    beta,
  };
}

/** Of the day of the run, from bars known by its instant. */
async function ratesFor(
  at: AsOf,
  { currency, positions }: Holdings,
  quotes: ReadonlyMap<string, Quote>,
): Promise<{ readonly rateTo: RateTo; readonly doubts: readonly string[] }> {
  const foreign = [
    ...[...quotes.values()].flatMap((quote) => (quote.closes.length === 0 ? [] : [quote.currency])),
    ...positions.flatMap((position) => position.currency ?? []),
  ];
  const { pairs, doubts } = await readPairs(at, foreign, currency, rateDays);
  return { rateTo: (code) => rateAt(pairs, code, currency, at.tradeDate), doubts };
}

function moves(own: Leg["closes"], leg: Leg): boolean {
  return comoves(own, [leg]).beta !== null;
}

export function isSame(text: string, symbol: string): boolean {
  const parsed = parseSymbol(text);
  return parsed.ok && parsed.symbol.symbol === symbol;
}

export interface HistoryTools {
  /** The vendors that answer for a symbol. */
  readonly vendorsOf: (symbol: string) => VendorChain;
  readonly now: Instant;
  readonly signal: AbortSignal;
}

/** The same for all spellings of a symbol. */
export function canonicalSymbol(text: string): string {
  const parsed = parseSymbol(text);
  return parsed.ok ? parsed.symbol.symbol : text.toUpperCase();
}

/**
 * By canonical symbol, each through the as-of door at the close of the day.
 * @param wanted the symbol and the first day that is needed
 * @throws Cancelled
 */
export async function readHistories(
  tools: HistoryTools,
  wanted: readonly { readonly symbol: string; readonly since: LocalDate }[],
  asOf: LocalDate,
): Promise<Map<string, History>> {
  const histories = new Map<string, History>();
  for (let from = 0; from < wanted.length; from += atOnce)
    await Promise.all(
      wanted
        .slice(from, from + atOnce)
        .map(async ({ symbol, since }) => histories.set(symbol, await readHistory(tools, symbol, since, asOf))),
    );
  return histories;
}

/** So that a day after a holiday has the close before it. */
const earlierDays = 10;

async function readHistory(tools: HistoryTools, symbol: string, since: LocalDate, asOf: LocalDate): Promise<History> {
  const none = { symbol, currency: "", closes: [], splits: [], dividends: [] };
  try {
    const market = await openOn(tools, symbol, asOf);
    if (market === null) return { ...none, notes: [] };
    const days = Math.max(1, daysBetween(addDays(since, -earlierDays), market.session) + 1);
    const [raw, adjusted, actions] = await Promise.all([
      market.bars(days),
      market.adjustedBars(days),
      market.actions(days),
    ]);
    const splits = actions.records.filter(({ action }) => action === "split");
    const dividends = actions.records.filter(({ action }) => action === "dividend");
    const traded = new Map(raw.records.map(({ date, close }) => [date, close]));
    const closes = adjusted.records.map(({ date, close }) => {
      const ratio = splitRatio(splits, date, market.session).toNumber();
      const price = traded.get(date) ?? Number.NaN;
      // Where the prices show a split on another day than it is named for, as if on that day.
      return { date, close: Math.abs(price / ratio / close - 1) < 1e-6 ? price : close * ratio };
    });
    const notes = adjusted.notes.filter((note) => note.endsWith(": stale") || note.startsWith("prices before"));
    return { symbol, currency: market.instrument.currency, closes, splits, dividends, notes };
  } catch (error) {
    if (!(error instanceof VendorFailed)) throw error;
    return { ...none, notes: ["no price source answered"] };
  }
}

/** The day may not have begun yet where the instrument trades. */
async function openOn(tools: HistoryTools, text: string, asOf: LocalDate): Promise<AsOfMarket | null> {
  const parsed = parseSymbol(text);
  if (!parsed.ok) return null;
  const { now, signal, vendorsOf } = tools;
  const today = calendarByName(parsed.symbol.calendar)?.dateAt(now) ?? asOf;
  const tradeDate = today < asOf ? today : asOf;
  const opening = await openMarket({ vendors: vendorsOf(text), symbol: parsed.symbol, tradeDate, now, signal });
  return opening.ok ? opening.market : null;
}

/** Only amounts in the same currency add up without pairs. */
function ratesOf(pairs: Pairs): RateAt {
  return (currency, base, date) => {
    const found = rateAt(pairs, currency, base, date);
    return found.ok ? found.rate : null;
  };
}

/**
 * Of each day from `since` to `until`, by the pairs' bars known when that last day ends in London: a day's close is
 * converted by the rate of its end.
 * @throws Cancelled
 */
export async function readRates(
  { vendorsOf, now, signal }: HistoryTools,
  currencies: readonly string[],
  base: string,
  { since, until }: { readonly since: LocalDate; readonly until: LocalDate },
): Promise<{ readonly rateAt: RateAt; readonly doubts: readonly string[] }> {
  const asOf = Math.min(now, Date.parse(addDays(until, 1)));
  const days = daysBetween(since, until) + earlierDays;
  const known = new Set(currencies.filter((one) => one !== "").map((one) => majorUnit(one).currency));
  const read = await Promise.all(
    [...known].map((currency) =>
      readPairs({ vendors: vendorsOf(pairSymbol(currency, base)), now, asOf, signal }, [currency], base, days),
    ),
  );
  return {
    rateAt: ratesOf(new Map(read.flatMap(({ pairs }) => [...pairs]))),
    doubts: [...new Set(read.flatMap(({ doubts }) => doubts))],
  };
}
