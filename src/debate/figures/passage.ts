import type { TextSpan } from "#src/contract/run/spans.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { Terms } from "./evidence-figures.ts";
import { type Mention, blank, mentionsIn } from "./words/measure-names.ts";
import { type FoundFigure, readNumbers } from "./numbers.ts";
import type { Quantity } from "./quantity.ts";
import { denials } from "./words/word-tables.ts";

const group =
  /\[[^[\]\n]{1,160}\]|【[^【】\n]{1,160}】|\((?:see |cf\. )?[MSNFD]\d{1,4}(?:\s?[,;/&–-]?\s?(?:and )?[MSNFD]\d{1,4}){0,20}\)/g;
const id = /(?<![A-Za-z\d_])[MSNFD]\d{1,4}(?![A-Za-z\d_])/g;

/** One pair of brackets with the ids in it. */
export interface Citation {
  readonly from: number;
  readonly to: number;
  readonly ids: readonly string[];
}

export function citationsIn(text: string): {
  readonly groups: Citation[];
  readonly spans: Pick<TextSpan, "from" | "to" | "ids">[];
} {
  const groups: Citation[] = [];
  const spans: Pick<TextSpan, "from" | "to" | "ids">[] = [];
  if (!/[[(【]/.test(text)) return { groups, spans };
  for (const found of text.matchAll(group)) {
    if (found[0].startsWith("[no figure:")) continue;
    const ids: string[] = [];
    for (const one of found[0].matchAll(id)) {
      const from = found.index + one.index;
      ids.push(one[0]);
      spans.push({ from, to: from + one[0].length, ids: [one[0]] });
    }
    if (ids.length > 0) groups.push({ from: found.index, to: found.index + found[0].length, ids });
  }
  return { groups, spans };
}

/** A stretch of a text. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Words this far apart are not about the same thing. */
const mostCharacters = 1200;
const end = /\n+|[.!?]["'”’)*_]*\s+(?=[\p{Lu}\p{Lo}\p{Sc}"'“(*_\d])|[。！？]/gu;

/** The sentences of a text, complete; a line end ends one. */
export function sentencesOf(text: string, citations: readonly Citation[]): Stretch[] {
  const sentences: Stretch[] = [];
  let from = 0;
  let next = 0;
  const close = (to: number): void => {
    for (; to - from > mostCharacters; from += mostCharacters) sentences.push({ from, to: from + mostCharacters });
    if (to > from) sentences.push({ from, to });
    from = to;
  };
  for (const found of text.matchAll(end)) {
    const to = found.index + found[0].length;
    while ((citations[next]?.to ?? Infinity) <= found.index) next += 1;
    const citation = citations[next];
    if (citation !== undefined && citation.from < found.index) continue;
    close(to);
  }
  close(text.length);
  return sentences;
}

export interface Figure extends Stretch {
  readonly ids: readonly string[];
  /** Its name in an expression, or the name of an own term. */
  readonly name: string;
  /** As the text states it: without a sign where the words give it. */
  readonly quantity: Quantity;
  readonly isPlain: boolean;
}

/** Evidence in the forms that a text is compared with. */
export interface Grounds {
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly byKey: ReadonlyMap<string, Evidence>;
  /** What labels call the measures. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly terms: Terms;
  readonly language: string | undefined;
  readonly isEnglish: boolean;
}

/** Offsets are of the whole text. */
export interface Passage extends Stretch {
  readonly text: string;
  /** The whole text with citations and references blanked out. */
  readonly bare: string;
  readonly numbers: readonly FoundFigure[];
  readonly groups: readonly Citation[];
  readonly references: readonly Figure[];
  readonly mentions: readonly Mention[];
  /** Cited or pointed to, and declared by its point. */
  readonly cited: readonly string[];
}

interface Parts {
  readonly text: string;
  readonly groups: readonly Citation[];
  readonly references: readonly Figure[];
  readonly declared: readonly string[];
}

export function passagesOf(parts: Parts, sentences: readonly Stretch[], grounds: Grounds): Passage[] {
  const bare = blanked(parts.text, [...parts.groups, ...parts.references]);
  const numbers = readNumbers(bare, grounds.language);
  const within = <T extends Stretch>(all: readonly T[]): ((sentence: Stretch) => T[]) => {
    let next = 0;
    return ({ to }) => {
      const first = next;
      while ((all[next]?.from ?? Infinity) < to) next += 1;
      return all.slice(first, next);
    };
  };
  const [numbersOf, groupsOf, referencesOf] = [within(numbers), within(parts.groups), within(parts.references)];
  return sentences.map((sentence) => {
    const [groups, references] = [groupsOf(sentence), referencesOf(sentence)];
    const ids = [...groups.flatMap((one) => one.ids), ...references.flatMap((one) => one.ids), ...parts.declared];
    return {
      ...sentence,
      text: parts.text,
      bare,
      numbers: numbersOf(sentence),
      groups,
      references,
      mentions: grounds.isEnglish
        ? mentionsIn(bare.slice(sentence.from, sentence.to), grounds.labels).map((mention) => ({
            ...mention,
            from: mention.from + sentence.from,
            to: mention.to + sentence.from,
          }))
        : [],
      cited: [...new Set(ids)],
    };
  });
}

function blanked(text: string, stretches: readonly Stretch[]): string {
  let out = "";
  let at = 0;
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    out += text.slice(at, from) + blank(text.slice(from, to));
    at = to;
  }
  return out + text.slice(at);
}

/** A number of a sentence. */
export interface Place {
  readonly found: FoundFigure;
  /** Where the previous number ends and the next one begins. */
  readonly before: number;
  readonly next: number;
  /** Those that stand around it. */
  readonly around: readonly FoundFigure[];
  readonly passage: Passage;
  readonly grounds: Grounds;
}

export function evidenceOf(ids: readonly string[], { evidence }: Grounds): Evidence[] {
  return ids.flatMap((one) => evidence.get(one) ?? []);
}

/** The evidence that a name means. */
export function meantBy({ keys }: Pick<Mention, "keys">, { byKey }: Grounds): Evidence[] {
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** Whether a sentence is hypothetical, so that it need not be true. */
export function supposes({ bare, from, to }: Passage): boolean {
  return supposed.test(bare.slice(from, to));
}

const supposed =
  /\b(?:[Ii]f|[Uu]nless|would|[Ss]hould|could|might|may|[Uu]ntil|[Oo]nce|[Ww]hether|were to|needs? to|[Ww]atch for|[Ww]hen|not the case|untrue|is (?:wrong|false) that)\b/;

/** A sentence with what is known of it, for the readers of its words. */
export interface Said {
  readonly passage: Passage;
  readonly grounds: Grounds;
  /** References and digits that were found, in order. */
  readonly figures: readonly Figure[];
  readonly words: readonly Word[];
}

export interface Word {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Words held against the evidence. */
export interface Claim {
  readonly from: number;
  readonly to: number;
  readonly holds: boolean;
  readonly ids: readonly string[];
}

/** Whether one of the three words before denies it: "has not fallen", "no longer above". */
export function isDenied({ words, passage }: Pick<Said, "words" | "passage">, at: number, reach = 3): boolean {
  const until = words[at]?.from ?? 0;
  return words
    .slice(Math.max(0, at - reach), at)
    .some(({ text, to }) => isDenial(text) && !/[,;:()]|\.\s/.test(passage.bare.slice(to, until)));
}

function isDenial(text: string): boolean {
  return denials.has(text) || text.endsWith("n't");
}

/** Where the clause begins that a place stands in. */
export function clauseFrom({ bare, from }: Passage, at: number): number {
  const before = bare.slice(from, at);
  const breaks = [...before.matchAll(/[,;:()—]|\s(?:but|while|although|whereas|though|which)\s/g)];
  const last = breaks.at(-1);
  return last === undefined ? from : from + last.index + last[0].length;
}
