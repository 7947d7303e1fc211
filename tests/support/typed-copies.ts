import type { Fact } from "#src/product/content/facts.ts";

const numberWords = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

export interface Copy {
  readonly fact: string;
  /** As it was typed. */
  readonly typed: string;
  readonly line: number;
}

/**
 * Places of a text at which a number is typed that a fact holds, in digits or as a word, where the fact's words follow
 * it; a fact without words is looked for everywhere. A filled-in number changes with the code, a typed one does not.
 */
export function typedCopies(source: string, facts: ReadonlyMap<string, Fact>): Copy[] {
  const text = source.replaceAll(/\{\{[^{}]*\}\}/g, (placeholder) => "\u0001".repeat(placeholder.length));
  return [...facts].flatMap(([fact, { text: value, words }]) => {
    const pattern = patternOf(value, words);
    if (pattern === null) return [];
    return [...text.matchAll(pattern)].map(({ 0: typed, index }) => ({
      fact,
      typed,
      line: text.slice(0, index).split("\n").length,
    }));
  });
}

function patternOf(value: string, words: string | null): RegExp | null {
  if (words === "") return null;
  const digits = escaped(value).replaceAll(" ", "\\s?");
  const spelled = numberWords[Number(value)];
  const forms = spelled === undefined || words === null ? digits : `(?:${digits}|${spelled})`;
  const alone = `(?<![\\w.$-])${forms}(?![\\w%]|[.,]\\d)`;
  return new RegExp(words === null ? alone : `(?<![\\w.$-])${forms}[ -](?:${words})(?!\\w)`, "gi");
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
