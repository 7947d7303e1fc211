import type { BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { baselines } from "../baselines.ts";
import { combineTracks, dailyReturns } from "../metrics.ts";
import { type Subject, costsOf, ordersOf } from "../orders.ts";
import type { Day, PricePath } from "../price-path.ts";
import { type Costs, type Order, simulate } from "../simulate.ts";
import type { ValidityTable } from "#src/contract/backtests/validity.ts";
import { countText, percentText } from "#src/core/text/number-text.ts";
import { type Finding, type ValidityInput, advantageOf, figure, table, yearly } from "./section.ts";

/** What trading is made harder by. */
export interface Friction {
  readonly slippageByAtr: boolean;
  readonly capByVolume: boolean;
  /** Sessions by which an order comes later. */
  readonly delay: number;
  /** Basis points of the traded value, added to what was set. */
  readonly more: number;
}

export const none: Friction = {
  slippageByAtr: false,
  capByVolume: false,
  delay: 0,
  more: 0,
};

/** Share of a day's average true range, paid at each fill. */
const atrShare = 0.1;
/** Share of the volume of that day. */
const volumeShare = 0.01;
const atrSessions = 14;

/** Of an instrument what a simulation reads. */
export interface Traded {
  readonly path: Pick<PricePath, "days">;
  readonly decisions: readonly Pick<Subject["decisions"][number], "session" | "rating">[];
}

/** Each with the same friction. */
export interface Frictional {
  readonly own: readonly number[];
  readonly held: readonly number[];
}

/**
 * ATR slippage: the larger of the set one and 10 % of ATR(14) / close before. Volume: 1 % of the day's shares for
 * `capital`, the rest later. Delay: in sessions.
 */
export function withFriction(
  settings: Pick<BacktestSettings, "commission_bps" | "slippage_bps" | "short">,
  subjects: readonly Traded[],
  friction: Friction,
  capital: number,
): Frictional {
  const start = subjects.flatMap(({ decisions }) => decisions.slice(0, 1).map(({ session }) => session)).toSorted()[0];
  if (start === undefined) return { own: [], held: [] };
  const sessions = [
    ...new Set(subjects.flatMap(({ path }) => path.days.map(({ session }) => session).filter((day) => day >= start))),
  ].toSorted();
  const run = (ordersFor: (subject: Traded, from: LocalDate) => readonly Order[]): number[] =>
    dailyReturns(
      combineTracks(
        subjects.map((subject) => {
          const { days } = subject.path;
          const from = days.find(({ session }) => session >= start)?.session ?? start;
          const costs = costsUnder(costsOf(settings), days, friction, capital / subjects.length);
          return simulate(days, start, later(ordersFor(subject, from), days, friction.delay), costs).track;
        }),
        sessions,
      ).equity,
    );
  const rest = { short: settings.short, seed: "" };
  return {
    own: run(({ decisions }) => ordersOf(decisions, settings.short)),
    held: run(({ path: { days } }, from) => baselines.buy_and_hold({ days, decisions: [], from, ...rest })),
  };
}

/** Beyond what was set, in basis points. */
const dearest = 500;

/** Basis points a fill, by halving; `null` above 500 more. */
export function breakEvenCost(
  settings: Parameters<typeof withFriction>[0],
  subjects: readonly Traded[],
  capital: number,
): number | null {
  const at = (more: number): number => {
    const { own, held } = withFriction(settings, subjects, { ...none, more }, capital);
    const grown = (returns: readonly number[]): number => returns.reduce((sum, value) => sum + Math.log1p(value), 0);
    return grown(own) - grown(held);
  };
  let [low, high] = [0, dearest];
  if (at(high) > 0) return null;
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (at(middle) > 0) low = middle;
    else high = middle;
  }
  return low + settings.slippage_bps + settings.commission_bps;
}

/** @param part share of the capital that this instrument has at the start */
function costsUnder(costs: Costs, days: readonly Day[], friction: Friction, part: number): Costs {
  const slippageBps = costs.slippageBps + friction.more;
  const ranges = friction.slippageByAtr ? rangesBefore(days) : null;
  const volumes = friction.capByVolume
    ? new Map(days.map(({ session, bar }) => [session, ((bar?.volume ?? 0) * (bar?.open ?? 0)) / part]))
    : null;
  return {
    ...costs,
    slippageBps,
    ...(ranges && {
      slippageOn: (session: LocalDate) => Math.max(slippageBps, 10_000 * atrShare * (ranges.get(session) ?? 0)),
    }),
    ...(volumes && {
      mostOn: (session: LocalDate) => volumeShare * (volumes.get(session) ?? 0),
    }),
  };
}

function later(orders: readonly Order[], days: readonly Day[], delay: number): readonly Order[] {
  if (delay === 0) return orders;
  const places = new Map(days.map(({ session }, index) => [session, index]));
  return orders.flatMap(({ session, target }) => {
    const place = places.get(session) ?? days.findIndex((day) => day.session > session) - 1;
    const moved = days[place + delay]?.session;
    return moved === undefined ? [] : [{ session: moved, target }];
  });
}

