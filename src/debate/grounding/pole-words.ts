import { allForms } from "./inflection.ts";

/* How a lexicon of the two sides of measures is written. */

/** A list of words and phrases as one pattern, made when it is first asked for: a statement cites few measures. */
export type Words = () => RegExp;

export interface Pole {
  readonly keys: RegExp;
  /** From where on, and until where, the one side and the other hold; between them nothing is decided. */
  readonly low: number;
  readonly high: number;
  readonly up: Words;
  readonly down: Words;
  /** Whether the general words for moves tell its side, too. */
  readonly isMove?: boolean;
  /** Other measures that may be named beside it. */
  readonly named?: RegExp;
  /** Words with which the part speaks of something else. */
  readonly not?: RegExp;
  /** A subject of which the opposite holds: "the index did worse". */
  readonly turned?: RegExp;
}

export function wordsOf(list: string): Words {
  let made: RegExp | null = null;
  return () => (made ??= patternOf(list));
}

function patternOf(list: string): RegExp {
  const all = list
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((one) => (one.startsWith("~") ? phrasesOf(one.slice(1)) : [one.replaceAll("_", " ")]))
    .toSorted((a, b) => b.length - a.length);
  return new RegExp(String.raw`(?<![\w-])(?:${all.join("|")})(?![\w-])`, "gi");
}

/** `~hold_up`: every form of the verb with what follows it. */
function phrasesOf(phrase: string): string[] {
  const [verb = "", ...rest] = phrase.split("_");
  return allForms(verb).map((form) => [form, ...rest].join(" "));
}
