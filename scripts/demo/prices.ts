import type { LocalDate } from "#src/core/clock.ts";
import { cents, dilutedEps, dividendOf, newYork, type Results, splitDate, splitRatio } from "./company.ts";
import { type Random, seeded } from "./random.ts";
import { regimes, type StoryEvent } from "./story.ts";

export interface IndexDay {
  readonly date: LocalDate;
  readonly close: number;
}

/** A session of the made-up company, raw: dollars and shares of the day. */
export interface Session {
  readonly date: LocalDate;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Close on close, adjusted for the split, as a fraction; null on the first day. */
  readonly change: number | null;
  /** The index's, likewise. */
  readonly indexChange: number | null;
}

export interface Action {
  readonly exDate: LocalDate;
  readonly kind: "split" | "dividend";
  readonly value: number;
}

const firstDay: LocalDate = "2016-01-04";
const lastDay: LocalDate = "2019-12-31";
/** After the split; some twenty times the earnings of 2015. */
const firstPrice = 27.4;
const beta = 1.15;
/** Shares after the split. */
const usualVolume = 2_400_000;
/** The clustering of volatility, a GARCH(1, 1) around 1 (Bollerslev 1986). */
const clustering = { shock: 0.1, memory: 0.84 };

/** Ascending by ex-date: four dividends a year and the split. */
export function corporateActions(): Action[] {
  const calendar = newYork();
  const dividends = [2016, 2017, 2018, 2019].flatMap((year) =>
    ["03", "06", "09", "12"].map((month) => {
      const exDate = calendar.nextSession(`${year}-${month}-06`);
      const value = cents(dividendOf(year) * (exDate < splitDate ? splitRatio : 1));
      return { exDate, kind: "dividend" as const, value };
    }),
  );
  const split = { exDate: splitDate, kind: "split" as const, value: splitRatio };
  return [...dividends, split].toSorted((a, b) => (a.exDate < b.exDate ? -1 : 1));
}

/** How far the results lie from what was expected, as a move of the price in percent. */
export function resultsMove({ quarter, expectedRevenue, expectedEps }: Results): number {
  const revenue = quarter.flows.revenue / expectedRevenue - 1;
  const earnings = dilutedEps(quarter) / expectedEps - 1;
  return Math.max(-15, Math.min(12, 130 * revenue + 35 * earnings));
}

/**
 * A random walk that follows the index with `beta`, has regimes and clustered volatility of its own, and answers
 * events on the session that can first know of them.
 * @param index ascending, with every session of the range
 */
export function sessions(
  index: readonly IndexDay[],
  events: readonly StoryEvent[],
  results: readonly Results[],
): Session[] {
  const random = seeded("demo prices");
  const moves = movesByDay(events, results, random);
  const actions = corporateActions();
  const made: Session[] = [];
  let price = firstPrice;
  let heat = 1;
  let shock = 0;
  for (const [at, day] of index.entries()) {
    if (day.date < firstDay || day.date > lastDay) continue;
    const before = index[at - 1];
    if (before === undefined) throw new RangeError("the index starts too late");
    heat = 1 - clustering.shock - clustering.memory + clustering.shock * shock ** 2 + clustering.memory * heat;
    // One day in twenty-five is wild: tails are fatter than a normal day's.
    shock = random.normal() * (random.next() < 0.04 ? 2.1 : 0.92);
    const { drift, volatility } = regimeOn(day.date);
    const daily = (volatility / 100 / Math.sqrt(252)) * Math.sqrt(heat);
    const own = drift / 100 / 252 + daily * shock;
    const market = beta * Math.log(day.close / before.close);
    const event = moves.get(day.date) ?? 0;
    const dividend = actions.find((action) => action.exDate === day.date && action.kind === "dividend");
    const basis = day.date < splitDate ? splitRatio : 1;
    const start = price - (dividend?.value ?? 0) / basis;
    const open = start * Math.exp(event + 0.35 * market + 0.3 * daily * random.normal());
    const close = start * Math.exp(event + market + own);
    made.push(
      session(
        day,
        { open, close, before: price, basis, daily, event },
        made.length,
        day.close / before.close - 1,
        random,
      ),
    );
    price = close;
  }
  return made;
}

function session(
  day: IndexDay,
  walk: { open: number; close: number; before: number; basis: number; daily: number; event: number },
  at: number,
  indexChange: number,
  random: Random,
): Session {
  const reach = () => Math.abs(random.normal()) * walk.daily * 0.45;
  const open = cents(walk.open * walk.basis);
  const close = cents(walk.close * walk.basis);
  const change = close / cents(walk.before * walk.basis) - 1;
  const stir = Math.exp(0.22 * random.normal()) * (1 + 16 * Math.abs(change) + 14 * Math.abs(walk.event));
  return {
    date: day.date,
    open,
    high: cents(Math.max(open, close) * (1 + reach())),
    low: cents(Math.min(open, close) * (1 - reach())),
    close,
    volume: Math.round((usualVolume * stir * (day.date < "2018-01-01" ? 1 : 1.25)) / walk.basis / 100) * 100,
    change: at === 0 ? null : change,
    indexChange: at === 0 ? null : indexChange,
  };
}

/** Logarithmic moves by the session that they hit. */
function movesByDay(
  events: readonly StoryEvent[],
  results: readonly Results[],
  random: Random,
): ReadonlyMap<LocalDate, number> {
  const calendar = newYork();
  const moves = new Map<LocalDate, number>();
  const add = (date: LocalDate, percent: number) => {
    if (percent !== 0) moves.set(date, (moves.get(date) ?? 0) + Math.log(1 + percent / 100));
  };
  for (const { date, time, move } of events) {
    if (!calendar.isSession(date)) throw new RangeError(`the story has an event on ${date}, which is no session`);
    add(time < "16:00" ? date : calendar.nextSession(date), move * random.between(0.8, 1.2));
  }
  for (const each of results) add(calendar.nextSession(each.date), resultsMove(each) + random.normal());
  return moves;
}

function regimeOn(date: LocalDate): { drift: number; volatility: number } {
  const found = regimes.findLast((regime) => regime.from <= date);
  if (found === undefined) throw new RangeError(`no regime on ${date}`);
  return found;
}
