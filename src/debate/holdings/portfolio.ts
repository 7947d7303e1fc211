import { Holdings } from "#src/contract/holdings/holdings.ts";
import type { PortfolioBody, PortfolioPosition, PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import { addDays, type LocalDate } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import {
  comoves,
  concentration,
  money,
  type Close,
  type Comovement,
  Exact,
  type History,
  type RateAt,
} from "./book.ts";
import { canonicalSymbol, readHistories, type HistoryTools, readRates, readBenchmark } from "./prices.ts";
import { cents, dayByDay, heldLots, percent, positionOn, total, worthOn, type HeldLots } from "./portfolio-value.ts";

/* A saved portfolio as of a day, from the prices, splits and dividends that were known by its close. */

export type Valuation = Omit<PortfolioValuation, "portfolio_id">;

/** Calendar days of the sessions that figures of risk are from. */
const riskDays = 400;

/** @param from the first of the days in the series @throws Cancelled */
export async function valuePortfolio(
  tools: HistoryTools,
  portfolio: PortfolioBody,
  { from, asOf }: { readonly from: LocalDate; readonly asOf: LocalDate },
): Promise<Valuation> {
  const { currency: base } = portfolio;
  const riskFrom = addDays(asOf, -riskDays);
  const { held, rateAt, doubts } = await readLots(tools, portfolio, asOf, from < riskFrom ? from : riskFrom);
  const rows = held.flatMap((one) => {
    const position = positionOn(one, asOf, base, rateAt);
    return position === null ? [] : [{ ...one, position }];
  });
  const valued = rows.filter(({ position }) => position.value !== null);
  const cash = cents(new Exact(portfolio.cash));
  const sums = (field: "value" | "cost" | "dividends" | "profit") =>
    total(valued.map(({ position }) => (position[field] === null ? null : new Exact(position[field]))));
  const invested = sums("value") ?? new Exact(0);
  const whole = invested.plus(cash);
  const weigh = ({ value }: PortfolioPosition): number | null =>
    value === null || !whole.gt(0) ? null : new Exact(value).div(whole).toNumber();
  const legs = valued.map(({ position, history }): RiskLeg => {
    const closes = inBase(history, base, riskFrom, asOf, rateAt);
    return { symbol: position.symbol, value: Number(position.value), weight: weigh(position), closes };
  });
  const series = dayByDay(valued, { from, to: asOf }, base, rateAt);
  const last = series.days.at(-1);
  const inText = (amount: ReturnType<typeof total>): string | null => (amount === null ? null : money(amount));
  return {
    date: asOf,
    currency: base,
    value: money(whole),
    positions_value: money(invested),
    cash: money(cash),
    cost: inText(sums("cost")),
    dividends: inText(sums("dividends")),
    profit: inText(sums("profit")),
    positions: rows.map(({ position }) => {
      const weight = weigh(position);
      return { ...position, weight_pct: weight === null ? null : percent(weight) };
    }),
    drawdown: {
      now_pct: last?.drawdown_pct ?? null,
      worst_pct: series.worst,
      symbols: legs.map(({ symbol }) => symbol),
      from: series.days[0]?.date ?? null,
      to: last?.date ?? null,
    },
    beta: await betaOf(tools, legs, { asOf, base }, rateAt),
    concentration: concentrationOf(legs, asOf),
    correlation: correlationOf(legs),
    days: [...series.days],
    missing: rows.flatMap(({ position: { symbol, notes } }) => notes.map((reason) => ({ symbol, reason }))),
    notes: [
      ...doubts,
      ...series.notes,
      ...(whole.gt(0) ? [] : ["The portfolio has no value to hold a position against, so no weights are given."]),
    ],
  };
}

/**
 * What an analysis as of a day is told that its asker holds: quantities with the splits known by its close.
 * @throws Cancelled; InvalidInput where a quantity has grown too long to be told
 */
export async function holdingsOn(tools: HistoryTools, portfolio: PortfolioBody, day: LocalDate): Promise<Holdings> {
  const { currency, cash, limits, horizon_days } = portfolio;
  const { held, rateAt } = await readLots(tools, portfolio, day, day);
  const positions = held.flatMap((one) => {
    const worth = worthOn(one, day, currency, rateAt);
    const quantity = worth?.quantity.toDecimalPlaces(8);
    if (quantity === undefined || quantity.isZero()) return [];
    const { cost } = worth ?? { cost: null };
    // Of lots on both sides it may not be what one paid.
    const isPaid = cost !== null && (cost.isZero() || cost.isNegative() === quantity.isNegative());
    const basis = isPaid ? cost.abs().toFixed() : null;
    return [{ symbol: one.history.symbol, quantity: quantity.toFixed(), cost_basis: basis }];
  });
  const read = Holdings.safeParse({ currency, positions, cash, limits, horizon_days });
  if (!read.success) throw new InvalidInput("a quantity of the portfolio is too large for an analysis");
  return read.data;
}

/** Each instrument once, whatever its spelling. */
async function readLots(
  tools: HistoryTools,
  { lots, currency: base }: PortfolioBody,
  asOf: LocalDate,
  since: LocalDate,
): Promise<{ readonly held: readonly HeldLots[]; readonly rateAt: RateAt; readonly doubts: readonly string[] }> {
  const there = Map.groupBy(
    lots.filter(({ acquired }) => acquired <= asOf),
    ({ symbol }) => canonicalSymbol(symbol),
  );
  const wanted = [...there].map(([symbol, own]) => ({
    symbol,
    since: own.reduce((first, { acquired }) => (acquired < first ? acquired : first), since),
  }));
  const histories = await readHistories(tools, wanted, asOf);
  const currencies = [
    ...[...histories.values()].map(({ currency }) => currency),
    ...lots.flatMap((lot) => lot.currency ?? []),
  ];
  const first = wanted.reduce((earliest, one) => (one.since < earliest ? one.since : earliest), since);
  const { rateAt, doubts } = await readRates(tools, currencies, base, { since: first, until: asOf });
  const held = [...there].flatMap(([symbol, own]) => {
    const history = histories.get(symbol);
    return (history === undefined ? null : heldLots(history, own, { asOf, base }, rateAt)) ?? [];
  });
  return { held, rateAt, doubts };
}

interface RiskLeg {
  readonly symbol: string;
  readonly value: number;
  /** Of positions and cash. */
  readonly weight: number | null;
  readonly closes: readonly Close[];
}

/** On the split basis of the last day. */
function inBase(history: History, base: string, from: LocalDate, to: LocalDate, rateAt: RateAt): Close[] {
  const { closes, splits, currency } = history;
  let ratio = 1;
  let next = splits.length - 1;
  const adjusted: Close[] = [];
  for (const { date, close } of closes.toReversed()) {
    if (date < from) break;
    for (let split = splits[next]; split !== undefined && split.exDate > date; split = splits[--next])
      if (split.exDate <= to) ratio *= split.value;
    const rate = rateAt(currency, base, date);
    if (rate !== null) adjusted.push({ date, close: (close / ratio) * rate });
  }
  return adjusted.toReversed();
}

/**
 * To the benchmark of the largest position's market that has one, in the portfolio's currency as the positions are, with
 * today's weights held fixed. @throws Cancelled
 */
async function betaOf(
  { vendorsOf, now, signal }: HistoryTools,
  legs: readonly RiskLeg[],
  { asOf, base }: { readonly asOf: LocalDate; readonly base: string },
  rateAt: RateAt,
): Promise<PortfolioValuation["beta"]> {
  const at = { now, signal, tradeDate: asOf, asOf: Number.POSITIVE_INFINITY };
  let benchmark: Awaited<ReturnType<typeof readBenchmark>> = null;
  for (const { symbol } of bySize(legs))
    benchmark ??= await readBenchmark({ ...at, vendors: vendorsOf(symbol) }, symbol);
  const closes = (benchmark?.closes ?? []).flatMap(({ date, close, currency }) => {
    const rate = rateAt(currency, base, date);
    return rate === null ? [] : [{ date, close: close * rate }];
  });
  const against = legs.map((leg) => comoves(leg.closes, [{ weight: 1, closes }]));
  const isWhole = legs.length > 0 && legs.every(({ weight }, place) => weight !== null && against[place]?.beta != null);
  const sum = legs.reduce((all, { weight }, place) => all + (weight ?? 0) * (against[place]?.beta ?? 0), 0);
  return {
    value: isWhole ? Number(sum.toFixed(4)) : null,
    benchmark: benchmark?.symbol ?? null,
    symbols: legs.flatMap(({ symbol }, place) => (against[place]?.beta == null ? [] : [symbol])),
    ...spanOf(against),
  };
}

function bySize(legs: readonly RiskLeg[]): RiskLeg[] {
  return legs.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

function concentrationOf(legs: readonly RiskLeg[], asOf: LocalDate): PortfolioValuation["concentration"] {
  const gross = legs.reduce((sum, { value }) => sum + Math.abs(value), 0);
  const largest = bySize(legs)[0] ?? null;
  const hhi = concentration(legs.map(({ value }) => value));
  return {
    largest:
      largest === null || gross === 0
        ? null
        : { symbol: largest.symbol, share_pct: percent(Math.abs(largest.value) / gross) },
    hhi: hhi === null ? null : Number(hhi.toFixed(4)),
    symbols: legs.map(({ symbol }) => symbol),
    from: legs.length === 0 ? null : asOf,
    to: legs.length === 0 ? null : asOf,
  };
}

function correlationOf(legs: readonly RiskLeg[]): PortfolioValuation["correlation"] {
  const pairs = legs.map(({ closes }, row) =>
    legs.slice(0, row).map((other) => comoves(closes, [{ weight: 1, closes: other.closes }])),
  );
  const known = pairs.flat().flatMap(({ correlation }) => correlation ?? []);
  const at = (row: number, column: number): number | null => {
    const found = row === column ? 1 : (pairs[Math.max(row, column)]?.[Math.min(row, column)]?.correlation ?? null);
    return found === null ? null : Number(found.toFixed(4));
  };
  return {
    average: known.length === 0 ? null : Number((known.reduce((sum, one) => sum + one, 0) / known.length).toFixed(4)),
    matrix: legs.map((_one, row) => legs.map((_other, column) => at(row, column))),
    symbols: legs.map(({ symbol }) => symbol),
    ...spanOf(pairs.flat()),
  };
}

function spanOf(compared: readonly Comovement[]): { readonly from: LocalDate | null; readonly to: LocalDate | null } {
  const dates = compared.flatMap(({ from, to }) => (from === null || to === null ? [] : [from, to])).toSorted();
  return { from: dates[0] ?? null, to: dates.at(-1) ?? null };
}
