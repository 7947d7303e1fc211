import MarkdownIt from "markdown-it";
import type { Content, TableCell } from "pdfmake/interfaces.js";
import type { AgentTurn, Reports } from "#src/contract/run.ts";
import { claimPart, markEnd, markStart, prosePart, withMarks } from "./marked-text.ts";
import { thesisMarked } from "./thesis.ts";

/*
 * What agents wrote, as pdfmake content: paragraphs, headings, lists, tables and emphasis, and nothing that leads out of
 * the document. The rules are those of the page's prose.
 */
const markdown = new MarkdownIt({ html: false, linkify: false }).disable(["link", "autolink", "image", "reference"]);

type Token = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];
type TextContent = Content & object;

/** A turn's text: flagged numbers and words marked, cited evidence linked to its row. */
export function pdfProse(turn: AgentTurn, known: ReadonlySet<string>): Content[] {
  return blocks({ tokens: parse(withMarks(turn.text, turn.grounding, prosePart)), at: 0, known }, null);
}

/** The claim of one of a turn's points, with the evidence it names. */
export function pdfClaim({ points, grounding }: AgentTurn, point: number, known: ReadonlySet<string>): Content {
  const { claim = "", evidence = [] } = points[point] ?? {};
  const unsaid = evidence.filter((id) => evidenceId.test(id) && !claim.includes(id));
  return line(
    `${withMarks(claim, grounding, claimPart(point))}${unsaid.length === 0 ? "" : ` [${unsaid.join(", ")}]`}`,
    known,
  );
}

/** The thesis of a run that has one. */
export function pdfThesis(reports: Reports, known: ReadonlySet<string>): Content[] {
  return line(thesisMarked(reports, false).text, known);
}

/** A line whose numbers were not looked at. */
export function pdfLine(text: string, known: ReadonlySet<string>): Content[] {
  return line(text.replaceAll(/[\uE000\uE001]/g, " "), known);
}

function line(text: string, known: ReadonlySet<string>): Content[] {
  return markdown.parseInline(printable(text), {}).flatMap((token) => inline(token, known));
}

function parse(text: string): Token[] {
  return markdown.parse(printable(text), {});
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
    .replaceAll(/\p{Cf}|\p{Variation_Selector}/gu, "")
    .replaceAll(/(?<=\d) (?=%)/g, "\u{A0}")
    .replaceAll(/[→←↔⇒]/g, (arrow) => arrows[arrow] ?? arrow)
    .replaceAll(longWord, "$& ");
}

/** More than fit on a line of the page, of any letter but the thinnest. */
const longWord = /\S{160}(?=\S)/gu;

const arrows: Readonly<Record<string, string>> = { "→": "->", "←": "<-", "↔": "<->", "⇒": "=>" };

interface Reading {
  readonly tokens: readonly Token[];
  at: number;
  readonly known: ReadonlySet<string>;
}

/** The tokens up to the one that closes where we are; `null`: to the end. */
function* upTo(reading: Reading, closing: string | null): Generator<Token> {
  for (let token = reading.tokens[reading.at]; token !== undefined; token = reading.tokens[reading.at]) {
    reading.at += 1;
    if (token.type === closing) return;
    yield token;
  }
}

function blocks(reading: Reading, closing: string | null): Content[] {
  const found: Content[] = [];
  for (const token of upTo(reading, closing)) found.push(...block(reading, token));
  return found;
}

function block(reading: Reading, token: Token): Content[] {
  switch (token.type) {
    case "inline":
      return [{ text: inline(token, reading.known), style: "prose" }];
    case "heading_open":
      return [{ stack: blocks(reading, "heading_close"), style: "proseHeading" }];
    case "bullet_list_open":
      return [{ ul: items(reading, "bullet_list_close"), style: "proseList" }];
    case "ordered_list_open":
      return [
        { ol: items(reading, "ordered_list_close"), start: Number(token.attrGet("start") ?? 1), style: "proseList" },
      ];
    case "blockquote_open":
      return [{ stack: blocks(reading, "blockquote_close"), margin: [12, 0, 0, 0], italics: true }];
    case "table_open":
      return table(reading);
    case "fence":
    case "code_block":
      return [{ text: unmarked(token.content.trimEnd()), style: "prose", preserveLeadingSpaces: true }];
    default:
      // Paragraphs open and close around their inline; a rule has nothing to say.
      return [];
  }
}

function items(reading: Reading, closing: string): Content[] {
  const found: Content[] = [];
  for (const { type } of upTo(reading, closing))
    if (type === "list_item_open") found.push({ stack: blocks(reading, "list_item_close") });
  return found;
}

function table(reading: Reading): Content[] {
  const rows: TableCell[][] = [];
  for (const token of upTo(reading, "table_close")) {
    if (token.type === "tr_open") rows.push([]);
    if (token.type === "inline")
      rows.at(-1)?.push({ text: inline(token, reading.known), style: rows.length === 1 ? "head" : "cell" });
  }
  const [head = []] = rows;
  return [
    {
      table: { headerRows: 1, keepWithHeaderRows: 1, widths: head.map(() => "*"), body: rows },
      layout: "rows",
      margin: [0, 2, 0, 6],
    },
  ];
}

/** `[M1]` or `[M1, N2]`. */
const citation = /(\[[MSNFD]\d{1,4}(?:[,;] ?[MSNFD]\d{1,4})*\])/;
const evidenceId = /([MSNFD]\d{1,4})/;

function inline(token: Token, known: ReadonlySet<string>): Content[] {
  const state = { bold: 0, italics: 0, strike: 0, marked: false };
  return (token.children ?? []).flatMap((child): Content[] => {
    switch (child.type) {
      case "strong_open":
      case "strong_close":
        state.bold += child.nesting;
        return [];
      case "em_open":
      case "em_close":
        state.italics += child.nesting;
        return [];
      case "s_open":
      case "s_close":
        state.strike += child.nesting;
        return [];
      case "softbreak":
        return [{ text: " " }];
      case "hardbreak":
        return [{ text: "\n" }];
      default:
        return marks(child.content, state, known).map((piece) => ({
          ...piece,
          ...(state.bold > 0 ? { bold: true } : {}),
          ...(state.italics > 0 ? { italics: true } : {}),
          ...(state.strike > 0 ? { decoration: "lineThrough" as const } : {}),
        }));
    }
  });
}

/** A mark may begin in one piece of text and end in another. */
function marks(text: string, state: { marked: boolean }, known: ReadonlySet<string>): TextContent[] {
  return text.split(/([\uE000\uE001])/).flatMap((piece): TextContent[] => {
    if (piece === markStart || piece === markEnd) {
      state.marked = piece === markStart;
      return [];
    }
    if (piece === "") return [];
    return state.marked
      ? [{ text: piece, style: "unsupported" }]
      : piece.split(citation).flatMap((part) => cited(part, known));
  });
}

function cited(part: string, known: ReadonlySet<string>): TextContent[] {
  if (!citation.test(part)) return part === "" ? [] : [{ text: part }];
  return part
    .split(evidenceId)
    .map((piece): TextContent =>
      !evidenceId.test(piece)
        ? { text: piece }
        : known.has(piece)
          ? { text: piece, linkToDestination: piece, style: "link" }
          : { text: piece, style: "unsupported" },
    );
}

function unmarked(text: string): string {
  return text.replaceAll(/[\uE000\uE001]/g, "");
}
