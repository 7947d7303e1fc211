import { horizons } from "#src/contract/signals/signals.ts";
import type { TrackRecord } from "#src/contract/signals/track-record.ts";
import { csvText } from "#src/core/text/csv.ts";
import { canonicalJson } from "#src/core/hash.ts";

const columns = [
  "number",
  "published_at",
  "id",
  "symbol",
  "session",
  "rating",
  "previous_rating",
  "confidence",
  "runs",
  "agreeing",
  "withdrawn_at",
  "entry_session",
  "entry_price",
  "benchmark",
  ...horizons.flatMap((horizon) =>
    ["exit_session", "exit_price", "return", "net_return", "benchmark_return", "excess_return", "hit"].map(
      (name) => `${name}_${horizon}`,
    ),
  ),
  "previous",
  "hash",
  "entry",
] as const;

/** Oldest first (RFC 4180). Sealed and open ones are empty; `entry` is as hashed. */
export function trackRecordCsv({ signals }: Pick<TrackRecord, "signals">): string {
  const rows = signals.toReversed().map(({ number, hash, published_at: at, signal, withdrawn, marks }) => {
    const first = marks[0];
    return [
      number,
      at,
      signal?.id,
      signal?.symbol,
      signal?.session,
      signal?.rating,
      signal?.previous_rating,
      signal?.confidence,
      signal?.agreement.runs,
      signal?.agreement.agreeing,
      withdrawn?.at,
      first?.entry_session,
      first?.entry_price,
      first?.benchmark,
      ...marks.flatMap((mark) => [
        mark.exit_session,
        mark.exit_price,
        mark.return,
        mark.net_return,
        mark.benchmark_return,
        mark.excess_return,
        mark.hit,
      ]),
      signal?.previous,
      hash,
      signal === null ? null : canonicalJson(signal),
    ];
  });
  return csvText([columns, ...rows]);
}
