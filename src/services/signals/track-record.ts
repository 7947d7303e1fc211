import { Opinion } from "#src/contract/analysis.ts";
import {
  genesis,
  horizons,
  houseList,
  type CalibrationBin,
  type Horizon,
  type Mark,
  type RatingRecord,
  type Signal,
  type TrackedSignal,
  type TrackRecord,
} from "#src/contract/signals.ts";
import type { Sql } from "#src/db/database.ts";
import { countOutcomes } from "#src/db/queries/signal-runs.ts";
import { findHead, listSignals, type StoredSignal } from "#src/db/queries/signals.ts";
import { meanInterval, shareInterval } from "#src/platform/interval.ts";
import { rounded } from "#src/platform/rounded.ts";
import type { Outcome } from "#src/platform/shared-sessions.ts";
import type { Context } from "../context.ts";
import { equityOf } from "./equity.ts";
import { costs, direction } from "./marks.ts";
import { loadPrices, settledMarks } from "./settled.ts";

const calibrated: Horizon = 21;
const edges = [0, 0.2, 0.4, 0.6, 0.8] as const;
const edge = 0.2;

const assumptions = [
  "A signal is entered at the open of the first session that opens after it was published, and marked at the close of the 1st, 5th, 21st and 63rd session from there; the first one counts.",
  "Returns are those of one share with splits and dividends on their day, as each session was known at its own close; nothing that is learned later changes them.",
  `After costs means ${costs.commissionBps} basis point of commission and ${costs.slippageBps} of slippage on each fill. Selling short borrows for free, which it does not.`,
  "Excess is the return less that of the benchmark over the same sessions: SPY, else ^GSPC, for New York listings, the national index elsewhere, BTC-USD for other coins, and cash at 0 % for what has none. ^GSPC and most national indices are price indices: they hold no dividends, and the returns compared with them do.",
  "Right is up for Buy and Overweight, down for Underweight and Sell. Hold is an opinion without a direction; REVIEW is no opinion, is never a signal and is counted by itself.",
  "Signals that share sessions say less than as many that share none. An interval counts them for what they are worth: signals of one session as one, signals whose sessions overlap for the part that does not. It is the wider of two, one from the overlap alone and one that also hears of other dependence, both with Student's t.",
  "There is no interval below ten outcomes and three blocks, a block being as many sessions as the horizon. In simulations with outcomes of independent, dependent and fat-tailed returns, intervals of 95 % held the true figure in at least 90 of 100 cases.",
  "The rule gives each instrument an equal part: all of it under Buy, half under Overweight, none under Underweight and Sell; Hold keeps. Buy and hold buys the same instruments where the rule first could and keeps them. Which instruments these are was chosen by whoever runs the list.",
  "A withdrawn signal stays in every figure.",
  "Who a signal is about is shown once the session is over in which it is entered; until then its hash stands for it.",
] as const;

interface Tracked extends StoredSignal {
  readonly marks: readonly Mark[];
}

/** The record that was put together last, as long as nothing was published or settled since. */
const kept = new WeakMap<Sql, { readonly key: string; readonly record: TrackRecord }>();

/** The public record of the house's list: every signal and what became of it. For everybody. */
export async function trackRecord({ db }: Pick<Context, "db">): Promise<TrackRecord> {
  const [head, runs, signals] = await Promise.all([
    findHead(db.sql, houseList),
    countOutcomes(db.sql, houseList),
    listSignals(db.sql, houseList),
  ]);
  const prices = await loadPrices(db.sql, [...new Set(signals.map(({ signal }) => signal.symbol))]);
  const days = signals.map(({ signal }) => prices.daysOf(signal.symbol).at(-1)?.session ?? "");
  const against = signals.map(({ signal }) => prices.benchmarkOf(signal.symbol).days.at(-1)?.session ?? "");
  const last = days.toSorted().at(-1) ?? "";
  const key = JSON.stringify([head, runs, signals.length, days, against]);
  const known = kept.get(db.sql);
  if (known?.key === key) return known.record;
  const tracked = signals.map((one) => ({ ...one, marks: settledMarks(one.signal, prices) }));
  const open = tracked.filter((one) => !isSealed(one));
  const opinions = runs.signal + runs.review;
  const places = placesOf(signals.flatMap(({ signal }) => prices.daysOf(signal.symbol)));
  const record: TrackRecord = {
    list: houseList,
    head: { number: head?.number ?? 0, hash: head?.hash ?? genesis },
    last_session: last === "" ? null : last,
    assumptions: [...assumptions],
    runs,
    review_rate: opinions === 0 ? null : runs.review / opinions,
    withdrawn: tracked.filter(({ withdrawn }) => withdrawn !== null).length,
    ratings: countRatings(open),
    by_rating: Opinion.options.flatMap((rating) =>
      horizons.map((horizon) => recordOf(settledAt(open, horizon), rating, horizon, places)),
    ),
    calibration: { horizon: calibrated, bins: edges.map((from) => binOf(settledAt(open, calibrated), from, places)) },
    equity: equityOf(
      open.map(({ signal }) => signal),
      prices,
    ),
    signals: tracked.map(toTracked),
  };
  kept.set(db.sql, { key, record });
  return record;
}

