import type { Interval } from "#src/contract/interval.ts";
import type { MemoryAgreement, MemorySummary } from "#src/contract/memory-measurement.ts";
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
export function memoryNote(memory: MemorySummary): string {
  const { period, measurements, sessions, instruments, recall } = memory;
  const known =
    recall === null ? "" : ` Of later closes they knew ${percentText(recall.count / recall.of)}; by chance it is 25%.`;
  const few = memory.verdict === "cannot_tell" && measurements < 10 ? " Ten measurements or more can tell." : "";
  return `Memory: measured on ${counted(sessions, "date")} of ${period} and ${counted(instruments, "instrument")}, ${memoryFound(memory)}.${few}${known}`;
}

/** The verdict on a model's memory, with the agreement it rests on. */
export function memoryFound({ verdict, agreement }: Pick<MemorySummary, "verdict" | "agreement">): string {
  const pairs = `(${agreementText(agreement)})`;
  switch (verdict) {
    case "name":
      return `these models' opinions go with the name ${pairs}`;
    case "dates":
      return `these models' opinions go with the dates ${pairs}`;
    case "evidence":
      return `neither the name nor the dates change these models' opinions by more than chance ${pairs}`;
    case "cannot_tell":
      return `whether these models' opinions go with the name cannot be told yet ${pairs}`;
  }
}

/** How often repetitions agree, over all pairs of them. */
export function agreementText({ named, named_masked: masked, named_shifted: shifted }: MemoryAgreement): string {
  const parts = [
    named === null ? [] : `${percentText(named)} of pairs with the name agree`,
    masked === null ? [] : `${percentText(masked)} of pairs with and without it`,
    shifted === null ? [] : `${percentText(shifted)} of pairs on real and other dates`,
  ].flat();
  return parts.join(", ");
}

/** Whether models were found to remember, with the error rate that docs/memory-meter.md states. */
export function isMemory({ verdict }: MemorySummary): boolean {
  return verdict === "name" || verdict === "dates";
}
