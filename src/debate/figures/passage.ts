import type { Evidence } from "#src/contract/run/evidence.ts";
import type { Citation } from "./citations.ts";
import type { Terms } from "./evidence-figures.ts";
import { mentionsIn, type Mention } from "./words/measure-names.ts";
import { blank } from "./words/names.ts";
import { readNumbers, type FoundFigure } from "./numbers.ts";
import type { Quantity } from "./quantity.ts";
import type { Stretch } from "./sentences.ts";

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
    const ids = [...groups.flatMap((group) => group.ids), ...references.flatMap((one) => one.ids), ...parts.declared];
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
  return ids.flatMap((id) => evidence.get(id) ?? []);
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
