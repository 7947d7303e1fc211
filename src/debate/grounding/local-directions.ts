import type { WordClaim } from "#src/contract/judgement.ts";
import { aroundOf } from "./around.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import type { LocalLexicon } from "./local-lexicon.ts";
import { compiledFor, withoutCitations, type Tag } from "./local-tags.ts";
import { isPlain, isSubject, type Part } from "./local-part.ts";
import { tell, type Told } from "./local-sayings.ts";
import { idsOf, type Sentence } from "./sentences.ts";
import { comparisonClaims, sentenceClaims, wordClaims } from "./word-claims.ts";

/*
 * What a sentence in another language states in words. A lexicon finds what is spoken of and what is said of it; both are
 * said again as a short English sentence, which the rules for English then hold against the evidence. What the lexicon
 * does not know is left alone.
 */

type Claim = Omit<WordClaim, "point" | "field">;

/**
 * @param numbers of the sentence, at their places in the text
 * @param ids what the whole text is said to rest on
 */
export function localClaims(
  text: string,
  sentence: Sentence,
  numbers: readonly FoundNumber[],
  ids: readonly string[],
  index: EvidenceIndex,
  language: string,
): Claim[] {
  const known = compiledFor(language);
  if (known === null) return [];
  const { lexicon } = known;
  const written = withoutCitations(text.slice(sentence.start, sentence.end));
  const tags = known.tagsIn(written);
  if (!tags.some(isSaid)) return [];
  const claims: Claim[] = [];
  let carried: Tag | null = null;
  for (const { start, end, isSupposed } of partsOf(written, tags, known.joint, lexicon)) {
    const own = tags.filter((tag) => tag.start >= start && tag.end <= end);
    const at = { start: sentence.start + start, end: sentence.start + end };
    const cited = new Set([...ids, ...idsOf(text, sentence, at)]);
    const part: Part = {
      text: written,
      tags: own,
      windows: tags.filter(({ kind }) => kind === "window"),
      start,
      carried,
      hasBenchmark: tags.some(({ kind }) => kind === "benchmark"),
      numbers: numbers
        .filter(({ offset }) => offset >= at.start && offset < at.end)
        .map((number) => ({ ...number, offset: number.offset - sentence.start })),
      cited,
      index,
      lexicon,
    };
    const said = isSupposed || isUnclear(written.slice(start, end), own, lexicon) ? [] : own.filter(isSaid);
    const isDenied = lexicon.denial.test(written.slice(start, end));
    for (const tag of said) {
      const told = tell(tag, part);
      const claim = told === null ? null : claimOf(told, isDenied, cited, index);
      if (told !== null && claim !== null)
        claims.push({
          offset: sentence.start + told.start,
          text: text.slice(sentence.start + told.start, sentence.start + told.end),
          ...claim,
        });
    }
    carried = own.find((tag) => isSubject(tag) && !isHeldAgainst(tag, part)) ?? carried;
  }
  return claims;
}

const saying: ReadonlySet<string> = new Set(
  "move place more beats better stretched sign broken at passed told".split(" "),
);

function isSaid({ kind, way }: Tag): boolean {
  return saying.has(kind) || (kind === "usual" && way !== 0);
}

/** "17 % above the 50-session mean, 33 % above …" goes on about the price. */
function isHeldAgainst(tag: Tag, part: Part): boolean {
  const place = part.tags.findLast(({ end, kind }) => end <= tag.start && kind === "place");
  return place !== undefined && isPlain(part, place.end, tag.start);
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly isSupposed: boolean;
}

/** A sentence between its marks; what is joined by commas to a supposition is one too. */
function partsOf(text: string, tags: readonly Tag[], joint: RegExp, { supposed }: LocalLexicon): Stretch[] {
  const parts: Stretch[] = [];
  let from = 0;
  for (const segment of text.split(/(?<=[;:](?=\s))/)) {
    const isSupposed = supposed.test(segment);
    const end = from + segment.length;
    let start = from;
    for (const found of segment.matchAll(joint)) {
      // "Cash and securities" is one name.
      if (tags.some((tag) => tag.start < from + found.index && tag.end > from + found.index)) continue;
      parts.push({ start, end: from + found.index, isSupposed });
      start = from + found.index + found[0].length;
    }
    parts.push({ start, end, isSupposed });
    from = end;
  }
  return parts;
}

/** What leaves room, and a "not" that may belong to either of two words. */
function isUnclear(text: string, tags: readonly Tag[], { denial, soft }: LocalLexicon): boolean {
  return soft.test(text) || (denial.test(text) && tags.filter(isSaid).length > 1);
}

/** What the rules for English say of it; `null` when they say nothing, or not all the same. */
function claimOf(
  { english }: Told,
  isDenied: boolean,
  cited: ReadonlySet<string>,
  index: EvidenceIndex,
): Pick<Claim, "verdict" | "evidence"> | null {
  const judged = english.map((said) => {
    const claims = claimsIn(said, cited, index);
    return claims.length === 0 && cited.size > 0 ? claimsIn(said, new Set(), index) : claims;
  });
  if (judged.some((claims) => claims.length === 0 || new Set(claims.map(({ verdict }) => verdict)).size > 1))
    return null;
  const all = judged.flat();
  const isTrue = isDenied
    ? all.every(({ verdict }) => verdict === "contradicted")
    : all.every(({ verdict }) => verdict === "holds");
  return {
    verdict: isTrue ? "holds" : "contradicted",
    evidence: [...new Set(all.flatMap(({ evidence }) => evidence))],
  };
}

function claimsIn(english: string, cited: ReadonlySet<string>, index: EvidenceIndex): Claim[] {
  const around = aroundOf(english, 0, english.length);
  return [
    ...wordClaims(english, 0, cited, index, around),
    ...comparisonClaims(english, 0, cited, index),
    ...sentenceClaims(english, 0, cited, index, around.own),
  ];
}
