import type { EvidenceIndex } from "./evidence-index.ts";
import type { Spot } from "./number-in-context.ts";

/** Whether what is cited for the only number of a sentence has no part in its working out. */
export function isCitedBeside({ number, numbers, ids, sentence, windows }: Spot, used: Iterable<string>): boolean {
  const isAlone = numbers.every(
    ({ offset }) =>
      offset === number.offset ||
      offset < sentence.start ||
      offset >= sentence.end ||
      windows.some(({ start, end }) => offset >= start && offset < end),
  );
  const parts = new Set(used);
  return isAlone && [...ids].some((id) => !parts.has(id));
}

/** "6.4 % above the 50-session mean [M6]" of what is cited for another mean: no working out makes that its source. */
export function isCitedOfAnother({ number, ids }: Spot, used: Iterable<string>, { items }: EvidenceIndex): boolean {
  const [id, another] = ids;
  const key = id === undefined || another !== undefined ? undefined : items.get(id)?.key;
  return number.unit === "%" && key?.startsWith("close_vs_") === true && ![...used].includes(id ?? "");
}