/** What subscribers pay for is theirs alone until it can be traded by everybody. */
function isSealed({ marks }: Tracked): boolean {
  return marks.every(({ entry_session: entered }) => entered === null);
}

function toTracked(one: Tracked): TrackedSignal {
  const { signal, hash, withdrawn, marks } = one;
  const sealed = isSealed(one);
  const { number, published_at } = signal;
  return { number, hash, published_at, sealed, signal: sealed ? null : signal, withdrawn, marks: [...marks] };
}

function countRatings(signals: readonly Tracked[]): TrackRecord["ratings"] {
  const count = (rating: Opinion): number => signals.filter(({ signal }) => signal.rating === rating).length;
  return {
    Buy: count("Buy"),
    Overweight: count("Overweight"),
    Hold: count("Hold"),
    Underweight: count("Underweight"),
    Sell: count("Sell"),
  };
}

interface Settled {
  readonly signal: Signal;
  readonly mark: Mark;
}

function settledAt(signals: readonly Tracked[], horizon: Horizon): Settled[] {
  return signals.flatMap(({ signal, marks }) => {
    const mark = marks.find((one) => one.horizon === horizon && one.status === "settled");
    return mark === undefined ? [] : [{ signal, mark }];
  });
}

/** Sessions by their place among all that any instrument of the record had. */
type Places = ReadonlyMap<string, number>;

function placesOf(days: readonly { readonly session: string }[]): Places {
  return new Map([...new Set(days.map(({ session }) => session))].toSorted().map((session, index) => [session, index]));
}

function recordOf(settled: readonly Settled[], rating: Opinion, horizon: Horizon, places: Places): RatingRecord {
  const own = settled.filter(({ signal }) => signal.rating === rating);
  const hits = own.filter(({ mark }) => mark.hit === true).length;
  const isDirected = direction[rating] !== 0;
  return {
    rating,
    horizon,
    settled: own.length,
    hits: isDirected ? hits : null,
    hit_rate: isDirected && own.length > 0 ? hits / own.length : null,
    hit_rate_interval: isDirected ? shareInterval(outcomesOf(own, hitOf, places)) : null,
    mean_return: meanOf(own.flatMap(({ mark }) => mark.return ?? [])),
    mean_net_return: meanOf(own.flatMap(({ mark }) => mark.net_return ?? [])),
    mean_excess_return: meanOf(own.flatMap(({ mark }) => mark.excess_return ?? [])),
    excess_interval: meanInterval(outcomesOf(own, ({ excess_return: excess }) => excess, places)),
  };
}

function outcomesOf(settled: readonly Settled[], valueOf: (mark: Mark) => number | null, places: Places): Outcome[] {
  return settled.flatMap(({ mark }) => {
    const from = places.get(mark.entry_session ?? "");
    const through = places.get(mark.exit_session ?? "");
    const value = valueOf(mark);
    return from === undefined || through === undefined || value === null ? [] : [{ from, through, value }];
  });
}

function hitOf({ hit }: Mark): number | null {
  return hit === null ? null : hit ? 1 : 0;
}

function binOf(settled: readonly Settled[], from: number, places: Places): CalibrationBin {
  const to = Number((from + edge).toFixed(1));
  const own = settled.filter(({ signal: { confidence }, mark }) => {
    if (confidence === null || mark.hit === null) return false;
    return confidence >= from && (confidence < to || to === 1);
  });
  return {
    from,
    to,
    settled: own.length,
    mean_confidence: meanOf(own.flatMap(({ signal }) => signal.confidence ?? [])),
    hit_rate: meanOf(own.flatMap(({ mark }) => hitOf(mark) ?? [])),
    interval: shareInterval(outcomesOf(own, hitOf, places)),
  };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}
