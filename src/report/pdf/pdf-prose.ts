import type { Content, TableCell } from "pdfmake/interfaces.js";
import type { Cell, Column, Line, Span, Words } from "../document.ts";
import { table, colours } from "./pdf-printer.ts";
import { joined } from "#src/contract/plain-text.ts";

/* Words as pdfmake content, and nothing that leads out of the document. */

export function pdfWords(words: readonly Words[]): Content[] {
  return words.map(drawWords);
}

export function pdfLine({ spans }: Pick<Line, "spans">, look: object = {}): Content[] {
  return spans.flatMap((span) => drawSpan(span, look));
}

function drawWords(words: Words): Content {
  switch (words.kind) {
    case "paragraph":
      return { text: pdfLine(words.line), style: words.tone };
    case "heading":
      return { text: pdfLine(words.line), style: "proseHeading" };
    case "items": {
      const items = words.items.map((item) => ({ stack: pdfWords(item) }));
      const margin: [number, number, number, number] = [0, 0, 0, 3];
      return words.start === null ? { ul: items, margin } : { ol: items, start: words.start, margin };
    }
    case "quote":
      return { stack: pdfWords(words.words), margin: [12, 0, 0, 0], italics: true };
    case "code":
      return { text: pdfLine(words.line), style: "plain", preserveLeadingSpaces: true };
    case "rule":
      return { text: "" };
    case "table":
      return pdfTable(
        words.columns,
        words.rows.map((cells) => cells.map((cell, index) => pdfCell(cell, words.columns[index]))),
        words.name === null,
      );
  }
}

const outcomes = { pass: colours.up, fail: colours.down, not_checked: colours.quiet };

function pdfCell({ line, outcome }: Cell, column: Column | undefined): TableCell {
  const marked = outcome === null ? {} : { bold: true, color: outcomes[outcome] };
  return { text: pdfLine(line), style: "cell", alignment: column?.align ?? "left", ...marked };
}

function pdfTable(columns: readonly Column[], rows: readonly TableCell[][], isInColumns: boolean): Content {
  return table(
    columns.map(({ wide }) => (wide || columns.every((one) => !one.wide) ? "*" : "auto")),
    columns.map(({ line, align }) => ({ text: pdfLine(line), style: "head", alignment: align })),
    rows,
    isInColumns,
  );
}

const looks = { strong: { bold: true }, em: { italics: true }, s: { decoration: "lineThrough" }, code: {} };

function drawSpan(span: Span, look: object): Content[] {
  switch (span.kind) {
    case "text":
      return [{ ...look, text: printable(span.text) }];
    case "flagged":
    case "unknown":
      return [{ ...look, text: printable(span.text), style: "unsupported" }];
    case "cited":
      return [{ ...look, text: span.text, linkToDestination: span.text, style: "link" }];
    case "figure": {
      const [first] = span.evidence;
      return [{ ...look, text: printable(span.text), ...(first === undefined ? {} : { linkToDestination: first }) }];
    }
    case "strong":
    case "em":
    case "s":
    case "code":
      return pdfLine(span, { ...look, ...looks[span.kind] });
    case "break":
      return [{ text: "\n" }];
  }
}

/**
 * What a font can be asked to draw: no control characters, no broken halves of a character, and none of the invisible
 * joiners that a font without the joined picture would draw as boxes. A percent sign stays with its number, and the
 * arrows that models like are made of signs that the font has. A word that no line could hold is cut: the layout would
 * try each of its ends.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u{2028}\u{2029}]/gu, (control) => (control === "\n" ? "\n" : " "))
    .replaceAll(joiner, "$1")
    .replaceAll(/(?<=\d) (?=%)/g, "\u{A0}")
    .replaceAll(/[→←↔⇒]/g, (arrow) => arrows[arrow] ?? arrow)
    .replaceAll(longWord, "$& ");
}

/** What is left out, but for the joiners between letters of scripts that are written with them. */
const joiner = new RegExp(`${joined.source}|\\p{Cf}|\\p{Variation_Selector}`, "gu");

/** More than fit on a line of the page, of any letter but the thinnest; not in scripts that know no spaces. */
const longWord =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{160}(?=\S)/gu;

const arrows: Readonly<Record<string, string>> = { "→": "->", "←": "<-", "↔": "<->", "⇒": "=>" };
