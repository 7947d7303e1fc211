import type { EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import type { LocalLexicon } from "./local-lexicon.ts";
import type { Tag } from "./local-tags.ts";

/* A part of a sentence in another language: what stands in it, and between what. */

/** One part of a sentence, with what surrounds it. */
export interface Part {
  readonly text: string;
  readonly tags: readonly Tag[];
  /** Of the whole sentence. */
  readonly windows: readonly Tag[];
  /** Where it begins in the sentence. */
  readonly start: number;
  /** Whether the sentence names what the price is held against. */
  readonly hasBenchmark: boolean;
  /** What the part before was about. */
  readonly carried: Tag | null;
  readonly numbers: readonly FoundNumber[];
  readonly cited: ReadonlySet<string>;
  readonly index: EvidenceIndex;
  readonly lexicon: LocalLexicon;
}

export function isSubject({ kind }: Tag): boolean {
  return kind === "name" || kind === "price" || kind === "other";
}

/** Whether nothing but words that say nothing stands between two places. */
export function isPlain(part: Part, start: number, end: number): boolean {
  const gap = part.text.slice(start, end);
  if (/[.!?]/.test(gap.replaceAll(/\d[.,]\d/g, ""))) return false;
  const words = gap.match(/\p{L}+(?:-\p{L}+)*/gu) ?? [];
  return words.every((word) => part.lexicon.filler.test(word));
}

/** Whether a noun stands between that the lexicon does not know, or something that no evidence measures. */
export function isForeign(part: Part, start: number, end: number): boolean {
  if (
    part.tags.some((tag) => (tag.kind === "other" || tag.kind === "benchmark") && tag.start >= start && tag.end <= end)
  )
    return true;
  const { nouns } = part.lexicon;
  if (nouns === null) return end - start > 70;
  const covered = (at: number): boolean => part.tags.some((tag) => at >= tag.start && at < tag.end);
  return [...part.text.slice(start, end).matchAll(/(?<=[\s(])\p{Lu}\p{L}+/gu)].some(
    (found) => !covered(start + found.index) && !nouns.test(found[0]),
  );
}

export function subjectBefore(tag: Tag, part: Part): Tag | null {
  return part.tags.findLast((one) => isSubject(one) && one.end <= tag.start) ?? null;
}

export function isName(tag: Tag | null | undefined): tag is Tag & { readonly kind: "name" } {
  return tag?.kind === "name";
}

/** A name with the window right behind it: "volatility over 63 sessions". */
export function named(tag: Tag, part: Part): string {
  const window = part.tags.find(
    ({ kind, start }) => kind === "window" && start >= tag.end && /^[\s(]{0,2}$/.test(part.text.slice(tag.end, start)),
  );
  return `${tag.english}${window?.english ?? ""}`;
}
