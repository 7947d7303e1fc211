import { Opinion } from "#src/contract/jobs/analysis.ts";
import { type Horizon, type Mark, type Signal, genesis, horizons, houseList } from "#src/contract/signals/signals.ts";
import type { CalibrationBin, RatingOutcomes, TrackRecord, TrackedSignal } from "#src/contract/signals/track-record.ts";
import type { Sql } from "#src/core/db/database.ts";
import { conditionsOfList, lookedAt } from "../conditions/queries/condition-watches.ts";
import { countOutcomes } from "./queries/signal-runs.ts";
import { type StoredSignal, findHead, listSignals } from "./queries/signals.ts";
import { meanInterval, shareInterval } from "#src/core/figures/interval.ts";
import { meanOf } from "#src/core/figures/statistics.ts";
import { type Context, type SystemContext, requireScope } from "../context.ts";
import { equityOf, reasonsOf } from "./lib/track-record.ts";
import { costs, direction } from "./lib/marks.ts";
import {
  type Places,
  type Settled,
  hitOf,
  hitSummary,
  levelHit,
  loadPrices,
  outcomesOf,
  placesOf,
  settledAt,
  settledMarks,
} from "./public/outcomes.ts";
import { daysNotedSince } from "./queries/signal-days.ts";
import { type SignalList, activeLists } from "./queries/signal-lists.ts";
import { type Instant, addDays } from "#src/core/clock.ts";
import { noteHappening } from "../channels/public/note-happening.ts";
import { listenersOf } from "../channels/queries/destinations.ts";

const calibrated: Horizon = 21;
const edges = [0, 0.2, 0.4, 0.6, 0.8] as const;
const edge = 0.2;

const assumptions = [
  "A signal is entered at the open of the first session that opens after it was published, and marked at the close of the 1st, 5th, 21st and 63rd session from then, counting the entry session.",
  "Returns are for one share, with splits and dividends applied on their day, as known at the close of each session. Later corrections do not change them.",
  `After costs means ${costs.commissionBps} basis point of commission and ${costs.slippageBps} of slippage on each fill. It is the return of an investor who bought on Buy and Overweight. Hold, Underweight and Sell open no position, so they have none; on a list that allows short positions, a Sell is one, and borrowing for it is assumed to be free, which it is not in practice.`,
  "Excess return is the return minus that of the benchmark over the same sessions: SPY (otherwise ^GSPC) for New York listings, the national index elsewhere, BTC-USD for other coins, and cash at 0% if there is no benchmark. ^GSPC and most national indices are price indices: they exclude dividends, while the returns compared with them include dividends.",
  "Buy and Overweight are right when the price rises, Underweight and Sell when it falls. Hold is an opinion without a direction. REVIEW means no opinion: it is never a signal and is counted separately.",
  "Signals that share sessions carry less information than signals that do not. Intervals account for this: signals from one session count as one, and signals with overlapping sessions count only for the part that does not overlap. Each interval is the wider of two, one based on the overlap alone and one that also accounts for other dependence, both using Student's t.",
  "An interval needs at least ten outcomes and three blocks, where a block is as many sessions as the horizon. In simulations with independent, dependent and fat-tailed returns, 95% intervals contained the true figure in at least 90 of 100 cases.",
  "The rule gives each instrument an equal share: fully invested on Buy, half on Overweight, out on Underweight and Sell (short on Sell where the list allows it); Hold changes nothing. Buy and hold buys the same instruments when the rule first could and keeps them. The operator of the list chooses the instruments.",
  "A condition is something that a signal, when published, said would break its rating. Code decides it from what was known at each close: it broke if it was met, held if its filing or last day came without that, and stayed undecided if no filing or price came. The conditions of a withdrawn signal are still watched.",
  "Withdrawn signals are included in every figure.",
  "A signal's instrument is shown after its entry session closes. Until then, only its hash is shown.",
] as const;

interface Tracked extends StoredSignal {
  readonly marks: readonly Mark[];
}

/** The record that was put together last, as long as nothing was published or settled since. */
const kept = new WeakMap<Sql, { readonly key: string; readonly record: TrackRecord }>();

