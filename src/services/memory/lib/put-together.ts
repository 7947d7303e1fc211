import type { Rating } from "#src/contract/analysis.ts";
import type { CountedShare, MemoryMeasurement, MemorySummary } from "#src/contract/memory-measurement.ts";
import { shareInterval } from "#src/platform/interval.ts";
import type { Outcome } from "#src/platform/overlapping-outcomes.ts";

/**
 * Measurements of one model and period as one figure each; `null` where none found an opinion. Repetitions of one session
 * are no independent outcomes: they count as one time.
 */
export function putTogether(period: string, measured: readonly MemoryMeasurement[]): MemorySummary | null {
  const opinions = measured.filter(({ rating, same }) => rating !== "REVIEW" && same.masked.of > 0);
  if (opinions.length === 0) return null;
  const sessions = [...new Set(opinions.map(({ session }) => session))].toSorted();
  const place = ({ session }: MemoryMeasurement): number => sessions.indexOf(session);
  const sameIn = (world: "named" | "masked" | "shifted"): CountedShare =>
    shareOf(
      opinions.flatMap((one) => one.ratings[world].map((rating: Rating) => outcome(place(one), rating === one.rating))),
    );
  return {
    period,
    sessions: sessions.length,
    instruments: new Set(opinions.map(({ symbol }) => symbol)).size,
    named: sameIn("named"),
    masked: sameIn("masked"),
    shifted: sameIn("shifted"),
    followed_false_news: shareOfCounts(opinions, place, (one) => one.followed_false_news),
    recall: shareOfCounts(opinions, place, ({ quiz }) => quiz?.named.right ?? null),
  };
}

/** Of what is kept as counts alone. */
function shareOfCounts(
  measured: readonly MemoryMeasurement[],
  place: (one: MemoryMeasurement) => number,
  shareIn: (one: MemoryMeasurement) => CountedShare | null,
): CountedShare | null {
  const asked = measured.flatMap((one) => {
    const { count = 0, of = 0 } = shareIn(one) ?? {};
    return Array.from({ length: of }, (_, index) => outcome(place(one), index < count));
  });
  return asked.length === 0 ? null : shareOf(asked);
}

/** As a summary names the years that it is of. */
export function periodText({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? from : `${from} to ${to}`;
}

function outcome(at: number, isOne: boolean): Outcome {
  return { from: at, through: at, value: isOne ? 1 : 0 };
}

function shareOf(outcomes: readonly Outcome[]): CountedShare {
  const count = outcomes.filter(({ value }) => value === 1).length;
  return { count, of: outcomes.length, interval: shareInterval(outcomes) };
}
