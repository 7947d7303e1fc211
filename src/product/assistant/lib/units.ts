import type { Passage } from "#src/contract/jobs/assistant.ts";
import { stemsOf } from "./stemming.ts";

/** A few sentences, or a row of a table. */
export interface Unit {
  /** Word for word in the passage. */
  readonly quote: string;
  /** The same as it reads alone: a row says its columns. */
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  /** Lines before it. */
  readonly position: number;
}

const mostSentences = 5;
const mostLetters = 420;
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** They overlap. Code answers nothing by itself. */
export function unitsOf({ text, heading }: Pick<Passage, "text" | "heading">): Unit[] {
  const lines = text.split("\n");
  const units: Unit[] = [];
  let header: readonly string[] | null = null;
  /** Steps of a list are read together. */
  let block: Sentence[] = [];
  for (const [position, line] of lines.entries()) {
    // A page's summary answers nothing.
    if (heading === null && position === 0 && lines.length > 1) continue;
    const cells = line.split(" | ").map((cell) => cell.trim());
    if (cells.length < 2 && isProse(line)) {
      header = null;
      block.push(...[...segmenter.segment(`${line}\n`)].map(({ segment }) => ({ text: segment, position })));
      continue;
    }
    units.push(...spansOf(block));
    block = [];
    if (cells.length < 2) header = null;
    else if (header?.length !== cells.length) header = cells;
    else if (line.length <= mostLetters) units.push(unitOf(line.trim(), rowText(header, cells), position));
  }
  return [...units, ...spansOf(block)];
}

interface Sentence {
  /** With what stands before the next one. */
  readonly text: string;
  readonly position: number;
}

function unitOf(quote: string, text: string, position: number): Unit {
  return { quote, text, stems: new Set(stemsOf(text)), position };
}

function spansOf(block: readonly Sentence[]): Unit[] {
  return block.flatMap(({ position }, at) => {
    const span = spanFrom(block, at);
    return span.split(/\s+/).length < 4 ? [] : [unitOf(span, span, position)];
  });
}

/** Longer ones are cut between words. */
function spanFrom(block: readonly Sentence[], at: number): string {
  let span = block[at]?.text ?? "";
  for (const { text: next } of block.slice(at + 1, at + mostSentences)) {
    if (span.length + next.length > mostLetters) break;
    span += next;
  }
  const whole = span.trim();
  if (whole.length <= mostLetters) return whole;
  const cut = whole.slice(0, mostLetters);
  return cut.slice(0, cut.lastIndexOf(" "));
}

/** `Price: Free $0; Elite $79`; two columns need no names. */
function rowText(header: readonly string[], [first = "", ...rest]: readonly string[]): string {
  if (rest.length === 1) return `${first}: ${rest[0] ?? ""}`;
  return `${first}: ${rest.map((cell, index) => `${header[index + 1] ?? ""} ${cell}`.trim()).join("; ")}`;
}

/** Code has more signs and fewer words. */
function isProse(line: string): boolean {
  const signs = line.match(/[{}[\]()<>=$\\"'`;|]/g)?.length ?? 0;
  return (
    /\p{L}{2,} \p{L}{2,}/u.test(line) &&
    !/^\s*(?:[-/#]|\/\/|curl |npx |[a-z]+: |[A-Z_]+=)|\S {2,}\S/.test(line) &&
    signs / line.length < 0.06
  );
}
