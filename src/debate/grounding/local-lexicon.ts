import type { Way } from "./direction-lexicon.ts";

/* What the words of another language say in English, as far as they tell directions. Each language is a table of rows. */

/** What a word is in a statement. */
export type Kind =
  // What is spoken of.
  | "name"
  | "price"
  | "benchmark"
  /** Something that no evidence measures. */
  | "other"
  /** "The average", of volume. */
  | "usual"
  | "window"
  // What is said of it.
  | "move"
  | "place"
  /** A comparative; what it is held against stands behind "than". */
  | "more"
  | "beats"
  | "better"
  | "stretched"
  | "sign"
  | "broken"
  /** Reaches a high or a low that stands beside it. */
  | "at"
  /** A line that was passed upwards or downwards. */
  | "passed"
  /** What says all by itself. */
  | "told";

/**
 * A word or a few of them, as a pattern, with the way that they point and their English, in which `$1` is a group; of a
 * noun that moves, `noun`.
 */
export type Row = readonly [kind: Kind, way: Way | 0, words: string, english?: string];

export interface LocalLexicon {
  readonly rows: readonly Row[];
  /** What parts a sentence besides its marks. */
  readonly joints: string;
  readonly than: string;
  readonly denial: RegExp;
  /** What may stand between what is spoken of and what is said of it, and says nothing. */
  readonly filler: RegExp;
  /** What makes a statement one about what might be, or one that leaves room. */
  readonly supposed: RegExp;
  readonly soft: RegExp;
  /** Behind a word that moves, what leads to the level reached. */
  readonly level: RegExp;
  /** In front of a line that a reading is held against. */
  readonly line: RegExp;
  /** Between a noun that moves and what it is of. */
  readonly of: RegExp;
  /** Numbers in words, in front of a unit of time. */
  readonly counts: Readonly<Record<string, number>>;
  readonly units: readonly (readonly [
    words: RegExp,
    unit: "sessions" | "days" | "weeks" | "months" | "quarters" | "years",
  ])[];
  /** Nouns that are written large and say nothing of their own, where a language writes its nouns so. */
  readonly nouns: RegExp | null;
}
