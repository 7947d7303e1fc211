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
