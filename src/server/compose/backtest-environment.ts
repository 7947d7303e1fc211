import { decisionDates } from "#src/backtest/price-path.ts";
import { trialOf } from "#src/backtest/validity/deflated-sharpe.ts";
import type { BacktestOrder } from "#src/contract/backtests/backtests.ts";
import type { ListedInstrument } from "#src/contract/signals/instruments.ts";
import { calendarByName, tooEarly } from "#src/market/calendar/calendar.ts";
import { readSymbol } from "#src/market/symbols/read-symbol.ts";
import type { ParsedSymbol } from "#src/market/symbols/symbols.ts";
import { addDays, toIso, type Clock } from "#src/core/clock.ts";
import type { Settings } from "#src/core/config/config.ts";
import type { BacktestEnvironment, ReadOrder } from "#src/product/backtests/public/order.ts";
import { listedInstruments } from "./data/archives.ts";
import { backtestArchives } from "./data/choose-data.ts";

type Refused = Extract<ReadOrder, { ok: false }>;
type Priced = ListedInstrument & { readonly from: string; readonly to: string };

/** On the worker's archives. */
export async function composeBacktestEnvironment(
  settings: Settings,
  demoArchive: string,
  clock: Clock,
): Promise<BacktestEnvironment> {
  const instruments = (await listedInstruments(backtestArchives(settings, demoArchive))).filter(hasPrices);
  return { instruments, read: (order) => read(order, instruments, clock), trialOf };
}

function read(order: BacktestOrder, instruments: readonly Priced[], clock: Clock): ReadOrder {
  const { from, to, every } = order;
  const symbols = symbolsOf(order.symbols, instruments);
  if (!Array.isArray(symbols)) return symbols;
  const yesterday = addDays(toIso(clock.now()).slice(0, 10), -1);
  if (to > yesterday) return refuse("to", `must be ${yesterday} or earlier`);
  const early = tooEarly(from);
  if (early !== null) return refuse("from", early);
  if (from > to) return refuse("from", "must not be after the last date");
  const notes: string[] = [];
  let decisions = 0;
  for (const { parsed, listed } of symbols) {
    const calendar = calendarByName(parsed.calendar);
    if (calendar === null) throw new RangeError(`a parsed symbol with the calendar ${parsed.calendar}`);
    const end = listed.to < to ? listed.to : to;
    const own = decisionDates(calendar, from, end, every).length;
    if (own === 0) return refuse("from", `the prices of ${listed.symbol} go from ${listed.from} to ${listed.to}`);
    if (from < listed.from)
      notes.push(`Prices of ${listed.symbol} begin on ${listed.from}. Before that, its rating is REVIEW.`);
    if (listed.to < to)
      notes.push(`Prices of ${listed.symbol} end on ${listed.to}, so its part of the backtest ends there.`);
    if (listed.synthetic) notes.push(`${listed.symbol} uses synthetic data.`);
    decisions += own;
  }
  const crypto = symbols.some(({ parsed }) => parsed.assetType === "crypto");
  return {
    ok: true,
    asked: { ...order, symbols: symbols.map(({ parsed }) => parsed.symbol), asset_type: crypto ? "crypto" : "stock" },
    decisions,
    notes,
  };
}

/** Canonical, sorted, unique; one kind and currency. */
function symbolsOf(
  names: readonly string[],
  instruments: readonly Priced[],
): { readonly parsed: ParsedSymbol; readonly listed: Priced }[] | Refused {
  const found = new Map<string, { readonly parsed: ParsedSymbol; readonly listed: Priced }>();
  const known = instruments.map(({ symbol }) => symbol);
  for (const name of names) {
    const parsed = readSymbol(name, undefined, known);
    if (!parsed.ok) return refuse("symbols", `${parsed.text}: ${parsed.reason}`);
    const listed = instruments.find(({ symbol }) => symbol === parsed.symbol.symbol);
    if (listed === undefined)
      return refuse("symbols", `${parsed.symbol.symbol}: this server's archives have no prices for it`);
    found.set(listed.symbol, { parsed: parsed.symbol, listed });
  }
  const all = [...found.values()].toSorted((a, b) => (a.listed.symbol < b.listed.symbol ? -1 : 1));
  if (new Set(all.map(({ parsed }) => parsed.assetType === "crypto")).size > 1)
    return refuse(
      "symbols",
      "stocks and coins cannot be combined because their years differ in length; test them separately",
    );
  const currencies = new Set(all.map(({ listed }) => listed.currency));
  if (currencies.size > 1)
    return refuse(
      "symbols",
      `prices in ${[...currencies].join(" and ")} cannot be combined in one portfolio; test them separately`,
    );
  return all;
}

function refuse(field: Refused["field"], reason: string): Refused {
  return { ok: false, field, reason };
}

function hasPrices(listed: ListedInstrument): listed is Priced {
  return listed.from !== null && listed.to !== null;
}
