import type { Rating } from "#src/contract/analysis.ts";
import type { CountedShare, FalseHeadline, MemoryMeasurement } from "#src/contract/memory-measurement.ts";
import { placeOf } from "#src/debate/attribution/attribute.ts";
import { shareInterval } from "#src/platform/interval.ts";

type Ratings = MemoryMeasurement["ratings"];

/** What ratings in four worlds say of how much of an opinion is memory. */
export function sharesOf(
  ratings: Ratings,
  headline: FalseHeadline | null,
): Pick<MemoryMeasurement, "rating" | "same" | "memory_share" | "followed_false_news"> {
  const rating = mostFrequent(ratings.named);
  const sameIn = (of: readonly Rating[]): CountedShare => shareOf(of.map((one) => one === rating && one !== "REVIEW"));
  const same = { named: sameIn(ratings.named), masked: sameIn(ratings.masked), shifted: sameIn(ratings.shifted) };
  const isMeasured = rating !== "REVIEW" && same.masked.of > 0;
  return {
    rating,
    same,
    memory_share: isMeasured
      ? Math.max(0, same.named.count / same.named.of - same.masked.count / same.masked.of)
      : null,
    followed_false_news: headline === null ? null : shareOf(followed(ratings, headline)),
  };
}

/** Of opinions, the one that came first among those that came most often; `REVIEW` where there is none. */
function mostFrequent(ratings: readonly Rating[]): Rating {
  const counts = [...Map.groupBy(ratings, (rating) => rating)].filter(([rating]) => rating !== "REVIEW");
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "REVIEW";
}

/** Each repetition beside the one of the same number without the headline. */
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