/**
 * ATR(14) / close before each session, on today's basis.
 * @see J. W. Wilder, New Concepts in Technical Trading Systems (1978)
 */
function rangesBefore(days: readonly Day[]): ReadonlyMap<LocalDate, number> {
  const known = new Map<LocalDate, number>();
  const first: number[] = [];
  let atr: number | null = null;
  let close: number | null = null;
  for (const { session, split, bar } of days) {
    if (close !== null) close /= split;
    if (atr !== null) atr /= split;
    if (atr !== null && close !== null) known.set(session, atr / close);
    if (bar === null) continue;
    if (close !== null) {
      const range = Math.max(bar.high - bar.low, Math.abs(bar.high - close), Math.abs(bar.low - close));
      if (atr !== null) atr += (range - atr) / atrSessions;
      else if (first.push(range) === atrSessions) atr = first.reduce((sum, value) => sum + value, 0) / atrSessions;
    }
    close = bar.close;
  }
  return known;
}

const harder: readonly {
  readonly name: string;
  readonly friction: Friction;
}[] = [
  { name: "As set", friction: none },
  { name: "A session later", friction: { ...none, delay: 1 } },
  { name: "Slippage by ATR", friction: { ...none, slippageByAtr: true } },
  { name: "Cap by volume", friction: { ...none, capByVolume: true } },
  { name: "All of these", friction: { slippageByAtr: true, capByVolume: true, delay: 1, more: 0 } },
];

/** P2: does the advantage outlive costs, slippage, thin markets and a delay? */
export function frictions(input: ValidityInput): Finding {
  const { result, subjects, capital } = input;
  if (subjects === null)
    return {
      verdict: "cannot_tell",
      reason: "no_archives",
      text: "The price archives are missing, so nothing could be simulated again.",
    };
  const perYear = result.portfolio.sessions_per_year;
  const came = harder.map(({ name, friction }) => {
    const { own, held } = withFriction(result.settings, subjects, friction, capital);
    return { name, own: yearly(own, perYear), held: yearly(held, perYear), ...advantageOf(own, held, perYear) };
  });
  const [set, delayed, atr, capped, all] = came;
  const base = set?.value ?? null;
  const breakEven = base === null || base <= 0 ? null : breakEvenCost(result.settings, subjects, capital);
  const figures = [
    figure("advantage", base, set?.interval ?? null),
    figure("advantage_delayed", delayed?.value ?? null, delayed?.interval ?? null),
    figure("advantage_atr", atr?.value ?? null, atr?.interval ?? null),
    figure("advantage_capped", capped?.value ?? null, capped?.interval ?? null),
    figure("advantage_all", all?.value ?? null, all?.interval ?? null),
    figure("break_even_cost", breakEven),
  ];
  const tables = [simulated(came)];
  const volumes = subjects.some(({ path }) => path.days.some(({ bar }) => bar !== null && (bar.volume ?? 0) > 0));
  const notes = [
    `Slippage by ATR: ${percentText(atrShare)} of ATR(14) at each fill if that is more than the setting. Cap: ${percentText(volumeShare)} of the day's volume for a portfolio of $${countText(capital)}; the rest follows on later days. Both sides of each comparison bear the same costs.`,
    ...(volumes ? [] : ["The archives hold no volume, so with the cap nothing could be traded."]),
  ];
  const rest = { figures, tables, notes };
  if (base === null || base <= 0)
    return {
      verdict: "cannot_tell",
      reason: "no_advantage",
      text: `It did not beat buy and hold with the costs that were set (${percentText(base ?? 0, 1)} a year), so there is no advantage for frictions to remove.`,
      ...rest,
    };
  const lost = came.filter(({ value }) => value === null || value <= 0).map(({ name }) => name.toLowerCase());
  if (lost.length > 0)
    return {
      verdict: "fail",
      reason: "advantage_lost",
      text: `Its advantage of ${percentText(base, 1)} a year over buy and hold is gone with: ${lost.join(", ")}.`,
      ...rest,
    };
  if (came.some(({ interval }) => interval?.status !== "given" || interval.low <= 0))
    return {
      verdict: "cannot_tell",
      reason: "no_clear_advantage",
      text: `It was ${percentText(base, 1)} a year ahead of buy and hold, and ${percentText(all?.value ?? 0, 1)} with all frictions, but at least one interval includes zero: this can be chance.`,
      ...rest,
    };
  return {
    verdict: "pass",
    reason: "advantage_stays",
    text: `Its advantage of ${percentText(base, 1)} a year over buy and hold stays clearly above zero under each friction and under all together (${percentText(all?.value ?? 0, 1)}).`,
    ...rest,
  };
}

function simulated(
  came: readonly {
    readonly name: string;
    readonly own: number;
    readonly held: number;
    readonly value: number | null;
  }[],
): ValidityTable {
  return table(
    "Simulated anew",
    [
      ["", "text"],
      ["Debate, per year", "fraction"],
      ["Buy and hold, per year", "fraction"],
      ["Difference", "fraction"],
    ],
    came.map(({ name, own, held, value }) => [name, own, held, value]),
    3,
  );
}
