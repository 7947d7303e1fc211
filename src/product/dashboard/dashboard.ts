import type {
  Changes,
  FollowedGroup,
  FollowedInstrument,
  News,
  RatedSession,
  Upcoming,
} from "#src/contract/signals/dashboard.ts";
import type { SignalList } from "../signals/queries/signal-lists.ts";
import { type Instant, addDays, toIso } from "#src/core/clock.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { expectReports } from "../instruments/reading.ts";
import { nextRuns } from "../signals/public/readable-lists.ts";
import { type Context, requireScope } from "../context.ts";
import { followedLists, wantedOf } from "./public/followed-lists.ts";
import {
  type RatedAnalysis,
  type RunSketch,
  analysedSymbols,
  countFinishedSince,
  lastRatings,
  noteVisit as query,
  runSketches,
  withoutAnalysis,
} from "./queries/followed.ts";
import { priceUnit } from "#src/contract/run/run.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { brokenSince } from "../conditions/queries/condition-watches.ts";
import { daysNotedSince } from "../signals/queries/signal-days.ts";
import { listSignals } from "../signals/queries/signals.ts";
import { hitSummary, levelHit, loadPrices, placesOf, settledMarks } from "../signals/public/outcomes.ts";
import { type ListInstrument, horizons } from "#src/contract/signals/signals.ts";
import type { HitSummary } from "#src/contract/signals/track-record.ts";

/** Runs of a list, and closes. */
const runsEach = 2;
const mostShown = 6;
const mostReports = 3;
/** Prices older than this are stale, as in a report. */
const staleDays = 10;

/** Soonest first; reports last, as they are estimates. */
export async function listUpcoming(
  ctx: Context,
  environment: Pick<AnalysisEnvironment, "closes" | "runDelayMs" | "coverageOf">,
): Promise<Upcoming[]> {
  requireScope(ctx, "analyses:read");
  const now = ctx.clock.now();
  const { own } = await followedLists(ctx);
  const runs = own.flatMap((list) =>
    nextRuns(environment, list, now, runsEach).map(({ at, symbols }) => ({ at, list: list.name, symbols })),
  );
  const today = toIso(now).slice(0, 10);
  const closes = wantedOf(own).flatMap(({ symbol, asset_type: type }) => {
    // Where an archive ended long ago, no close is to come.
    const held = environment.coverageOf(symbol);
    if (held.status === "held" && held.to !== null && addDays(held.to, staleDays) < today) return [];
    const [at] = environment.closes(symbol, type, now, 1);
    return at === undefined ? [] : [{ symbol, at }];
  });
  const closing = [...Map.groupBy(closes, ({ at }) => at)].map(([at, alike]) => ({
    at,
    list: null,
    symbols: [...new Set(alike.map(({ symbol }) => symbol))],
  }));
  const known = [...closing, ...runs]
    .toSorted((a, b) => a.at - b.at)
    .slice(0, mostShown)
    .map(({ at, list, symbols }): Upcoming => ({
      at: toIso(at),
      kind: list === null ? "close" : "run",
      list,
      symbols,
    }));
  return [...known, ...(await reportsOf(ctx, own))];
}

async function reportsOf(ctx: Context, own: readonly SignalList[]): Promise<Upcoming[]> {
  const stocks = wantedOf(own).filter((one) => one.asset_type === "stock");
  const expected = await expectReports(ctx, [...new Set(stocks.map(({ symbol }) => symbol))]);
  return [...expected]
    .toSorted(([, a], [, b]) => (a.date < b.date ? -1 : Number(a.date > b.date)))
    .slice(0, mostReports)
    .map(([symbol, report]) => ({ kind: "report", symbol, report }));
}

/** Without a look for this long a visit is over. */
const pauseMs = 30 * 60_000;

/** @returns the end of the visit before; `null` in the first */
export async function noteVisit(ctx: Context): Promise<Instant | null> {
  const { db, actor, clock } = ctx;
  return query(db.sql, actor.owner, clock.now(), pauseMs);
}

/** Of a list's signals those that may be the newest of their instrument. */
const mostSignals = 200;
/** Ratings of an instrument that are looked at. */
const mostRatings = 12;
/** Instruments that were analysed without a list. */
const mostAnalysed = 20;

