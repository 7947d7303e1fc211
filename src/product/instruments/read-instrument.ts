import type { AssetType } from "#src/contract/jobs/analysis.ts";
import type { EvidenceSeries, OwnInstrumentRecord, RatingTrack } from "#src/contract/signals/instrument-record.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { houseList, type SignalDetail } from "#src/contract/signals/signals.ts";
import { analysedSymbols, type RatedAnalysis } from "#src/product/dashboard/queries/followed.ts";
import {
  pricesOfRun,
  evidenceOfRuns,
  newestAnalysisOf,
  reviewedSessions,
  type SessionEvidence,
} from "./queries/instrument-records.ts";
import { listsOf } from "#src/product/signals/queries/signal-lists.ts";
import { listSignals } from "#src/product/signals/queries/signals.ts";
import { searchAnalyses } from "../analyses/reading.ts";
import { requireScope, type Context } from "../context.ts";
import { loadPrices, settledMarks, type Prices } from "../signals/public/outcomes.ts";
import { assetTypeOf, hitsOf, joinPrices, trackOf, publicReviews, publicSignals } from "./lib/instrument-parts.ts";

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
