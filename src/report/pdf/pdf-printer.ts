import { fileURLToPath } from "node:url";
import type { Content, ContentText, CustomTableLayout, StyleDictionary, TableCell } from "pdfmake/interfaces.js";
import pdfmake from "pdfmake";
import type { Instant } from "#src/core/clock.ts";
import { joined } from "#src/contract/text.ts";
import type { Cell, Column, Line, Span, Words } from "../document.ts";

/** The page's light colours, for paper. */
export const colours = {
  text: "#1c1f23",
  quiet: "#5f6873",
  line: "#d4d9df",
  shade: "#eceff3",
  accent: "#2457c5",
  up: "#1a7f4b",
  down: "#b3342d",
  warn: "#8a5a00",
  warnPage: "#fff4d6",
} as const;

const styles: StyleDictionary = {
  title: { fontSize: 18, bold: true, margin: [0, 0, 0, 4] },
  heading: { fontSize: 11.5, bold: true, margin: [0, 10, 0, 4] },
  stage: { fontSize: 10, bold: true, margin: [0, 8, 0, 0] },
  stageNote: { color: colours.quiet, bold: false, fontSize: 7.5 },
  agent: { fontSize: 9, bold: true, margin: [0, 5, 0, 2] },
  round: { bold: true, color: colours.quiet, margin: [0, 4, 0, 2] },
  plain: { margin: [0, 0, 0, 3] },
  tight: {},
  lead: { fontSize: 9.5, margin: [0, 0, 0, 3] },
  review: { fontSize: 9.5, margin: [0, 0, 0, 3] },
  quiet: { color: colours.quiet, margin: [0, 0, 0, 3] },
  small: { color: colours.quiet, fontSize: 7.5, margin: [0, 0, 0, 3] },
  footer: { color: colours.quiet, fontSize: 7.5, margin: [0, 12, 0, 0] },
  proseHeading: { bold: true, margin: [0, 5, 0, 3] },
  link: { color: colours.accent },
  unsupported: { color: colours.warn, background: colours.warnPage },
  head: { color: colours.quiet, fontSize: 7.5 },
  endnote: { fontSize: 7, margin: [0, 0, 0, 1.5] },
  cell: { fontSize: 7.5 },
};

/** A frame around each cell. */
const boxes: CustomTableLayout = {
  hLineColor: () => colours.line,
  vLineColor: () => colours.line,
  hLineWidth: () => 0.75,
  vLineWidth: () => 0.75,
};

