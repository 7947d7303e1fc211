import { type Instant, type LocalDate, addDays, daysBetween } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { type AsOfMarket, openMarket } from "#src/market/door/as-of.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { pairSymbol, parseSymbol } from "#src/market/symbols/symbols.ts";
import { type Pairs, majorUnit, rateAt, readPairs } from "#src/market/currencies/rates.ts";
import { type History, type RateAt, splitRatio } from "./book.ts";

export interface HistoryTools {
  /** The vendors that answer for a symbol. */
  readonly vendorsOf: (symbol: string) => VendorChain;
  readonly now: Instant;
  readonly signal: AbortSignal;
}

/** Instruments that are asked for at a time. */
const atOnce = 4;

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
