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
import type { Context } from "../context.ts";
import { equityOf } from "./equity.ts";
import { costs, direction } from "./marks.ts";
import { meanInterval, meanOf } from "./resample.ts";
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
  "Intervals hold the middle 95 % of 1,000 resamples of the stationary bootstrap over days, in blocks as long as the horizon.",
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
  const record: TrackRecord = {
    list: houseList,
    head: { number: head?.number ?? 0, hash: head?.hash ?? genesis },
    last_session: last === "" ? null : last,
    assumptions: [...assumptions],
    runs,
    review_rate: opinions === 0 ? null : runs.review / opinions,
    withdrawn: tracked.filter(({ withdrawn }) => withdrawn !== null).length,
    ratings: countRatings(open),
    by_rating: Opinion.options.flatMap((rating) => horizons.map((horizon) => recordOf(open, rating, horizon))),
    calibration: { horizon: calibrated, bins: edges.map((from) => binOf(open, from)) },
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

interface Outcome {
  readonly signal: Signal;
  readonly mark: Mark;
}

function settledAt(signals: readonly Tracked[], horizon: Horizon): Outcome[] {
  return signals.flatMap(({ signal, marks }) => {
    const mark = marks.find((one) => one.horizon === horizon && one.status === "settled");
    return mark === undefined ? [] : [{ signal, mark }];
  });
}

function recordOf(signals: readonly Tracked[], rating: Opinion, horizon: Horizon): RatingRecord {
  const own = settledAt(signals, horizon).filter(({ signal }) => signal.rating === rating);
  const hits = own.filter(({ mark }) => mark.hit === true).length;
  const isDirected = direction[rating] !== 0;
  const seed = `${rating} ${horizon}`;
  return {
    rating,
    horizon,
    settled: own.length,
    hits: isDirected ? hits : null,
    hit_rate: isDirected && own.length > 0 ? hits / own.length : null,
    hit_rate_interval: isDirected ? meanInterval(own.flatMap(hitOf), horizon, `${seed} hits`) : null,
    mean_return: meanOf(own.flatMap(({ mark }) => mark.return ?? [])),
    mean_net_return: meanOf(own.flatMap(({ mark }) => mark.net_return ?? [])),
    mean_excess_return: meanOf(own.flatMap(({ mark }) => mark.excess_return ?? [])),
    excess_interval: meanInterval(
      own.flatMap(({ signal, mark }) =>
        mark.excess_return === null ? [] : [{ day: signal.session, value: mark.excess_return }],
      ),
      horizon,
      `${seed} excess`,
    ),
  };
}

function hitOf({ signal, mark }: Outcome): { day: string; value: number }[] {
  return mark.hit === null ? [] : [{ day: signal.session, value: mark.hit ? 1 : 0 }];
}

function binOf(signals: readonly Tracked[], from: number): CalibrationBin {
  const to = Number((from + edge).toFixed(1));
  const own = settledAt(signals, calibrated).filter(({ signal: { confidence }, mark }) => {
    if (confidence === null || mark.hit === null) return false;
    return confidence >= from && (confidence < to || to === 1);
  });
  return {
    from,
    to,
    settled: own.length,
    mean_confidence: meanOf(own.flatMap(({ signal }) => signal.confidence ?? [])),
    hit_rate: meanOf(own.flatMap(hitOf).map(({ value }) => value)),
    interval: meanInterval(own.flatMap(hitOf), calibrated, `bin ${from}`),
  };
}