/** Ratings, levels reached and conditions broken since then. */
export async function readChanges(ctx: Context, since: Instant): Promise<Changes> {
  requireScope(ctx, "analyses:read");
  const { db, actor } = ctx;
  const { own, house } = await followedLists(ctx);
  const lists = house === null ? own : [...own, house];
  const [rated, analysed, levels, broken, finished] = await Promise.all([
    lastRatings(db.sql, wantedOf(lists), mostRatings),
    analysedSymbols(db.sql, actor.owner, { symbols: mostAnalysed, each: mostRatings }),
    levelNews(ctx, lists, since),
    conditionNews(ctx, since),
    countFinishedSince(db.sql, actor.owner, since),
  ]);
  const listed = wantedOf(lists).flatMap(({ list, symbol }) => {
    const name = lists.find(({ id }) => id === list)?.name ?? null;
    return ratingNews(symbol, name, rated.get(`${list} ${symbol}`) ?? [], since);
  });
  const covered = new Set(wantedOf(own).map(({ symbol }) => symbol));
  const others = analysed
    .filter(({ symbol }) => !covered.has(symbol))
    .flatMap(({ symbol, ratings }) => ratingNews(symbol, null, ratings, since));
  const ratings = [...listed, ...others].toSorted((a, b) => (a.after.at < b.after.at ? 1 : -1));
  return {
    since: toIso(since),
    ratings: ratings.length,
    stops: levels.filter(({ level }) => level === "stop").length,
    targets: levels.filter(({ level }) => level === "target").length,
    broken: broken.length,
    finished,
    news: [...levels, ...broken, ...ratings],
  };
}

type RatingNews = Extract<News, { kind: "rating" }>;
type LevelNews = Extract<News, { kind: "level" }>;
type ConditionNews = Extract<News, { kind: "condition" }>;

/** @param ratings the oldest first */
function ratingNews(
  symbol: string,
  list: string | null,
  ratings: readonly RatedAnalysis[],
  since: Instant,
): RatingNews[] {
  return ratings.map(withoutAnalysis).flatMap((after, index) => {
    const before = ratings[index - 1]?.rating;
    if (before === undefined || before === after.rating || Date.parse(after.at) <= since) return [];
    return [{ kind: "rating", symbol, list, before, after }];
  });
}

async function levelNews({ db }: Context, lists: readonly SignalList[], since: Instant): Promise<LevelNews[]> {
  const newest = (
    await Promise.all(
      lists.map(async ({ id, name }) => {
        const signals = await listSignals(db.sql, id, { ...anySignal, limit: mostSignals });
        const standing = signals.filter(({ withdrawn }) => withdrawn === null).map(({ signal }) => signal);
        const first = new Map(standing.toReversed().map((signal) => [signal.symbol, signal]));
        return [...first.values()].map((signal) => ({ list: name, signal }));
      }),
    )
  ).flat();
  const symbols = [...new Set(newest.map(({ signal }) => signal.symbol))];
  const [prices, fresh] = await Promise.all([loadPrices(db.sql, symbols), daysNotedSince(db.sql, symbols, since)]);
  return newest.flatMap(({ list, signal }) => {
    const hit = levelHit(signal, prices.daysOf(signal.symbol));
    if (hit === null || !fresh.has(`${signal.symbol} ${hit.session}`)) return [];
    const { symbol } = signal;
    return [{ kind: "level", symbol, list, currency: priceUnit(signal), href: `/signals/${signal.id}`, ...hit }];
  });
}

async function conditionNews({ db, actor }: Context, since: Instant): Promise<ConditionNews[]> {
  const broken = await brokenSince(db.sql, { owner: actor.owner, house: plans[actor.plan].signals, since });
  return broken.map(({ analysisId, published, symbol, condition, session }) => {
    const href = published === null ? `/analyses/${analysisId}` : `/signals/${published.signal}`;
    return { kind: "condition", symbol, list: published?.list ?? null, condition, session, href };
  });
}

const anySignal = { symbol: null, rating: null, changed: false, before: null } as const;

/** The newest of each list; older ones say little about what is asked today. */

