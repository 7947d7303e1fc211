import type { Claim, Passage, PassageRef } from "#src/contract/jobs/assistant.ts";
import { stemsOf, termsOf } from "./stemming.ts";

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

/** A claim as a model wrote it. */
export interface DraftClaim {
  readonly text: string;
  readonly chunkId: string;
  readonly quote: string;
}

export type Quotable = PassageRef & Pick<Passage, "text">;

/** A passage under the name by which a model may cite it. */
export interface Chunk {
  readonly id: string;
  readonly passage: Quotable;
}

export type Checked = { readonly ok: true; readonly claim: Claim } | { readonly ok: false; readonly reason: string };

const mostText = 600;
const fewestQuoted = { letters: 12, words: 3 };
/** Share of a claim's words that the passage must have. */
const sharedWords = 0.5;

/** The quote stands in the passage, and no number, address or code name is new. White space may differ. */
export function checkClaim(draft: DraftClaim, chunks: readonly Chunk[]): Checked {
  const passage = chunks.find(({ id }) => id === draft.chunkId)?.passage;
  if (passage === undefined) return refuse("it cites a passage that was not given");
  const text = oneLine(draft.text);
  const quote = oneLine(unescaped(draft.quote));
  if (text === "" || text.length > mostText) return refuse("it is empty or too long");
  if (quote.length < fewestQuoted.letters || quote.split(" ").length < fewestQuoted.words)
    return refuse("its quote is too short to show anything");
  const body = oneLine(passage.text);
  if (!body.includes(quote)) return refuse("its quote is not in the passage");
  const around = `${oneLine(passage.title)} ${oneLine(passage.heading ?? "")} ${body}`;
  const made = [...figuresOf(text)].filter((figure) => !figuresOf(around).has(figure));
  if (made.length > 0) return refuse(`it says ${made[0]}, which the passage does not`);
  const address = addressesOf(text).find((each) => !around.toLowerCase().includes(each.toLowerCase()));
  if (address !== undefined) return refuse(`it says ${address}, which the passage does not`);
  const terms = termsOf(text);
  const known = new Set(stemsOf(around));
  const shared = terms.filter(({ stem }) => known.has(stem)).length;
  if (terms.length === 0 || shared / terms.length < sharedWords)
    return refuse("it is about something other than its passage");
  return { ok: true, claim: { text, quote, passage: refOf(passage) } };
}

export function refOf({ id, url, title, heading }: PassageRef): PassageRef {
  return { id, url, title, heading };
}

function refuse(reason: string): Checked {
  return { ok: false, reason };
}

/** The same text whatever lines it was broken into. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** Passages are shown to a model with the characters of tags as references. */
function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** Numbers as they are written, thousands without their commas. */
function figuresOf(text: string): Set<string> {
  return new Set([...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([figure]) => figure.replaceAll(",", "")));
}

/** What a reader could follow, call or type. */
function addressesOf(text: string): string[] {
  return (
    text
      .match(/\bhttps?:\/\/\S+|\bwww\.\S+|\b[\w.+-]+@[\w-]+\.\w+|`[^`]+`|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)
      ?.map((each) => each.replaceAll("`", "")) ?? []
  );
}
