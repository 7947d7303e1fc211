import { positionOf } from "#src/contract/run/instruction.ts";
import type { Horizon, Mark, Signal } from "#src/contract/signals/signals.ts";
import {
  type ReasonCount,
  type ReasonOutcomes,
  type TrackRecord,
  reasonDays,
} from "#src/contract/signals/track-record.ts";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { rounded } from "#src/core/figures/statistics.ts";
import { costs, entryOf } from "./marks.ts";
import type { Prices } from "../public/outcomes.ts";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import type { PublishedCondition } from "#src/product/conditions/queries/condition-watches.ts";

/**
 * A capital of 1 that followed every signal, and one that held. Equal parts; fills at the open of the entry, with
 * costs.
 * @param signals in any order
 */
export function equityOf(signals: readonly Signal[], prices: Prices): TrackRecord["equity"] {
  const bySymbol = Map.groupBy(signals, ({ symbol }) => symbol);
  const positions = [...bySymbol].flatMap(([symbol, own]) => {
    const days = prices.daysOf(symbol);
    const orders = ordersOf(own, days);
    const first = [...orders.keys()].toSorted((a, b) => a - b)[0];
    if (first === undefined) return [];
    return [
      {
        days,
        rule: positionEquity(days, orders),
        held: positionEquity(days, new Map([[first, 1]])),
        from: days[first]?.session ?? "",
      },
    ];
  });
  const from = positions.map((one) => one.from).toSorted()[0];
  if (from === undefined) return { sessions: [], rule: [], buy_and_hold: [] };
  const sessions = [...new Set(positions.flatMap(({ days }) => days.map(({ session }) => session)))]
    .filter((session) => session >= from)
    .toSorted();
  const together = (pick: (one: (typeof positions)[number]) => readonly number[]): number[] =>
    mean(
      sessions,
      positions.map((one) => ({ days: one.days, values: pick(one) })),
    );
  return { sessions, rule: together(({ rule }) => rule), buy_and_hold: together(({ held }) => held) };
}

/** The last published of a day counts. */
function ordersOf(signals: readonly Signal[], days: readonly KnownDay[]): Map<number, number> {
  const orders = new Map<number, number>();
  for (const signal of signals.toSorted((a, b) => a.number - b.number)) {
    const target = positionOf(signal.rating, signal.allow_short === true);
    const at = entryOf(signal, days);
    if (at !== -1 && target !== "keep") orders.set(at, target);
  }
  return orders;
}

function positionEquity(days: readonly KnownDay[], orders: ReadonlyMap<number, number>): number[] {
  const up = (1 + costs.slippageBps / 10_000) * (1 + costs.commissionBps / 10_000) - 1;
  const down = 1 - (1 - costs.slippageBps / 10_000) * (1 - costs.commissionBps / 10_000);
  let cash = 1;
  let shares = 0;
  let mark = 0;
  return days.map((day, index) => {
    shares *= day.split;
    mark /= day.split;
    cash += shares * day.dividend;
    const target = orders.get(index);
    if (target !== undefined && day.price !== null) {
      // The target share of what is left after the trade's costs.
      const { open } = day.price;
      const gap = target * (cash + shares * open) - shares * open;
      const value = gap > 0 ? gap / (1 + target * up) : gap / (1 - target * down);
      shares += value / open;
      cash -= value + (gap > 0 ? value * up : -value * down);
    }
    mark = day.price?.close ?? mark;
    return cash + shares * mark;
  });
}

interface EquityLine {
  readonly days: readonly KnownDay[];
  readonly values: readonly number[];
}

/** A missing session carries the last value. */
function mean(sessions: readonly LocalDate[], lines: readonly EquityLine[]): number[] {
  const sums = sessions.map(() => 0);
  for (const { days, values } of lines) {
    let at = -1;
    for (const [index, session] of sessions.entries()) {
      while ((days[at + 1]?.session ?? "9999") <= session) at += 1;
      sums[index] = (sums[index] ?? 0) + (values[at] ?? 1);
    }
  }
  return sums.map((sum) => rounded(sum / lines.length));
}

interface Marked {
  readonly signal: Pick<Signal, "id" | "rating">;
  readonly marks: readonly Pick<Mark, "horizon" | "status" | "hit">[];
}

/**
 * Conditions' outcomes, beside whether ratings were right.
 * @param horizon of the prices
 */
export function reasonsOf(
  signals: readonly Marked[],
  conditions: readonly PublishedCondition[],
  horizon: Horizon,
): ReasonOutcomes {
  const bySignal = Map.groupBy(conditions, ({ signal }) => signal);
  const named = signals.map((one) => ({ ...one, conditions: bySignal.get(one.signal.id) ?? [] }));
  const all = named.flatMap((one) => one.conditions);
  return {
    all: countOf(all),
    by_rating: Opinion.options.map((rating) => ({
      rating,
      ...countOf(named.flatMap((one) => (one.signal.rating === rating ? one.conditions : []))),
    })),
    by_days: reasonDays.map((most, index) => {
      const least = reasonDays[index - 1] ?? -1;
      return {
        up_to_days: most,
        ...countOf(all.filter(({ days }) => days > least && (most === null || days <= most))),
      };
    }),
    beside_prices: { horizon, ...besidePrices(named, horizon) },
  };
}

function countOf(conditions: readonly PublishedCondition[]): ReasonCount {
  const count = (status: PublishedCondition["status"]): number =>
    conditions.filter((one) => one.status === status).length;
  const [held, broken] = [count("held"), count("broken")];
  return {
    held,
    broken,
    undecided: count("expired"),
    open: count("holds"),
    held_share: held + broken === 0 ? null : held / (held + broken),
  };
}

/** Once all are decided, or one has broken. */
function besidePrices(
  named: readonly (Marked & { readonly conditions: readonly PublishedCondition[] })[],
  horizon: Horizon,
): Omit<ReasonOutcomes["beside_prices"], "horizon"> {
  const counts = { right_held: 0, right_broken: 0, wrong_held: 0, wrong_broken: 0 };
  for (const { marks, conditions } of named) {
    const mark = marks.find((one) => one.horizon === horizon);
    if (mark === undefined || mark.status !== "settled" || mark.hit === null) continue;
    const isBroken = conditions.some(({ status }) => status === "broken");
    const hasHeld = conditions.some(({ status }) => status === "held");
    if (!isBroken && (!hasHeld || conditions.some(({ status }) => status === "holds"))) continue;
    counts[`${mark.hit ? "right" : "wrong"}_${isBroken ? "broken" : "held"}`] += 1;
  }
  return counts;
}
