import type { Ranking } from "#src/contract/signals/instrument-record.ts";
import { csvText } from "#src/core/text/csv.ts";

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
