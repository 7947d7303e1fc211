import type { Opinion } from "#src/contract/jobs/analysis.ts";
import type { RankedOpinion, RankedReview, Ranking } from "#src/contract/signals/instrument-record.ts";
import type { SignalDetail } from "#src/contract/signals/signals.ts";
import type { HitSummary } from "#src/contract/signals/track-record.ts";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";
import { assetTypeOf, hitsOf } from "../lib/instrument-parts.ts";
import { csvText } from "#src/core/text/csv.ts";

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
