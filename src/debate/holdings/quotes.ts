import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { openMarket, type AsOfMarket } from "#src/market/door/as-of.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { Instant, LocalDate } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import type { Close, Quote } from "./book.ts";

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
export async function readQuotes(at: AsOf, symbols: readonly string[]): Promise<Map<string, Quote>> {
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
