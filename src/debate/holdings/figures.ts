import { z } from "zod";
import { Book, ExchangeRate, type Holdings } from "#src/contract/holdings/holdings.ts";
import type { Reports, Run } from "#src/contract/run/run.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { readPairs, rateAt } from "#src/market/currencies/rates.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { comoves, exchangeRate, type Quote, type RateTo, valueBook, type Leg } from "./book.ts";
import { readBenchmark, readQuotes } from "./quotes.ts";

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

type AsOf = Parameters<typeof readQuotes>[0];

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
