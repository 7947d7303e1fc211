import { plainWords } from "./stemming.ts";

/** A passage's page: its address without the anchor. */
export function pageOf(url: string): string {
  return url.split("#")[0] ?? url;
}

/** Every three letters in a row, over word ends. */
export type Phrase = ReadonlySet<string>;

export function phraseOf(text: string): Phrase {
  const line = ` ${plainWords(text).join(" ")} `;
  return new Set(Array.from({ length: Math.max(0, line.length - 2) }, (_, at) => line.slice(at, at + 3)));
}

/** Dice's coefficient, 0 to 1; misspelled words count. */
export function similarity(a: Phrase, b: Phrase): number {
  let common = 0;
  for (const piece of a) if (b.has(piece)) common += 1;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}
