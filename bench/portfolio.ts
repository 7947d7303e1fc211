import { portfolioLimits, PortfolioBody } from "#src/contract/portfolios/portfolios.ts";
import { addDays, type LocalDate } from "#src/core/clock.ts";
import { valuePortfolio } from "#src/debate/holdings/portfolio.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import type { Bar, CorporateAction, MarketQuery, Vendor } from "#src/market/market-data.ts";
import { pairSymbol } from "#src/market/symbols/symbols.ts";
import { bar, instrument, split, vendorChainOf } from "#tests/support/memory-vendor.ts";
import { randomOf } from "#tests/support/price-series.ts";
import { median, report } from "./setup.ts";

/*
 * How long the valuation of a portfolio at its limits takes: 50 symbols in four currencies, 300 lots, ten years day by
 * day, four dividends a year and a split each. Prices come from memory, so it is the computation alone.
 */
const times = 3;
const asOf = "2025-12-31";
const from = addDays(asOf, -366 * portfolioLimits.years + 1);
const markets = [
  { suffix: "", calendar: "XNYS", currency: "USD" },
  { suffix: ".DE", calendar: "XETR", currency: "EUR" },
  { suffix: ".L", calendar: "XLON", currency: "GBp" },
  { suffix: ".T", calendar: "XTKS", currency: "JPY" },
] as const;

interface Listed {
  readonly calendar: string;
  readonly currency: string;
  readonly bars: readonly Bar[];
  readonly actions: readonly CorporateAction[];
}

function listed(calendar: string, currency: string, seed: number, isPair: boolean): Listed {
  const random = randomOf(seed);
  const sessions: readonly LocalDate[] = calendarByName(calendar)?.sessionsBetween(addDays(from, -30), asOf) ?? [];
  const at = Math.floor(sessions.length / 2);
  let close = isPair ? 1 : 100;
  const bars = sessions.map((date, index) => {
    close *= Math.exp(random.normal() * (isPair ? 0.004 : 0.012));
    if (!isPair && index === at) close /= 2;
    return { ...bar(date, Number(close.toFixed(isPair ? 6 : 2)), {}, calendar), currency };
  });
  const dividends = sessions
    .filter((_day, index) => index % 63 === 1)
    .map((day) => split(day, 0.25, { action: "dividend", currency }));
  const actions = isPair ? [] : [...dividends, split(sessions[at] ?? asOf, 2)];
  return { calendar, currency, bars, actions: actions.toSorted((a, b) => a.eventTime - b.eventTime) };
}

const symbols = Array.from({ length: portfolioLimits.symbols }, (_, index) => {
  const market = markets[index % markets.length] ?? markets[0];
  const letters = `${String.fromCodePoint(65 + Math.floor(index / 26))}${String.fromCodePoint(65 + (index % 26))}X`;
  return { symbol: `${market.suffix === ".T" ? 7000 + index : letters}${market.suffix}`, ...market };
});
const known = new Map<string, Listed>([
  ...symbols.map(({ symbol, calendar, currency }, seed) => [symbol, listed(calendar, currency, seed, false)] as const),
  ...["USD", "GBP", "JPY"].map(
    (currency, seed) => [pairSymbol(currency, "EUR"), listed("FX", "EUR", 100 + seed, true)] as const,
  ),
  ["SPY", listed("XNYS", "USD", 200, false)],
]);
const source = <T>(of: (one: Listed) => readonly T[]) => ({
  timing: "dated" as const,
  fetch: async ({ instrument: { symbol } }: MarketQuery) => {
    const found = known.get(symbol);
    return found === undefined ? [] : of(found);
  },
});
const vendor: Vendor = {
  name: "bench",
  instrument: async (symbol) => {
    const found = known.get(symbol);
    if (found === undefined) return null;
    const made = instrument(symbol, found.calendar, found.calendar === "FX" ? "currency" : "stock");
    return { ...made, currency: found.currency };
  },
  bars: source(({ bars }) => bars),
  actions: source(({ actions }) => actions),
};

const random = randomOf(7);
const lots = Array.from({ length: portfolioLimits.lots }, (_, index) => ({
  symbol: symbols[index % symbols.length]?.symbol ?? "",
  quantity: String(1 + Math.floor(random.next() * 500)),
  cost_per_unit: "80",
  acquired: addDays(from, Math.floor((index / portfolioLimits.lots) * 365)),
}));
const portfolio = PortfolioBody.parse({ name: "Worst", currency: "EUR", lots });
const tools = {
  vendorsOf: () => vendorChainOf(vendor),
  now: Date.parse("2026-01-01T12:00:00Z"),
  signal: new AbortController().signal,
};
const took: number[] = [];
const worked: number[] = [];
let days = 0;
for (let turn = 0; turn < times; turn += 1) {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const valuation = await valuePortfolio(tools, portfolio, { from, asOf });
  took.push(performance.now() - started);
  const { user, system } = process.cpuUsage(before);
  worked.push((user + system) / 1000);
  days = valuation.days.length;
}
const ms = median(worked);
report(
  {
    figure: "valuation of a portfolio at its limits, processor time",
    value: ms,
    unit: "ms",
    target: "<= 2000",
    met: ms <= 2000,
  },
  { positions: symbols.length, lots: lots.length, days, wall_ms: took.map(Math.round) },
);
