import type { MemoryAgreement, MemorySummary } from "#src/contract/backtests/memory.ts";
import { percentText } from "#src/core/text/number-text.ts";

/* In the browser too. */

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
