import type { Interval } from "#src/contract/backtests/interval.ts";
import type { CountedShare, MemoryMeasurement, MemorySummary, QuizScore } from "#src/contract/backtests/memory.ts";
import { counted, percentText } from "#src/core/text/number-text.ts";
import { endsOf, missingText } from "./backtest-figures.ts";
import { agreementText, memoryFound } from "#src/contract/backtests/knowledge-cutoff.ts";
import { outcomeText } from "../attribution.ts";

/* What is known of the memory of a rating's models, in sentences and rows. */

/** `95% interval 0% to 28%`, or why there is none. */
function intervalText(interval: Interval): string {
  return interval.status === "given"
    ? `95% interval ${endsOf(interval, percentText).join(" to ")}`
    : `no interval: ${missingText(interval)}`;
}

/** Beside a rating: what its models were measured to remember of its year. */
export function memoryNote(memory: MemorySummary): string {
  const { period, measurements, sessions, instruments, recall } = memory;
  const known =
    recall === null ? "" : ` Of later closes they knew ${percentText(recall.count / recall.of)}; by chance it is 25%.`;
  const few = memory.verdict === "cannot_tell" && measurements < 10 ? " Ten measurements or more can tell." : "";
  return `Memory: measured on ${counted(sessions, "date")} of ${period} and ${counted(instruments, "instrument")}, ${memoryFound(memory)}.${few}${known}`;
}

/** Whether models were found to remember, with the error rate that docs/memory-meter.md states. */
export function isMemory({ verdict }: MemorySummary): boolean {
  return verdict === "name" || verdict === "dates";
}

/** `3 of 10, 30% (95% interval 11% to 60%)`; without repetitions nothing. */
function shareText({ count, of, interval }: CountedShare): string {
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
