import type {
  CompanyReport,
  EvidenceSeries,
  InstrumentRecord,
  OwnInstrumentRecord,
  Ranking,
  RatingTrack,
  ListedInstrument,
} from "#src/contract/signals/instruments.ts";
import { NotFound } from "#src/core/errors.ts";
import { type Actor, type Context, type SystemContext, requireScope } from "../context.ts";
import type { AnalysisEnvironment } from "../analyses/public/submission.ts";
import { priceUnit } from "#src/contract/run/run.ts";
import {
  type SessionEvidence,
  evidenceOfRuns,
  newestAnalysisOf,
  pricesOfRun,
  reportsKnown,
  reviewedSessions,
} from "./queries/instrument-records.ts";
import { type Prices, loadPrices, settledMarks } from "../signals/public/outcomes.ts";
import {
  assetTypeOf,
  estimateNextReport,
  hitsOf,
  joinPrices,
  publicReviews,
  publicSignals,
  trackOf,
  type RankingOrder,
  inOrder,
  newestOpinions,
} from "./public/instrument-records.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { toIso } from "#src/core/clock.ts";
import { houseOwner, mustHaveSignals } from "../signals/public/readable-lists.ts";
import type { AssetType } from "#src/contract/jobs/analysis.ts";
import { type SignalDetail, houseList } from "#src/contract/signals/signals.ts";
import { type RatedAnalysis, analysedSymbols } from "#src/product/dashboard/queries/followed.ts";
import { listsOf } from "#src/product/signals/queries/signal-lists.ts";
import { listSignals } from "#src/product/signals/queries/signals.ts";
import { searchAnalyses } from "../analyses/reading.ts";

/** @throws NotFound while nothing is public */
export async function getPublicInstrument(ctx: Context, symbol: string): Promise<InstrumentRecord> {
  requireScope(ctx, "record:read");
  const record = await readPublicInstrument(ctx, symbol);
  if (record === null) throw new NotFound("the public record has no signal on this instrument");
  return record;
}

/**
 * The same for every key.
 * @param input `search` in symbols and names; `after` a symbol
 */
