import type { Citation } from "./citations.ts";

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
