import type { Rating } from "#src/contract/analysis.ts";
import type { CountedShare, FalseHeadline, MemoryMeasurement } from "#src/contract/memory-measurement.ts";
import { placeOf } from "#src/debate/attribution/attribute.ts";
import { shareInterval } from "#src/core/interval.ts";
import { worldAgreement } from "#src/core/odd-one-out.ts";

type Ratings = MemoryMeasurement["ratings"];

export function sharesOf(
  ratings: Ratings,
  headline: FalseHeadline | null,
): Pick<MemoryMeasurement, "rating" | "agreement" | "followed_false_news"> {
  return {
    rating: mostFrequent(ratings.named),
    agreement: worldAgreement(ratings),
    followed_false_news: headline === null ? null : shareOf(followed(ratings, headline)),
  };
}

/** The first among the most frequent; `REVIEW` where there is none. */
function mostFrequent(ratings: readonly Rating[]): Rating {
  const counts = [...Map.groupBy(ratings, (rating) => rating)].filter(([rating]) => rating !== "REVIEW");
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "REVIEW";
}

/** Pairs each repetition with the one of the same number without the headline. */
function followed({ named, false_news: misled }: Ratings, { says }: FalseHeadline): boolean[] {
  return misled.map((rating, index) => {
    const [told, before] = [placeOf(rating), placeOf(named[index] ?? "REVIEW")];
    if (told === null || before === null) return false;
    return says === "up" ? told > before : told < before;
  });
}

function shareOf(values: readonly boolean[]): CountedShare {
  const outcomes = values.map((value, index) => ({ from: index, through: index, value: value ? 1 : 0 }));
  const count = values.filter(Boolean).length;
  return { count, of: values.length, interval: shareInterval(outcomes) };
}