export async function listInstruments(
  _ctx: Context,
  {
    environment,
    search,
    after,
    limit,
  }: {
    readonly environment: Pick<AnalysisEnvironment, "instruments">;
    readonly search: string | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<{ readonly instruments: readonly ListedInstrument[]; readonly next: string | null }> {
  const wanted = search?.toLowerCase() ?? "";
  const found = environment.instruments.filter(
    ({ symbol, name }) =>
      (after === null || symbol > after) &&
      (symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)),
  );
  const listed = found.slice(0, limit);
  return { instruments: listed, next: found.length > limit ? (listed.at(-1)?.symbol ?? null) : null };
}

/** `null` while nothing is public. */
export async function readPublicInstrument(ctx: SystemContext, symbol: string): Promise<InstrumentRecord | null> {
  const { sql } = ctx.db;
  const signals = await publicSignals(ctx, symbol);
  const newest = signals.at(0)?.signal;
  if (newest === undefined) return null;
  const [prices, known] = await Promise.all([loadPrices(sql, [symbol]), pricesOfRun(sql, newest.analysis_id)]);
  const days = prices.daysOf(symbol);
  const reviews = (await publicReviews(sql, symbol, prices.daysOf)).map(({ session }) => ({ session, href: null }));
  return {
    symbol,
    asset_type: assetTypeOf(newest.asset_type),
    name: newest.name,
    currency: priceUnit(newest),
    closes: joinPrices(known, days),
    tracks: [{ name: "House list", ratings: trackOf(signals, reviews, false) }],
    signals,
    hits: hitsOf(signals, days),
  };
}

/** Estimates from the actor's newest runs, or the house list's. Unknown symbols are left out. */
export async function expectReports(ctx: Context, symbols: readonly string[]): Promise<Map<string, CompanyReport>> {
  requireScope(ctx, "analyses:read");
  const { db, actor, clock } = ctx;
  const owners = [actor.owner, ...(plans[actor.plan].signals ? [houseOwner] : [])];
  const filed = await reportsKnown(db.sql, owners, symbols);
  const today = toIso(clock.now()).slice(0, 10);
  const bySymbol = Map.groupBy(filed, ({ symbol }) => symbol);
  return new Map(
    symbols.flatMap((symbol) => {
      const reports = (bySymbol.get(symbol.toUpperCase()) ?? []).flatMap(({ date, label }) => reportOf(date, label));
      const expected = estimateNextReport(reports, today);
      return expected === null ? [] : [[symbol, expected] as const];
    }),
  );
}

/** Amendments and foreign forms have no place in a year. */
function reportOf(date: string, label: string): CompanyReport[] {
  if (label === "10-Q filed") return [{ date, kind: "quarterly" }];
  return label === "10-K filed" || label === "10-K405 filed" ? [{ date, kind: "annual" }] : [];
}

const mostAnalyses = 20;
/** Runs whose evidence makes a line. */
const mostRuns = 24;
const told = [
  "pe_ttm",
  "gross_margin_ttm",
  "operating_margin_ttm",
  "net_margin_ttm",
  "revenue_growth_yoy",
  "news_tone_30d",
  "rsi_14",
  "beta_252",
] as const;

export async function readInstrument(
  ctx: Context,
  { symbol, assetType }: { readonly symbol: string; readonly assetType: AssetType },
): Promise<OwnInstrumentRecord> {
  requireScope(ctx, "analyses:read");
  requireScope(ctx, "signals:read");
  requireScope(ctx, "lists:read");
  const { db, actor } = ctx;
  const [prices, page, own, newest] = await Promise.all([
    loadPrices(db.sql, [symbol]),
    searchAnalyses(ctx, { filter: ofSymbol(symbol), page: { before: null, after: null, limit: mostAnalyses } }),
    ownRatings(ctx, symbol),
    newestAnalysisOf(db.sql, actor.owner, symbol),
  ]);
  const [house, lists] = await Promise.all([houseTrack(ctx, symbol, prices), listTracks(ctx, symbol, prices)]);
  const signals = [...house.signals, ...lists.flatMap((one) => one.signals)].toSorted((a, b) =>
    a.signal.published_at < b.signal.published_at ? 1 : -1,
  );
  const analysed: RatingTrack = { name: "Your analyses", ratings: own.map(ratingOf) };
  const [latest] = signals;
  const runs = [...own.map(({ analysis }) => analysis), ...lists.flatMap((one) => one.runs), ...house.runs];
  const [known, found] = await Promise.all([
    pricesOfRun(db.sql, newest?.id ?? house.signals[0]?.signal.analysis_id ?? ""),
    evidenceOfRuns(db.sql, [...new Set(runs)].slice(-mostRuns), told),
  ]);
  return {
    symbol,
    asset_type: latest === undefined ? assetType : assetTypeOf(latest.signal.asset_type),
    name: latest?.signal.name ?? newest?.name ?? null,
    currency: latest?.signal.currency ?? newest?.currency ?? null,
    closes: joinPrices(known, prices.daysOf(symbol)),
    tracks: [house.track, ...lists.map(({ track }) => track), analysed].filter(({ ratings }) => ratings.length > 0),
    signals,
    hits: hitsOf(signals, prices.daysOf(symbol)),
    analyses: page.analyses,
    evidence: seriesOf(found),
  };
}

const ofSymbol = (symbol: string) => ({ status: null, symbol, rating: null, from: null, to: null });

interface Track {
  readonly track: RatingTrack;
  readonly signals: readonly SignalDetail[];
  /** Whose evidence the actor may read. */
  readonly runs: readonly string[];
}

async function houseTrack(ctx: Context, symbol: string, prices: Prices): Promise<Track> {
  const name = "House list";
  if (!plans[ctx.actor.plan].signals) {
    const signals = await publicSignals(ctx, symbol);
    const reviews = (await publicReviews(ctx.db.sql, symbol, prices.daysOf)).map(({ session }) => ({
      session,
      href: null,
    }));
    return { track: { name, ratings: trackOf(signals, reviews, false) }, signals, runs: [] };
  }
  return trackOfList(ctx, { id: houseList, name, symbol, prices, isOwn: false });
}

async function listTracks(ctx: Context, symbol: string, prices: Prices): Promise<Track[]> {
  const lists = await listsOf(ctx.db.sql, ctx.actor.owner);
  const holding = lists.filter(({ instruments }) => instruments.some((one) => one.symbol === symbol));
  return Promise.all(holding.map(({ id, name }) => trackOfList(ctx, { id, name, symbol, prices, isOwn: true })));
}

interface ListTrack {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly prices: Prices;
  /** Its runs are the actor's own analyses. */
  readonly isOwn: boolean;
}

async function trackOfList({ db }: Context, { id, name, symbol, prices, isOwn }: ListTrack): Promise<Track> {
  const filter = { symbol, rating: null, changed: false, before: null, limit: null };
  const [stored, reviews] = await Promise.all([listSignals(db.sql, id, filter), reviewedSessions(db.sql, id, symbol)]);
  const signals = stored.map((one) => ({ ...one, marks: settledMarks(one.signal, prices) }));
  const reviewed = reviews.map(({ session, analysis }) => ({
    session,
    href: isOwn && analysis !== null ? `/analyses/${analysis}` : null,
  }));
  return {
    track: { name, ratings: trackOf(signals, reviewed, true) },
    signals,
    runs: stored.map(({ signal }) => signal.analysis_id),
  };
}

async function ownRatings({ db, actor }: Context, symbol: string): Promise<readonly RatedAnalysis[]> {
  const found = await analysedSymbols(db.sql, actor.owner, { of: [symbol], symbols: 1, each: mostRuns });
  return found[0]?.ratings ?? [];
}

function ratingOf({ session, rating, href }: RatedAnalysis): RatingTrack["ratings"][number] {
  return { session, rating, href, outcome: "none", agreement: null, confidence: null };
}

/** A measure of a single session is no development. */
function seriesOf(found: readonly SessionEvidence[]): EvidenceSeries[] {
  return told.flatMap((key) => {
    const own = found.filter((one) => one.key === key);
    const bySession = new Map(own.map(({ session, value }) => [session, value]));
    const [first] = own;
    if (first === undefined || bySession.size < 2) return [];
    const points = [...bySession].map(([session, value]) => ({ session, value }));
    return [{ key, label: first.label, unit: first.unit, points }];
  });
}

/**
 * With `live` also sealed ones.
 * @throws Forbidden without a signal plan
 */
export async function rankInstruments(
  ctx: Context,
  { live, order }: { readonly live: boolean; readonly order: RankingOrder },
): Promise<Ranking> {
  requireScope(ctx, live ? "signals:read" : "record:read");
  if (live) mustHaveSignals(ctx.actor);
  const ranking = await readRanking(ctx, { actor: live ? ctx.actor : null });
  return { ...ranking, opinions: inOrder(ranking.opinions, order) };
}

/**
 * With a signal plan also sealed ones.
 * @param input `null`: anybody
 */
export async function readRanking(ctx: SystemContext, { actor }: { readonly actor: Actor | null }): Promise<Ranking> {
  const { sql } = ctx.db;
  if (actor !== null && plans[actor.plan].signals) {
    const [stored, reviews] = await Promise.all([listSignals(sql, houseList), reviewedSessions(sql, houseList, null)]);
    const prices = await loadPrices(sql, symbolsOf(stored));
    const signals = stored.map((one) => ({ ...one, marks: settledMarks(one.signal, prices) }));
    return { live: true, ...newestOpinions(signals, reviews, prices.daysOf) };
  }
  const signals = await publicSignals(ctx, null);
  const prices = await loadPrices(sql, symbolsOf(signals));
  const reviews = await publicReviews(sql, null, prices.daysOf);
  // An unpublished instrument is not named either.
  const known = new Set(symbolsOf(signals));
  const named = reviews.filter(({ symbol }) => known.has(symbol));
  return { live: false, ...newestOpinions(signals, named, prices.daysOf) };
}

function symbolsOf(signals: readonly { readonly signal: { readonly symbol: string } }[]): string[] {
  return [...new Set(signals.map(({ signal }) => signal.symbol))];
}
