import type { WordClaim } from "#src/contract/judgement.ts";

/** Clauses and sentences are read both: what both say is said once, and what one contradicts is contradicted. */
export function saidOnce(words: readonly WordClaim[]): WordClaim[] {
  const places = new Set<string>();
  const rank = ({ verdict }: WordClaim): number => (verdict === "contradicted" ? 0 : 1);
  return words
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(({ offset, text }) => {
      const place = `${offset} ${text}`;
      return !places.has(place) && places.add(place);
    })
    .toSorted((a, b) => a.offset - b.offset);
}

/** A claim with its words as they were printed; of one that only its end makes, that end's last word. */
export function asShown(one: WordClaim, shown: string, placeOf: (offset: number) => number): WordClaim {
  const [start, end] = [placeOf(one.offset), placeOf(one.offset + one.text.length)];
  if (end > start) return { ...one, offset: start, text: shown.slice(start, end) };
  const before = shown.slice(0, start).trimEnd();
  const offset = Math.max(before.lastIndexOf(" "), before.lastIndexOf("\n")) + 1;
  return { ...one, offset, text: before.slice(offset) };
}