/** How often the signals of the actor's own lists were right, by horizon. */
export async function readOwnTrackRecord(ctx: Context): Promise<HitSummary[]> {
  requireScope(ctx, "analyses:read");
  const { db } = ctx;
  const { own } = await followedLists(ctx);
  const filter = { symbol: null, rating: null, changed: false, before: null, limit: 500 };
  const signals = (await Promise.all(own.map(({ id }) => listSignals(db.sql, id, filter)))).flat();
  const symbols = [...new Set(signals.map(({ signal }) => signal.symbol))];
  const prices = await loadPrices(db.sql, symbols);
  const marked = signals.map(({ signal }) => ({ signal, marks: settledMarks(signal, prices) }));
  const places = placesOf(symbols.flatMap((symbol) => [...prices.daysOf(symbol)]));
  return horizons.map((horizon) => hitSummary(marked, horizon, places));
}

/** Ratings of a history. */
const historyLength = 12;
/** Sessions of a sparkline. */
const sketchLength = 60;
/** Cards of a list. */
const mostOfList = 6;

/** The actor's watchlists with what their instruments came to; without one, the instruments that they analysed last. */
export async function readFollowed(ctx: Context): Promise<FollowedGroup[]> {
  requireScope(ctx, "analyses:read");
  const { db, actor } = ctx;
  const { own, house } = await followedLists(ctx);
  const houseRated = await lastRatings(db.sql, wantedOf(house === null ? [] : [house]), 1);
  const ofHouse = (symbol: string): RatedSession | null => {
    const newest = houseRated.get(`${house?.id} ${symbol}`)?.at(-1);
    return newest === undefined ? null : withoutAnalysis(newest);
  };
  if (own.length === 0) {
    const analysed = await analysedSymbols(db.sql, actor.owner, { symbols: mostOfList, each: historyLength });
    if (analysed.length === 0) return [];
    const sketches = await sketchesOf(ctx, analysed);
    const instruments = analysed.map(({ ratings, ...instrument }) =>
      followed(instrument, ratings, sketches, ofHouse(instrument.symbol)),
    );
    return [{ id: null, name: "Analysed recently", instruments, total: instruments.length }];
  }
  const shown = own.map((list) => ({ ...list, instruments: list.instruments.slice(0, mostOfList) }));
  const symbols = [...new Set(shown.flatMap(({ instruments }) => instruments.map(({ symbol }) => symbol)))];
  const [ofLists, analysed] = await Promise.all([
    lastRatings(db.sql, wantedOf(shown), historyLength),
    analysedSymbols(db.sql, actor.owner, { symbols: symbols.length, each: historyLength, of: symbols }),
  ]);
  const ownRuns = new Map(analysed.map(({ symbol, ratings }) => [symbol, ratings]));
  const groups = shown.map(({ id, name, instruments }, index) => ({
    id,
    name,
    total: own[index]?.instruments.length ?? 0,
    rated: instruments.map((one) => ({
      one,
      ratings: bySession(ofLists.get(`${id} ${one.symbol}`) ?? [], ownRuns.get(one.symbol.toUpperCase()) ?? []),
    })),
  }));
  const sketches = await sketchesOf(
    ctx,
    groups.flatMap(({ rated }) => rated),
  );
  return groups.map(({ rated, ...group }) => ({
    ...group,
    instruments: rated.map(({ one, ratings }) => followed(one, ratings, sketches, ofHouse(one.symbol))),
  }));
}

/** What a list came to and what its owner asked for, one rating of a session: the later one. */
function bySession(...ratings: readonly (readonly RatedAnalysis[])[]): RatedAnalysis[] {
  const inTime = ratings.flat().toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const newest = new Map(inTime.map((one) => [one.session, one]));
  return [...newest.values()].toSorted((a, b) => (a.session < b.session ? -1 : 1)).slice(-historyLength);
}

function sketchesOf({ db }: Context, of: readonly { readonly ratings: readonly RatedAnalysis[] }[]) {
  const newest = of.flatMap(({ ratings }) => ratings.at(-1)?.analysis ?? []);
  return runSketches(db.sql, newest, sketchLength);
}

function followed(
  { symbol, asset_type }: ListInstrument,
  ratings: readonly RatedAnalysis[],
  sketches: ReadonlyMap<string, RunSketch>,
  house: RatedSession | null,
): FollowedInstrument {
  const sketch = sketches.get(ratings.at(-1)?.analysis ?? "");
  return {
    symbol,
    asset_type,
    name: sketch?.name ?? null,
    currency: sketch?.currency ?? null,
    history: ratings.map(withoutAnalysis),
    house,
    thesis: sketch?.thesis ?? null,
    closes: sketch?.closes ?? [],
    last_session: sketch?.last_session ?? null,
  };
}
