import type { Interval } from "#src/contract/backtests/interval.ts";
import type { MemorySummary } from "#src/contract/backtests/memory.ts";
import { counted, percentText } from "#src/core/text/number-text.ts";
import { endsOf, missingText } from "./interval-text.ts";
import { memoryFound } from "./memory-found.ts";

/* What is known of the memory of a rating's models, in a sentence. Pages draw it too, so it is a file of its own. */

/** `95% interval 0% to 28%`, or why there is none. */
export function intervalText(interval: Interval): string {
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
