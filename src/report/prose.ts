import MarkdownIt from "markdown-it";
import type { GroundedNumber, Grounding } from "#src/contract/judgement.ts";
import { isEnglish } from "#src/contract/language.ts";
import type { AgentTurn, Reports } from "#src/contract/run.ts";
import type { Cell, Column, Line, Paragraph, Span, Table, Tongue, Words } from "./document.ts";
import { indexOf, markEnd, marks, markStart, withMarks, withoutMarks, type Place } from "./marked-text.ts";

/** A text, and what in it was checked. */
export interface Prose {
  readonly text: string;
  readonly grounding: Marked;
}

/** Reads what agents wrote. */
export interface Reader {
  /** Whether the agents wrote in another language than English, of which no word was checked. */
  readonly isForeign: boolean;
  /** A turn's text. */
  readonly prose: (turn: Prose) => Tongue & { readonly source: string; readonly words: readonly Words[] };
  /** The claim of one of its points, with the evidence it names. */
  readonly claim: (turn: AgentTurn, point: number) => Line;
  /** The thesis of a run that has one. */
  readonly thesis: (reports: Reports) => Line;
  /** A line whose numbers were not looked at. */
  readonly line: (text: string) => Line;
}

/*
 * Agents write markdown, and some of what they write may come from strangers. No raw HTML, no links and no pictures: a
 * report loads nothing and leads nowhere but to its own evidence. Reference definitions are off too: they would swallow
 * a line such as "[M3]: 12.5".
 */
const markdown = new MarkdownIt({ html: false, linkify: false }).disable(["link", "autolink", "image", "reference"]);

type Token = ReturnType<typeof markdown.parse>[number];
/** The ids of the evidence there is; `null` when nobody can say. */
type Known = ReadonlySet<string> | null;

/** @param tongue in which the agents wrote */
export function createReader(known: Known, tongue: Tongue = {}): Reader {
  const sourceOf = (text: string, grounding: Marked, place: Place): string =>
    warned(withMarks(text, grounding, place), known);
  const lineOf = (text: string, grounding: Marked, place: Place, behind = ""): Line => {
    const tokens = markdown.parseInline(`${withMarks(text, grounding, place, true)}${behind}`, {});
    const spans = spanReader(grounding, known);
    return {
      source: `${sourceOf(text, grounding, place)}${behind}`,
      spans: tokens.flatMap(({ children }) => spans(children ?? [])),
    };
  };
  return {
    isForeign: !isEnglish(tongue.language),
    prose({ text, grounding }) {
      const tokens = markdown.parse(withMarks(text, grounding, inProse, true), {});
      return {
        ...tongue,
        source: sourceOf(text, grounding, inProse),
        words: wordsUpTo({ tokens, at: 0, spans: spanReader(grounding, known) }, null),
      };
    },
    claim({ points, grounding }, point) {
      const { claim = "", evidence = [] } = points[point] ?? {};
      const unsaid = evidence.filter((id) => wholeId.test(id) && !claim.includes(id));
      const behind = unsaid.length === 0 ? "" : ` [${unsaid.join(", ")}]`;
      return { ...tongue, ...lineOf(claim, grounding, { point, field: null }, behind) };
    },
    thesis({ verdict, portfolio_manager: manager }) {
      const grounding = manager?.turns.at(-1)?.grounding ?? unread;
      return { ...tongue, ...lineOf(verdict?.thesis ?? "", grounding, { point: null, field: "thesis" }) };
    },
    line: (text) => lineOf(text, unread, inProse),
  };
}

type Marked = Pick<Grounding, "numbers" | "words">;

const inProse: Place = { point: null, field: null };
const unread: Marked = { numbers: [], words: [] };

/** A line that is no markdown. */
export function plain(text: string): Line {
  const clean = withoutMarks(text);
  return { source: clean, spans: [{ kind: "text", text: clean }] };
}

export function paragraph(tone: Paragraph["tone"], line: string | Line): Paragraph {
  return { kind: "paragraph", tone, line: typeof line === "string" ? plain(line) : line };
}

/** `[M1]` or `[M1, N2]`, itself in the result of a split; and one of the ids in it. */
const citation = /(\[[MSNFD]\d{1,4}(?:[,;] ?[MSNFD]\d{1,4})*\])/;
const evidenceId = /([MSNFD]\d{1,4})/;
const wholeId = /^[MSNFD]\d{1,4}$/;

/** Citations of evidence that there is not are flagged too. */
function warned(text: string, known: Known): string {
  const isKnown = (part: string): boolean =>
    known === null || part.split(evidenceId).every((piece) => !evidenceId.test(piece) || known.has(piece));
  return text
    .split(citation)
    .map((part) => (!citation.test(part) || isKnown(part) ? part : `${markStart}${part}${markEnd}`))
    .join("");
}

