import type { AssetType, Opinion } from "#src/contract/jobs/analysis.ts";
import type {
  CompanyReport,
  RankedOpinion,
  RankedReview,
  Ranking,
  RatingOutcome,
  SessionPrices,
  TrackedRating,
} from "#src/contract/signals/instruments.ts";
import { type Mark, type SignalDetail, horizons, houseList } from "#src/contract/signals/signals.ts";
import type { HitSummary } from "#src/contract/signals/track-record.ts";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";
import { hitSummary, placesOf } from "#src/product/signals/public/outcomes.ts";
import { reviewedSessions } from "../queries/instrument-records.ts";
import type { Sql } from "#src/core/db/database.ts";
import type { SystemContext } from "#src/product/context.ts";
import { readTrackRecord } from "#src/product/signals/track-record.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { nextInYear } from "#src/core/figures/next-in-year.ts";
import { csvText } from "#src/core/text/lines-file.ts";

/** Sessions of the picture. */
const sessionsShown = 252;

/** Known prices and settled ones, in shares as of the last session. */
export function joinPrices(known: readonly SessionPrices[], days: readonly KnownDay[]): SessionPrices[] {
  const last = known.at(-1)?.session ?? "";
  let prices = [...known];
  for (const { session, split, price } of days) {
    if (session <= last) continue;
    if (split !== 1) prices = prices.map((one) => divided(one, split));
    if (price !== null) prices.push({ session, ...price, high: null, low: null });
  }
  return prices.slice(-sessionsShown);
}

function divided({ session, open, high, low, close }: SessionPrices, by: number): SessionPrices {
  return {
    session,
    open: open / by,
    high: high === null ? null : high / by,
    low: low === null ? null : low / by,
    close: close / by,
  };
}

/** By the longest horizon that has an outcome. */
export function outcomeOf(marks: readonly Mark[]): RatingOutcome {
  const settled = marks.findLast(({ status }) => status === "settled");
  if (settled === undefined) return "open";
  return settled.hit === null ? "none" : settled.hit ? "right" : "wrong";
}

/** Ratings by session, REVIEW among them. @param readable the signals' own pages */
export function trackOf(
  signals: readonly SignalDetail[],
  reviews: readonly { readonly session: string; readonly href: string | null }[],
  readable: boolean,
): TrackedRating[] {
  const opinions = signals
    .filter(({ withdrawn }) => withdrawn === null)
    .map(({ signal, marks }) => ({
      session: signal.session,
      rating: signal.rating,
      outcome: outcomeOf(marks),
      agreement: signal.agreement.runs === 1 ? null : signal.agreement,
      confidence: signal.confidence,
      href: readable ? `/signals/${signal.id}` : null,
    }));
  const none = reviews.map(({ session, href }) => ({
    session,
    rating: "REVIEW" as const,
    outcome: "none" as const,
    agreement: null,
    confidence: null,
    href,
  }));
  return [...opinions, ...none].toSorted((a, b) => (a.session < b.session ? -1 : a.session > b.session ? 1 : 0));
}

export function hitsOf(signals: readonly SignalDetail[], days: readonly KnownDay[]): HitSummary[] {
  const places = placesOf(days);
  return horizons.map((horizon) => hitSummary(signals, horizon, places));
}

/** As it is asked for: an index is analysed as a stock is. */
export function assetTypeOf(kind: "stock" | "crypto" | "index"): AssetType {
  return kind === "crypto" ? "crypto" : "stock";
}

/** Newest first. @param symbol `null`: all */
export async function publicSignals(ctx: SystemContext, symbol: string | null): Promise<SignalDetail[]> {
  const { signals } = await readTrackRecord(ctx);
  return signals.flatMap(({ signal, hash, withdrawn, marks }) =>
    signal === null || (symbol !== null && signal.symbol !== symbol) ? [] : [{ signal, hash, withdrawn, marks }],
  );
}

/** Public once a later session is over, as opinions are. */
export async function publicReviews(
  db: Sql,
  symbol: string | null,
  daysOf: (symbol: string) => readonly KnownDay[],
): Promise<{ readonly symbol: string; readonly session: string }[]> {
  const reviews = await reviewedSessions(db, houseList, symbol);
  return reviews.filter((one) => one.session < (daysOf(one.symbol).at(-1)?.session ?? ""));
}

/** A year of reports. */
const reportsNeeded = 4;

/**
 * 52 weeks after the same quarter's report, from those filed by `today`. `null` for irregular years, and once the day
 * has passed.
 * @param reports in any order
 */
