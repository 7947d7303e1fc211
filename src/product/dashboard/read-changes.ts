import { priceUnit } from "#src/contract/run/price-unit.ts";
import type { Changes, News } from "#src/contract/signals/dashboard.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { brokenSince } from "#src/product/conditions/queries/condition-watches.ts";
import {
  analysedSymbols,
  countFinishedSince,
  lastRatings,
  withoutAnalysis,
  type RatedAnalysis,
} from "./queries/followed.ts";
import { daysNotedSince } from "#src/product/signals/queries/signal-days.ts";
import type { SignalList } from "#src/product/signals/queries/signal-lists.ts";
import { listSignals } from "#src/product/signals/queries/signals.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { levelHit } from "../signals/public/levels.ts";
import { loadPrices } from "../signals/public/settled-marks.ts";
import { requireScope, type Context } from "../context.ts";
import { followedLists, wantedOf } from "./public/followed-lists.ts";

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
