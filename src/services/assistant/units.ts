import type { Passage } from "#src/contract/assistant.ts";
import { stemsOf } from "./words.ts";

/** The smallest part of a passage that can answer something: up to three sentences of a line, or a row of a table. */
export interface Unit {
  /** Word for word in the passage. */
  readonly quote: string;
  /** The same as it reads alone: a row says its columns. */
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  /** Lines before it. */
  readonly position: number;
}

const mostSentences = 3;
const mostLetters = 420;
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** The units of a passage, in its order; they overlap. Code has none: it answers nothing by itself. */
export function unitsOf({ text, heading }: Pick<Passage, "text" | "heading">): Unit[] {
  const lines = text.split("\n");
  let header: readonly string[] | null = null;
  return lines.flatMap((line, position): Unit[] => {
    // A page begins with its summary, which says what the page is about and answers nothing.
    if (heading === null && position === 0 && lines.length > 1) return [];
    const cells = line.split(" | ").map((cell) => cell.trim());
    if (cells.length < 2) {
      header = null;
      return isProse(line) ? prose(line, position) : [];
    }
    if (header?.length !== cells.length) {
      header = cells;
      return [];
    }
    const row = rowText(header, cells);
    return line.length > mostLetters ? [] : [{ quote: line.trim(), text: row, stems: new Set(stemsOf(row)), position }];
  });
}

function prose(line: string, position: number): Unit[] {
  const sentences = [...segmenter.segment(line)].map(({ segment }) => segment);
  return sentences.flatMap((_, at) => {
    const span = spanFrom(sentences, at);
    return span.split(" ").length < 4 ? [] : [{ quote: span, text: span, stems: new Set(stemsOf(span)), position }];
  });
}

/** From a sentence on, as far as fits; a longer one is cut between words. */
function spanFrom(sentences: readonly string[], at: number): string {
  let span = sentences[at] ?? "";
  for (const next of sentences.slice(at + 1, at + mostSentences)) {
    if (span.length + next.length > mostLetters) break;
    span += next;
  }
  const whole = span.trim();
  if (whole.length <= mostLetters) return whole;
  const cut = whole.slice(0, mostLetters);
  return cut.slice(0, cut.lastIndexOf(" "));
}

/** `Price: Free $0; Elite $79` of a row below the names of its columns; of two columns no names are needed. */
function rowText(header: readonly string[], [first = "", ...rest]: readonly string[]): string {
  if (rest.length === 1) return `${first}: ${rest[0] ?? ""}`;
  return `${first}: ${rest.map((cell, index) => `${header[index + 1] ?? ""} ${cell}`.trim()).join("; ")}`;
}

/** A command or a line of a program has more signs and less words than a sentence. */
function isProse(line: string): boolean {
  const signs = line.match(/[{}[\]()<>=$\\"'`;|]/g)?.length ?? 0;
  return (
    /\p{L}{2,} \p{L}{2,}/u.test(line) &&
    !/^\s*(?:[-/#]|\/\/|curl |npx |[a-z]+: )/.test(line) &&
    signs / line.length < 0.06
  );
}
