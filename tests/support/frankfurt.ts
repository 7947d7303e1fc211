import { addDays, type LocalDate } from "#src/core/clock.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { csv, writeFiles } from "./archive-folder.ts";
import { randomOf } from "./price-series.ts";

/*
 * The markets of somebody in Frankfurt, made up to the day: a stock of New York, Xetra, London (in pence) and Tokyo,
 * a fund, a coin, their benchmarks, and the rates that a book in euros needs. Each has the holidays of its own market.
 */

interface Listed {
  readonly symbol: string;
  readonly name: string;
  readonly assetType: "stock" | "crypto" | "index" | "currency";
  readonly kind?: "etf";
  readonly exchange: string;
  readonly currency: string;
  readonly calendar: string;
  /** At the beginning. */
  readonly price: number;
  readonly places: number;
  /** Spread of a day's return, beside that of the world's. */
  readonly spread: number;
  /** Sessions before the last one. */
  readonly split?: { readonly ago: number; readonly ratio: number };
  readonly dividends?: { readonly every: number; readonly each: number };
}

const one = (symbol: string, name: string, rest: Partial<Listed>): Listed => ({
  symbol,
  name,
  assetType: "stock",
  exchange: "Xetra",
  currency: "EUR",
  calendar: "XETR",
  price: 100,
  places: 2,
  spread: 0.009,
  ...rest,
});
const yankee = { exchange: "NYSE", currency: "USD", calendar: "XNYS" } as const;
const pair = (symbol: string, price: number): Listed =>
  one(symbol, symbol, {
    assetType: "currency",
    exchange: "CCY",
    currency: "EUR",
    calendar: "FX",
    price,
    places: 6,
    spread: 0.003,
  });

export const frankfurtMarkets: readonly Listed[] = [
  one("AAPL", "Apple Inc.", {
    ...yankee,
    price: 480,
    split: { ago: 150, ratio: 4 },
    dividends: { every: 63, each: 0.26 },
  }),
  one("SAP.DE", "SAP SE", { price: 180, dividends: { every: 250, each: 2.35 } }),
  one("VOD.L", "Vodafone Group Plc", {
    exchange: "LSE",
    currency: "GBp",
    calendar: "XLON",
    price: 72,
    dividends: { every: 126, each: 1.95 },
  }),
  one("7203.T", "Toyota Motor Corporation", {
    exchange: "JPX",
    currency: "JPY",
    calendar: "XTKS",
    price: 11_000,
    places: 0,
    split: { ago: 90, ratio: 5 },
    dividends: { every: 122, each: 45 },
  }),
  one("VWCE.DE", "Vanguard FTSE All-World UCITS ETF", { kind: "etf", price: 110, spread: 0.002 }),
  one("BTC-USD", "Bitcoin", {
    assetType: "crypto",
    exchange: "Coinbase",
    currency: "USD",
    calendar: "24/7",
    price: 60_000,
    spread: 0.02,
  }),
  one("SPY", "SPDR S&P 500 ETF Trust", { ...yankee, kind: "etf", price: 500, spread: 0.001 }),
  one("^GDAXI", "DAX", { assetType: "index", price: 18_000, spread: 0.003 }),
  one("^FTSE", "FTSE 100", {
    assetType: "index",
    exchange: "LSE",
    currency: "GBP",
    calendar: "XLON",
    price: 8000,
    spread: 0.003,
  }),
  one("^N225", "Nikkei 225", {
    assetType: "index",
    exchange: "JPX",
    currency: "JPY",
    calendar: "XTKS",
    price: 38_000,
    spread: 0.003,
  }),
  pair("USDEUR=X", 0.92),
  pair("GBPEUR=X", 1.17),
  pair("JPYEUR=X", 0.0061),
];

export interface Market extends Omit<Listed, "dividends" | "split"> {
  /** Ascending, as traded on the day. */
  readonly closes: ReadonlyMap<LocalDate, number>;
  readonly splits: ReadonlyMap<LocalDate, number>;
  readonly dividends: ReadonlyMap<LocalDate, number>;
}

