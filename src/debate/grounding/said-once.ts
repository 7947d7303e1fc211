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