/** The public record of the house list: every signal and what became of it. For everybody. */
export async function readTrackRecord(ctx: SystemContext): Promise<TrackRecord> {
  const { db } = ctx;
  const [looked, head, runs, signals] = await Promise.all([
    lookedAt(db.sql, houseList),
    findHead(db.sql, houseList),
    countOutcomes(db.sql, houseList),
    listSignals(db.sql, houseList),
  ]);
  const prices = await loadPrices(db.sql, [...new Set(signals.map(({ signal }) => signal.symbol))]);
  const days = signals.map(({ signal }) => prices.daysOf(signal.symbol).at(-1)?.session ?? "");
  const against = signals.map(({ signal }) => prices.benchmarkOf(signal.symbol).days.at(-1)?.session ?? "");
  const last = days.toSorted().at(-1) ?? "";
  const key = JSON.stringify([looked, head, runs, signals.length, days, against]);
  const known = kept.get(db.sql);
  if (known?.key === key) return known.record;
  const tracked = signals.map((one) => ({ ...one, marks: settledMarks(one.signal, prices) }));
  const open = tracked.filter((one) => !isSealed(one));
  const opinions = runs.signal + runs.review;
  const conditions = await conditionsOfList(db.sql, houseList);
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
    by_horizon: horizons.map((horizon) => hitSummary(open, horizon, places)),
    reasons: reasonsOf(open, conditions, calibrated),
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

function recordOf(settled: readonly Settled[], rating: Opinion, horizon: Horizon, places: Places): RatingOutcomes {
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

/** The figures of the public record, without its signals, which listTrackedSignals lists. */
export async function summariseTrackRecord(ctx: Context): Promise<Omit<TrackRecord, "signals">> {
  requireScope(ctx, "record:read");
  const { signals: _listed, ...figures } = await readTrackRecord(ctx);
  return figures;
}

/** Of a list's signals those that may be the newest of their instrument. */
const newestLevelled = { symbol: null, rating: null, changed: false, before: null, limit: 200 } as const;

/** Levels reached and horizons over since an instant, once each. */
export async function noteLevels(ctx: SystemContext, since: Instant): Promise<void> {
  const { db } = ctx;
  for (const { list } of await activeLists(db.sql)) {
    const stored = await listSignals(db.sql, list.id, newestLevelled);
    const standing = stored.filter(({ withdrawn }) => withdrawn === null).map(({ signal }) => signal);
    const newest = [...new Map(standing.toReversed().map((signal) => [signal.symbol, signal])).values()];
    const symbols = newest.map(({ symbol }) => symbol);
    const fresh = await daysNotedSince(db.sql, symbols, since);
    if (fresh.size === 0) continue;
    const prices = await loadPrices(db.sql, symbols);
    for (const signal of newest) {
      const days = prices.daysOf(signal.symbol);
      const hit = levelHit(signal, days);
      if (hit !== null && fresh.has(`${signal.symbol} ${hit.session}`))
        await note(ctx, list, `${hit.level} ${signal.id}`, { event: "level_hit", signal: signal.id, ...hit });
      const over = horizonOver(signal, days);
      if (over !== null && fresh.has(`${signal.symbol} ${over}`))
        await note(ctx, list, `expired ${signal.id}`, { event: "signal_expired", signal: signal.id });
    }
  }
}

/** In calendar days from its session. */
function horizonOver(
  { session, horizon_days: horizon }: Signal,
  days: readonly { readonly session: string }[],
): string | null {
  if (horizon === null) return null;
  const end = addDays(session, horizon);
  return days.find((day) => day.session >= end)?.session ?? null;
}

async function note(
  { db, queue, clock }: SystemContext,
  { id, owner }: SignalList,
  once: string,
  happening: Parameters<typeof noteHappening>[2]["happening"],
): Promise<void> {
  await db.transaction((tx) =>
    noteHappening(tx, queue, { where: { owner, list: id }, once, happening, at: clock.now() }),
  );
}

/** Of a list, as many as the longest horizon holds of thirty instruments. */
const newestMarked = { symbol: null, rating: null, changed: false, before: null, limit: 2000 } as const;

/** Tells endpoints of marks settled since an instant, once each. */
export async function noteMarks(ctx: SystemContext, since: Instant): Promise<void> {
  const { db, queue, clock } = ctx;
  const listeners = new Set(await listenersOf(db.sql, "signal.settled"));
  if (listeners.size === 0) return;
  for (const { list } of await activeLists(db.sql)) {
    const { id, owner } = list;
    if (owner !== null && !listeners.has(owner)) continue;
    const stored = await listSignals(db.sql, id, newestMarked);
    const standing = stored.filter(({ withdrawn }) => withdrawn === null).map(({ signal }) => signal);
    const symbols = [...new Set(standing.map(({ symbol }) => symbol))];
    const fresh = await daysNotedSince(db.sql, symbols, since);
    if (fresh.size === 0) continue;
    const prices = await loadPrices(db.sql, symbols);
    const settled = standing.flatMap((signal) =>
      settledMarks(signal, prices)
        .filter(({ status, exit_session: exit }) => status === "settled" && fresh.has(`${signal.symbol} ${exit}`))
        .map(({ horizon }) => ({ event: "mark_settled", signal: signal.id, horizon }) as const),
    );
    for (const happening of settled)
      await db.transaction((tx) =>
        noteHappening(tx, queue, {
          where: { owner, list: id },
          once: `mark ${happening.horizon} ${happening.signal}`,
          happening,
          at: clock.now(),
        }),
      );
  }
}