/** @param today the day that is not over yet anywhere */
export function frankfurtWorld(today: LocalDate, years = 2): ReadonlyMap<string, Market> {
  const first = addDays(today, -365 * years);
  const world = randomOf(11);
  const shared = new Map<LocalDate, number>();
  for (let day = first; day < today; day = addDays(day, 1)) shared.set(day, world.normal() * 0.008 + 0.0003);
  return new Map(
    frankfurtMarkets.map((listed, index) => [listed.symbol, traded(listed, shared, first, today, index + 1)]),
  );
}

function traded(
  listed: Listed,
  shared: ReadonlyMap<LocalDate, number>,
  first: LocalDate,
  today: LocalDate,
  seed: number,
): Market {
  const days = calendarByName(listed.calendar)?.sessionsBetween(first, addDays(today, -1)) ?? [];
  const random = randomOf(seed);
  const splitDay = listed.split === undefined ? undefined : days.at(-listed.split.ago);
  let price = listed.price;
  const closes = new Map<LocalDate, number>();
  const dividends = new Map<LocalDate, number>();
  for (const [index, day] of days.entries()) {
    const common = listed.assetType === "currency" ? 0 : (shared.get(day) ?? 0);
    price *= Math.exp(common + random.normal() * listed.spread);
    if (day === splitDay) price /= listed.split?.ratio ?? 1;
    closes.set(day, Number(price.toFixed(listed.places)));
    if (listed.dividends !== undefined && (index + 40) % listed.dividends.every === 0)
      dividends.set(day, listed.dividends.each);
  }
  return {
    ...listed,
    closes,
    splits: new Map(splitDay && listed.split ? [[splitDay, listed.split.ratio]] : []),
    dividends,
  };
}

/** Days without a bar of a pair, and bars that are wrong, by symbol. */
export interface Flaws {
  readonly missing?: ReadonlyMap<string, readonly LocalDate[]>;
  readonly wrong?: ReadonlyMap<string, ReadonlyMap<LocalDate, number>>;
}

export function writeFrankfurtArchive(dir: string, markets: ReadonlyMap<string, Market>, flaws: Flaws = {}): void {
  const files: Record<string, string> = {
    "archive.json": JSON.stringify({
      name: "frankfurt",
      description: "Made up for a test.",
      synthetic: true,
      sources: [],
      caveats: [],
    }),
    "instruments.json": JSON.stringify(
      [...markets.values()].map(({ symbol, name, assetType, kind, exchange, currency, calendar }) => ({
        symbol,
        name,
        assetType,
        ...(kind !== undefined && { kind }),
        exchange,
        currency,
        calendar,
        synthetic: true,
      })),
    ),
  };
  for (const { symbol, closes, splits, dividends, assetType, places } of markets.values()) {
    const stem = encodeURIComponent(symbol);
    const missing = new Set(flaws.missing?.get(symbol));
    const wrong = flaws.wrong?.get(symbol);
    const random = randomOf(7);
    const volume = (): string =>
      assetType === "stock" ? String(Math.round(4_000_000 * Math.exp(random.normal() * 0.3))) : "";
    files[`bars/${stem}.csv`] = csv(
      "date,open,high,low,close,volume",
      [...closes]
        .filter(([day]) => !missing.has(day))
        .map(([day, right]) => {
          const close = wrong?.get(day) ?? right;
          const off = (share: number): string => (close * (1 + share)).toFixed(places);
          return [day, off(0.001), off(0.006), off(-0.006), close.toFixed(places), volume()].join(",");
        }),
    );
    if (assetType !== "stock") continue;
    const actions = [
      ...[...splits].map(([day, ratio]) => [day, "split", ratio] as const),
      ...[...dividends].map(([day, each]) => [day, "dividend", each] as const),
    ].toSorted(([a], [b]) => (a < b ? -1 : 1));
    files[`actions/${stem}.csv`] = csv(
      "exDate,kind,value",
      actions.map((row) => row.join(",")),
    );
  }
  writeFiles(dir, files);
}
