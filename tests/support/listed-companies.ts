import { PortfolioBody } from "#src/contract/portfolios/portfolios.ts";
import { valuePortfolio, type Valuation } from "#src/debate/holdings/portfolio.ts";
import type { HistoryTools } from "#src/debate/holdings/prices.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import type { Bar, CorporateAction, MarketQuery, Vendor } from "#src/market/market-data.ts";
import { isPairSymbol } from "#src/market/symbols/symbols.ts";
import { bar, instrument, split, vendorChainOf } from "./memory-vendor.ts";

/* Companies of a made-up exchange, and portfolios of them. */

const calendar = calendarByName("XNYS");
export const sessions = Array.from({ length: 110 }).reduce<string[]>(
  (days) => [...days, calendar?.nextSession(days.at(-1) ?? "2024-01-01") ?? ""],
  [],
);
export const day = (index: number): string => sessions[index] ?? "";
export const last = sessions.length - 1;
export const dividend = (exDate: string, each: number): CorporateAction => split(exDate, each, { action: "dividend" });

export interface Listed {
  readonly symbol: string;
  readonly bars: readonly Bar[];
  readonly actions: readonly CorporateAction[];
  readonly currency?: string;
}

/** One source that knows them all. */
export function toolsOf(listed: readonly Listed[]): HistoryTools {
  const known = new Map(listed.map((one) => [one.symbol, one]));
  const source = <T>(of: (one: Listed) => readonly T[]) => ({
    timing: "dated" as const,
    fetch: async ({ instrument: { symbol } }: MarketQuery) => {
      const found = known.get(symbol);
      return found === undefined ? [] : of(found);
    },
  });
  const vendor: Vendor = {
    name: "test",
    instrument: async (symbol) => {
      const found = known.get(symbol);
      if (found === undefined) return null;
      const made = isPairSymbol(symbol) ? instrument(symbol, "FX", "currency") : instrument(symbol);
      return { ...made, currency: found.currency ?? "USD" };
    },
    bars: source(({ bars, currency = "USD" }) => bars.map((one) => ({ ...one, currency }))),
    actions: source(({ actions }) => actions),
  };
  return {
    vendorsOf: () => vendorChainOf(vendor),
    now: Date.parse("2026-01-01T00:00:00Z"),
    signal: new AbortController().signal,
  };
}

export function portfolio(lots: readonly object[], rest: object = {}): PortfolioBody {
  return PortfolioBody.parse({ name: "Mine", currency: "USD", lots, ...rest });
}

export function value(listed: readonly Listed[], held: PortfolioBody, asOf: string, from = day(0)): Promise<Valuation> {
  return valuePortfolio(toolsOf(listed), held, { from, asOf });
}

/** Prices in cents that show their splits, as an exchange prints them. */
export function traded(moves: readonly number[], splits: ReadonlyMap<number, number>): number[] {
  let price = 20_000;
  return moves.map((move, index) => {
    price = Math.max(500, Math.round((price * (1 + move)) / (splits.get(index) ?? 1)));
    return price;
  });
}

export const barsOf = (prices: readonly number[]): Bar[] => prices.map((price, index) => bar(day(index), price / 100));

export const steady = Array.from({ length: last + 1 }, (_, index) => (index % 2 === 0 ? 0.004 : -0.003));
export const splitOn = 60;
export const acme: Listed = {
  symbol: "ACME",
  bars: barsOf(traded(steady, new Map([[splitOn, 4]]))),
  actions: [split(day(splitOn), 4), dividend(day(70), 0.5)],
};
export const bought = (at: number, quantity = "10"): object => ({
  symbol: "ACME",
  quantity,
  cost_per_unit: "200",
  acquired: day(at),
});