function citations(text: string, known: Known): Span[] {
  return text.split(citation).flatMap((part): Span[] => {
    if (!citation.test(part)) return part === "" ? [] : [{ kind: "text", text: part }];
    const kindOf = (piece: string) =>
      !evidenceId.test(piece) ? "text" : known === null || known.has(piece) ? "cited" : "unknown";
    return part.split(evidenceId).map((piece) => ({ kind: kindOf(piece), text: piece }));
  });
}

/** What the text behind a mark is, up to the mark's end. */
type Meaning = (text: string) => Span;

function meaningOf(mark: string, numbers: readonly GroundedNumber[], known: Known): Meaning {
  if (mark === markStart) return (text) => ({ kind: "flagged", text });
  const number = numbers[indexOf(mark)];
  const evidence = number?.evidence.filter((id) => known?.has(id)) ?? [];
  if (number === undefined || (evidence.length === 0 && number.verdict !== "proposal"))
    return (text) => ({ kind: "text", text });
  return (text) => ({ kind: "figure", text, evidence, basis: number.basis });
}

/** The spans of one text's tokens, in order: what is marked may begin in one token and end in another. */
function spanReader({ numbers }: Pick<Grounding, "numbers">, known: Known): (tokens: readonly Token[]) => Span[] {
  let meaning: Meaning | null = null;
  const pieces = (text: string): Span[] =>
    text.split(marks).flatMap((piece): Span[] => {
      if (piece === "") return [];
      if (!marks.test(piece)) return meaning === null ? citations(piece, known) : [meaning(piece)];
      meaning = piece === markEnd ? null : meaningOf(piece, numbers, known);
      return [];
    });
  return (tokens) => {
    const root: Span[] = [];
    const open = [root];
    for (const { type, tag, nesting, content } of tokens) {
      const last = open.at(-1) ?? root;
      if (nesting === 1) {
        const spans: Span[] = [];
        last.push({ kind: tag === "strong" || tag === "s" ? tag : "em", spans });
        open.push(spans);
      } else if (nesting === -1) open.pop();
      else if (type === "code_inline") last.push({ kind: "code", spans: pieces(content) });
      else if (type === "hardbreak") last.push({ kind: "break" });
      else last.push(...pieces(type === "softbreak" ? " " : content));
    }
    return root;
  };
}

interface Reading {
  readonly tokens: readonly Token[];
  at: number;
  readonly spans: (tokens: readonly Token[]) => Span[];
}

/** The tokens up to the one that closes where we are; `null`: to the end. */
function* upTo(reading: Reading, closing: string | null): Generator<Token> {
  for (let token = reading.tokens[reading.at]; token !== undefined; token = reading.tokens[reading.at]) {
    reading.at += 1;
    if (token.type === closing) return;
    yield token;
  }
}

function wordsUpTo(reading: Reading, closing: string | null): Words[] {
  const found: Words[] = [];
  for (const token of upTo(reading, closing)) found.push(...wordsAt(reading, token));
  return found;
}

function wordsAt(reading: Reading, token: Token): Words[] {
  const line = (): Line => ({ source: "", spans: reading.spans(reading.tokens[reading.at]?.children ?? []) });
  switch (token.type) {
    case "paragraph_open":
      return [{ kind: "paragraph", tone: token.hidden ? "tight" : "plain", line: line() }];
    case "heading_open":
      return [{ kind: "heading", level: Number(token.tag.slice(1)), line: line() }];
    case "bullet_list_open":
      return [{ kind: "items", start: null, items: itemsUpTo(reading, "bullet_list_close") }];
    case "ordered_list_open":
      return [
        {
          kind: "items",
          start: Number(token.attrGet("start") ?? 1),
          items: itemsUpTo(reading, "ordered_list_close"),
        },
      ];
    case "blockquote_open":
      return [{ kind: "quote", words: wordsUpTo(reading, "blockquote_close") }];
    case "table_open":
      return [tableUpTo(reading, "table_close")];
    case "fence":
    case "code_block":
      return [{ kind: "code", line: { source: "", spans: reading.spans([token]) } }];
    case "hr":
      return [{ kind: "rule" }];
    default:
      // What a paragraph or a heading holds was read with it.
      return [];
  }
}

function itemsUpTo(reading: Reading, closing: string): Words[][] {
  const items: Words[][] = [];
  for (const { type } of upTo(reading, closing))
    if (type === "list_item_open") items.push(wordsUpTo(reading, "list_item_close"));
  return items;
}

function tableUpTo(reading: Reading, closing: string): Table {
  const rows: Cell[][] = [];
  const columns: Column[] = [];
  for (const token of upTo(reading, closing)) {
    const line = { source: "", spans: reading.spans(reading.tokens[reading.at]?.children ?? []) };
    if (token.type === "th_open") columns.push({ line, align: alignOf(token), wide: true });
    if (token.type === "tr_open") rows.push([]);
    if (token.type === "td_open") rows.at(-1)?.push({ line, outcome: null });
  }
  return { kind: "table", name: null, columns, rows: rows.slice(1) };
}

function alignOf(token: Token): Column["align"] {
  const style = String(token.attrGet("style"));
  return style.endsWith("right") ? "right" : style.endsWith("center") ? "center" : "left";
}
