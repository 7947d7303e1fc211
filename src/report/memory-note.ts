import type { Interval } from "#src/contract/interval.ts";
import type { MemorySummary } from "#src/contract/memory-measurement.ts";
import { counted, percentText } from "#src/platform/number-text.ts";
import { endsOf, missingText } from "./interval-text.ts";

/* What is known of the memory of a rating's models, in a sentence. Pages draw it too, so it is a file of its own. */

/** `95% interval 0% to 28%`, or why there is none. */
export function intervalText(interval: Interval): string {
  return interval.status === "given"
    ? `95% interval ${endsOf(interval, percentText).join(" to ")}`
    : `no interval: ${missingText(interval)}`;
}

/** Beside a rating: what its models were measured to remember of its year. */
export function memoryNote({ period, sessions, instruments, masked, recall }: MemorySummary): string {
  const known =
    recall === null ? "" : ` Of later closes they knew ${percentText(recall.count / recall.of)}; by chance it is 25%.`;
  return `Memory: measured on ${counted(sessions, "date")} of ${period} and ${counted(instruments, "instrument")}, ${percentText(masked.count / masked.of)} of these models' opinions survive without the name (${intervalText(masked.interval)}).${known}`;
}

/** Whether the interval leaves no room for opinions that stay as they are without the name. */
export function isMemory({ named, masked }: MemorySummary): boolean {
  return masked.interval.status === "given" && masked.interval.high < named.count / named.of;
}
