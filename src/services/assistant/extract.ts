import type { Claim } from "#src/contract/assistant.ts";
import { refOf } from "./claims.ts";
import type { Found, Search } from "./knowledge.ts";
import { pageOf } from "./pages.ts";

/** What a passage must reach to be quoted. */
export interface Bounds {
  /** How likely it must answer, 0 to 1. */
  readonly likely: number;
  /** Of how likely the first one answers, what a second one must reach. */
  readonly beside: number;
}

/**
 * An answer in the passages' own words: the best part of the passage that most likely answers. Where another one is
 * about as likely, the best part of that too, rather of another article than of the same: which is meant, the reader
 * sees at once. None where even the
 * first is too unlikely.
 */
export function extractClaims({ found }: Search, bounds: Bounds): Claim[] {
  // Only an article reads well in parts.
  const quotable = found.filter(({ passage, units }) => passage.source === "help" && units.length > 0);
  const [first, ...others] = quotable;
  if (first === undefined || first.likely < bounds.likely) return [];
  const near = others.filter(({ likely }) => likely >= first.likely * bounds.beside);
  const elsewhere = near.find(({ passage }) => pageOf(passage.url) !== pageOf(first.passage.url));
  return [first, ...(elsewhere === undefined ? near.slice(0, 1) : [elsewhere])].flatMap(claimOf);
}

function claimOf({ passage, units }: Found): Claim[] {
  return units.slice(0, 1).map(({ unit: { text, quote } }) => ({ text, quote, passage: refOf(passage) }));
}
