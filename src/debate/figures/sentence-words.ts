import { denials } from "./words/word-tables.ts";
import type { Figure, Grounds, Passage } from "./passage.ts";

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
  const end = words[at]?.from ?? 0;
  return words
    .slice(Math.max(0, at - reach), at)
    .some(({ text, to }) => isDenial(text) && !/[,;:()]|\.\s/.test(passage.bare.slice(to, end)));
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
