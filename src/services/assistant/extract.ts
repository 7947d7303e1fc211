import type { Claim } from "#src/contract/assistant.ts";
import { refOf } from "./claims.ts";
import { pageOf, type Search } from "./knowledge.ts";

const mostClaims = 2;
/** Of the best score, what another part of the same page must reach to be quoted too. */
const besideBest = 0.92;

/** What a part of a passage must reach to be quoted. */
export interface Bounds {
  /** The share of the question's weight that it speaks of, with its passage's title and heading. */
  readonly covered: number;
  readonly score: number;
}

/**
 * An answer in the passages' own words: of the page that fits best, the parts that speak of most of the question. None
 * where they speak of too little, and where it is not clear which page fits best.
 */
export function extractClaims({ found }: Search, bounds: Bounds): Claim[] {
  const scored = found
    .flatMap(({ passage, best }) => (best === null ? [] : [{ passage, ...best, page: pageOf(passage.url) }]))
    .toSorted((a, b) => b.score - a.score);
  const [first] = scored;
  // Two ways to measure what fits best have to agree on the page: one alone is wrong too often to speak without a model.
  if (first === undefined || found[0] === undefined || first.page !== pageOf(found[0].passage.url)) return [];
  if (first.covered < bounds.covered || first.score < bounds.score) return [];
  // Only an article reads well in parts.
  if (first.passage.source !== "help") return [];
  return scored
    .filter(({ score, page }) => page === first.page && score >= first.score * besideBest)
    .slice(0, mostClaims)
    .map(({ unit: { text, quote }, passage }) => ({ text, quote, passage: refOf(passage) }));
}