/** Hair lines between rows, and no others. */
const rows: CustomTableLayout = {
  hLineWidth: (row, drawn) => (row === 0 || row === drawn.table.body.length ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => colours.line,
  paddingLeft: () => 0,
  paddingRight: (column, drawn) => (column === (drawn.table.widths?.length ?? 0) - 1 ? 0 : 8),
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

/*
 * The document's own font comes from the package. It has Latin, Greek and Cyrillic; for what it does not have others are
 * opened (pdf-fonts.ts), and what they do not have either is drawn as a box.
 */
const font = (name: string): string => fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`));
const fonts = {
  Roboto: { normal: font("Regular"), bold: font("Medium"), italics: font("Italic"), bolditalics: font("MediumItalic") },
};

/** Of the text on A4, in points. */
export const textWidth = 595.28 - 2 * 40;

pdfmake.setFonts(fonts);
pdfmake.setTableLayouts({ rows, boxes });
// A document loads nothing: not from the network, and of files only the fonts.
pdfmake.setUrlAccessPolicy(() => false);
const readable = new Set(Object.values(fonts.Roboto));
pdfmake.setLocalAccessPolicy((path) => readable.has(path));

export interface Document {
  readonly title: string;
  readonly madeAt: Instant;
  /** At the foot of each page, before the page's number. */
  readonly footer: string;
  readonly content: Content[];
}

/** A document as PDF, A4. The same document gives the same bytes. Texts must be `printable`. */
export async function printPdf({ title, madeAt, footer, content }: Document): Promise<Uint8Array> {
  const date = new Date(madeAt);
  const [foot = "", ...body] = await inFonts([footer, ...together(content)]);
  return pdfmake
    .createPdf({
      pageSize: "A4",
      pageMargins: [40, 40, 40, 46],
      language: "en",
      displayTitle: true,
      info: { title, creator: "Conclave", creationDate: date, modDate: date },
      defaultStyle: { font: "Roboto", fontSize: 8.5, lineHeight: 1.2, color: colours.text },
      styles,
      content: body,
      footer: (page, pages) => ({
        columns: [{ text: foot }, { text: `${page} / ${pages}`, alignment: "right", width: 50 }],
        margin: [40, 16, 40, 0],
        fontSize: 7.5,
        color: colours.quiet,
      }),
    })
    .getBuffer();
}

/** Signs that the document's own font has, as far as one can tell without opening it. */
const usual =
  /^[\0-\u02FF\u0370-\u03FF\u0400-\u04FF\u1E00-\u1EFF\u2000-\u206F\u20A0-\u20BF\u2122\u2202\u2206\u220F\u2211\u2212\u221A\u221E\u222B\u2248\u2260\u2264\u2265\u25CA]*$/;

/** What needs other fonts gets them. They are loaded for it alone, and so is what sets its lines. */
async function inFonts(content: readonly Content[]): Promise<readonly Content[]> {
  if (usual.test(JSON.stringify(content))) return content;
  const [{ typeset }, { otherFonts, otherFontFiles }] = await Promise.all([
    import("./pdf-typeset.ts"),
    import("./pdf-fonts.ts"),
  ]);
  pdfmake.addFonts(otherFonts);
  for (const path of otherFontFiles) readable.add(path);
  return typeset(content, fonts.Roboto.normal);
}

/** A heading never ends a page: it stays with what follows, unless that is long and could fill one by itself. */
export function together(content: readonly Content[]): Content[] {
  const kept: Content[] = [];
  let headings: Content[] = [];
  for (const node of content) {
    const isHeading = typeof node === "object" && "headlineLevel" in node;
    if (isHeading || (headings.length > 0 && isShort(node))) headings.push(node);
    if (isHeading) continue;
    if (headings.length > 0) kept.push({ stack: headings, unbreakable: true });
    if (headings.at(-1) !== node) kept.push(node);
    headings = [];
  }
  return [...kept, ...headings];
}

function isShort(node: Content): boolean {
  const text = JSON.stringify(node);
  if (typeof node === "object" && "columns" in node) return !("snakingColumns" in node) && text.length < 8000;
  return text.length < 1000 && text.split("\\n").length < 20;
}

export function heading(text: ContentText["text"], style = "heading"): Content {
  return { text, style, headlineLevel: 1 };
}

/** A line that must not be overlooked. */
export function banner(text: ContentText["text"]): Content {
  const border: [boolean, boolean, boolean, boolean] = [false, false, false, false];
  const margin: [number, number, number, number] = [6, 4, 6, 4];
  return {
    table: {
      widths: ["*"],
      body: [[{ text, color: colours.warn, bold: true, fillColor: colours.warnPage, border, margin }]],
    },
    margin: [0, 0, 0, 6],
  };
}

/** Hair lines between rows; a head stands again on each page, but for a table in columns. */
export function table(
  widths: readonly (number | "*" | "auto")[],
  head: TableCell[],
  lines: readonly TableCell[][],
  isInColumns = false,
): Content {
  const headerRows = head.length === 0 || isInColumns ? 0 : 1;
  const body = [...(head.length === 0 ? [] : [head]), ...lines];
  return {
    table: { headerRows, keepWithHeaderRows: 1, dontBreakRows: true, widths: [...widths], body },
    layout: "rows",
    margin: [0, 2, 0, 6],
  };
}

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

function pdfTable(columns: readonly Column[], cells: readonly TableCell[][], isInColumns: boolean): Content {
  return table(
    columns.map(({ wide }) => (wide || columns.every((one) => !one.wide) ? "*" : "auto")),
    columns.map(({ line, align }) => ({ text: pdfLine(line), style: "head", alignment: align })),
    cells,
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