export function estimateNextReport(reports: readonly CompanyReport[], today: LocalDate): CompanyReport | null {
  const filed = reports.filter(({ date }) => date <= today).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const known = [...new Map(filed.map((one) => [`${one.date} ${one.kind}`, one])).values()];
  const hasYears = known.every(
    (_, index) =>
      index + 1 < reportsNeeded ||
      known.slice(index + 1 - reportsNeeded, index + 1).filter(({ kind }) => kind === "annual").length === 1,
  );
  const days = known.map(({ date }) => date);
  const next = hasYears ? nextInYear(days, today, reportsNeeded) : null;
  const forerunner = known.find(({ date }) => date === next?.from);
  return next === null || forerunner === undefined ? null : { date: next.date, kind: forerunner.kind };
}

export const rankingOrders = ["conviction", "agreement", "right", "symbol"] as const;
export type RankingOrder = (typeof rankingOrders)[number];

/** How much an opinion asks for, either way. */
const strength: Readonly<Record<Opinion, number>> = { Buy: 2, Overweight: 1, Hold: 0, Underweight: 1, Sell: 2 };

/** @param signals of one list, newest first */
export function newestOpinions(
  signals: readonly SignalDetail[],
  reviews: readonly { readonly symbol: string; readonly session: string }[],
  daysOf: (symbol: string) => readonly KnownDay[],
): { opinions: RankedOpinion[]; reviews: RankedReview[] } {
  const reviewed = new Map(
    reviews.toSorted((a, b) => (a.session < b.session ? -1 : 1)).map(({ symbol, session }) => [symbol, session]),
  );
  const opinions: RankedOpinion[] = [];
  const none: RankedReview[] = [];
  const standing = Map.groupBy(
    signals.filter(({ withdrawn }) => withdrawn === null),
    ({ signal }) => signal.symbol,
  );
  for (const [symbol, own] of standing) {
    const newest = own[0]?.signal;
    if (newest === undefined) continue;
    const { name, rating, session, confidence, agreement, asset_type: kind } = newest;
    const later = reviewed.get(symbol);
    if (later !== undefined && later > session) {
      none.push({ symbol, name, session: later, before: rating });
      continue;
    }
    const { agreeing, runs } = agreement;
    const hits = telling(hitsOf(own, daysOf(symbol)));
    opinions.push({ symbol, name, asset_type: assetTypeOf(kind), rating, session, confidence, agreeing, runs, hits });
  }
  for (const [symbol, session] of reviewed)
    if (!standing.has(symbol)) none.push({ symbol, name: symbol, session, before: null });
  return { opinions, reviews: none.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1)) };
}

/** Over a month, or as long as there are outcomes. */
function telling(hits: readonly HitSummary[]): HitSummary | null {
  const usual = hits.filter(({ horizon, settled }) => horizon <= 21 && settled > 0);
  return usual.at(-1) ?? null;
}

/** Ties by the other figures, then by symbol. */
export function inOrder(opinions: readonly RankedOpinion[], order: RankingOrder): RankedOpinion[] {
  const keys: Readonly<Record<RankingOrder, readonly ((one: RankedOpinion) => number)[]>> = {
    conviction: [strengthOf, confidenceOf, agreementOf],
    agreement: [agreementOf, ({ runs }) => runs, strengthOf, confidenceOf],
    right: [rightOf, ({ hits }) => hits?.settled ?? 0],
    symbol: [],
  };
  return opinions.toSorted((a, b) => {
    const decisive = keys[order].map((key) => key(b) - key(a)).find((difference) => difference !== 0);
    return decisive ?? (a.symbol < b.symbol ? -1 : 1);
  });
}

const strengthOf = ({ rating }: RankedOpinion): number => strength[rating];
const confidenceOf = ({ confidence }: RankedOpinion): number => confidence ?? -1;
const agreementOf = ({ agreeing, runs }: RankedOpinion): number => agreeing / runs;
const rightOf = ({ hits }: RankedOpinion): number => (hits === null ? -1 : hits.hits / hits.settled);

const columns = [
  "symbol",
  "name",
  "rating",
  "as_of",
  "confidence",
  "agreeing",
  "runs",
  "horizon",
  "settled",
  "right",
] as const;

/** A ranking as CSV; instruments without an opinion come last. */
export function rankingCsv({ opinions, reviews }: Ranking): string {
  return csvText([
    columns,
    ...opinions.map(({ symbol, name, rating, session, confidence, agreeing, runs, hits }) => [
      symbol,
      name,
      rating,
      session,
      confidence,
      agreeing,
      runs,
      hits?.horizon,
      hits?.settled,
      hits?.hits,
    ]),
    ...reviews.map(({ symbol, name, session }) => [
      symbol,
      name,
      "REVIEW",
      session,
      ...columns.slice(4).map(() => null),
    ]),
  ]);
}
