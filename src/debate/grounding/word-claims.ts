import type { WordClaim } from "#src/contract/judgement.ts";
import { changeReaders, paired } from "./change-claims.ts";
import type { Reader } from "./claim-reader.ts";
import { closesReaders } from "./closes-claims.ts";
import { datedReaders } from "./dated-claims.ts";
import { isDenied, isSupposed } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { sameAs } from "./own-level-claims.ts";
import { oscillatorReaders } from "./oscillator-claims.ts";
import { priceReaders } from "./price-claims.ts";

/*
 * What words alone state of evidence: what stands above its average, what is overbought, which way something moved. Only
 * what is stated plainly of a measure that the words name is read; each reader says which.
 */

type Claim = Omit<WordClaim, "point" | "field">;

const ofClause = [...priceReaders, ...changeReaders, ...oscillatorReaders];
const ofSentence = [...closesReaders, ...oscillatorReaders, ...datedReaders, sameAs];

/** What the words of a clause state of evidence, and whether it holds; nothing when they state nothing plainly. */
export function wordClaims(clause: string, offset: number, cited: ReadonlySet<string>, index: EvidenceIndex): Claim[] {
  return claimsBy(ofClause, clause, offset, cited, index);
}

/** What a sentence compares, with what "and" joins taken together: "less debt than cash and securities". */
export function comparisonClaims(
  clause: string,
  offset: number,
  cited: ReadonlySet<string>,
  index: EvidenceIndex,
): Claim[] {
  return claimsBy([paired], clause, offset, cited, index);
}

/** What a whole sentence states of oscillators and of the latest closes: its parts share their subject and their day. */
export function sentenceClaims(
  sentence: string,
  offset: number,
  cited: ReadonlySet<string>,
  index: EvidenceIndex,
): Claim[] {
  return claimsBy(ofSentence, sentence, offset, cited, index);
}

function claimsBy(
  readers: readonly Reader[],
  text: string,
  offset: number,
  cited: ReadonlySet<string>,
  index: EvidenceIndex,
): Claim[] {
  if (isSupposed(text)) return [];
  const claims = readers.flatMap((read): Claim[] => {
    const found = read(text, index, cited);
    if (found === null) return [];
    const denied = isDenied(text, found.start) || /\b(?:neither|nor)\b/i.test(text.slice(0, found.start));
    return [
      {
        offset: offset + found.start,
        text: text.slice(found.start, found.end),
        verdict: found.holds === denied ? "contradicted" : "holds",
        evidence: found.items.map(({ id }) => id),
      },
    ];
  });
  // Two readers that read the same words say it once.
  return claims.filter((one, at) => claims.findIndex(({ offset: other }) => other === one.offset) === at);
}
