import type { CountedShare, MemoryMeasurement, QuizScore } from "#src/contract/backtests/memory.ts";
import { outcomeText } from "../attribution.ts";
import { agreementText } from "./memory-found.ts";
import { intervalText } from "./memory-note.ts";
import { percentText } from "#src/core/text/number-text.ts";

/* How much of an opinion is memory, in words and rows. */

/** `3 of 10, 30% (95% interval 11% to 60%)`; without repetitions nothing. */
export function shareText({ count, of, interval }: CountedShare): string {
  return of === 0 ? "" : `${count} of ${of}, ${percentText(count / of)} (${intervalText(interval)})`;
}

/** The headline of a measurement. */
export function agreementLine({ rating, agreement }: MemoryMeasurement): string {
  if (agreement === null || rating === "REVIEW")
    return "There is no opinion to measure: no repetition with the name had one.";
  return `${rating}: ${agreementText(agreement)}. One date cannot tell memory from chance; measure ten or more.`;
}

/** World, ratings, and how often they agree with those with the name or followed the headline. */
export function memoryRows(measured: MemoryMeasurement): string[][] {
  const { ratings, agreement, followed_false_news: followed, false_headline: headline, quiz } = measured;
  const ratingsOf = (of: MemoryMeasurement["ratings"]["named"]): string =>
    outcomeText(of.map((rating) => ({ rating })));
  return [
    ["As it is", ratingsOf(ratings.named), pairsText(agreement?.named, "with one another")],
    ["Without the name", ratingsOf(ratings.masked), pairsText(agreement?.named_masked, "with those above")],
    ["With other dates", ratingsOf(ratings.shifted), pairsText(agreement?.named_shifted, "with the first")],
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

function pairsText(share: number | null | undefined, whom: string): string {
  return share === null || share === undefined ? "" : `agree ${whom}: ${percentText(share)} of pairs`;
}

/** By chance one in four is right. */
function quizText({ right, unknown }: QuizScore): string {
  return right.of === 0 ? "" : `right: ${shareText(right)}; "unknown": ${unknown}`;
}
