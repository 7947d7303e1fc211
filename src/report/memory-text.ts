import type { CountedShare, MemoryMeasurement, QuizScore } from "#src/contract/memory-measurement.ts";
import { outcomeText } from "./attribution.ts";
import { intervalText } from "./memory-note.ts";
import { percentText } from "#src/platform/number-text.ts";

/* How much of an opinion is memory, in words and rows. */

/** `3 of 10, 30% (95% interval 11% to 60%)`; without repetitions nothing. */
export function shareText({ count, of, interval }: CountedShare): string {
  return of === 0 ? "" : `${count} of ${of}, ${percentText(count / of)} (${intervalText(interval)})`;
}

/** The headline of a measurement. */
export function survivalText({ rating, same, memory_share: share }: MemoryMeasurement): string {
  if (share === null || same.masked.of === 0)
    return "There is no opinion to measure: no repetition with the name had one.";
  const { count, of, interval } = same.masked;
  return `${percentText(count / of)} of this opinion survives without the name (${intervalText(interval)}): ${rating} comes in ${count} of ${of} repetitions without it, and in ${same.named.count} of ${same.named.of} with it.`;
}

/** World, ratings, and how many are the same as with the name or followed the headline. */
export function memoryRows(measured: MemoryMeasurement): string[][] {
  const { ratings, same, followed_false_news: followed, false_headline: headline, quiz } = measured;
  const ratingsOf = (of: MemoryMeasurement["ratings"]["named"]): string =>
    outcomeText(of.map((rating) => ({ rating })));
  return [
    ["As it is", ratingsOf(ratings.named), shareText(same.named)],
    ["Without the name", ratingsOf(ratings.masked), shareText(same.masked)],
    ["With other dates", ratingsOf(ratings.shifted), shareText(same.shifted)],
    ...(headline === null || followed === null
      ? [["With a false headline", "not measured", "no news was read, or no later close is known"]]
      : [
          [
            `With a false headline (${headline.says})`,
            ratingsOf(ratings.false_news),
            `followed it: ${shareText(followed)}`,
          ],
        ]),
    ...(quiz === null
      ? []
      : [
          ["Recall of later closes", "with the name", quizText(quiz.named)],
          ["", "without it", quizText(quiz.masked)],
        ]),
  ];
}

/** By chance one in four is right. */
function quizText({ right, unknown }: QuizScore): string {
  return right.of === 0 ? "" : `right: ${shareText(right)}; "unknown": ${unknown}`;
}
