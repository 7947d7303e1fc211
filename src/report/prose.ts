import MarkdownIt from "markdown-it";
import type { GroundedNumber, Grounding } from "#src/contract/judgement.ts";
import { areDirectionsRead } from "#src/contract/language.ts";
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
  /** Whether the agents wrote in a language of which no word is checked. */
  readonly isUnread: boolean;
  /** A turn's text. */
  readonly prose: (turn: Prose) => Tongue & { readonly source: string; readonly words: readonly Words[] };
  /** The claim of one of its points, with the evidence it names. */
  readonly claim: (turn: AgentTurn, point: number) => Line;
  /** The thesis of a run that has one. */
  readonly thesis: (reports: Reports) => Line;
  /** What would break the rating, in the portfolio manager's words. */
  readonly condition: (reports: Reports, condition: { readonly place: number; readonly said: string }) => Line;
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
  const ofManager = ({ portfolio_manager: manager }: Reports, field: string, text: string): Line => {
    const grounding = manager?.turns.at(-1)?.grounding ?? unread;
    return { ...tongue, ...lineOf(text, grounding, { point: null, field }) };
  };
  return {
    isUnread: !areDirectionsRead(tongue.language),
    prose({ text, grounding }) {
      const tokens = markdown.parse(withMarks(text, grounding, inProse, true), {});
      return {
        ...tongue,
        source: sourceOf(text, grounding, inProse),
        words: wordsWithin({ tokens, at: 0, spans: spanReader(grounding, known) }, null),
      };
    },
    claim({ points, grounding }, point) {
      const { claim = "", evidence = [] } = points[point] ?? {};
      const unsaid = evidence.filter((id) => wholeId.test(id) && !claim.includes(id));
      const behind = unsaid.length === 0 ? "" : ` [${unsaid.join(", ")}]`;
      return { ...tongue, ...lineOf(claim, grounding, { point, field: null }, behind) };
    },
    thesis: (reports) => ofManager(reports, "thesis", reports.verdict?.thesis ?? ""),
    condition: (reports, { place, said }) => ofManager(reports, `condition_${place}`, said),
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

/** The tokens up to the one that closes what was opened; `null`: to the end. */
function* within(reading: Reading, opening: Token | null): Generator<Token> {
  for (let token = reading.tokens[reading.at]; token !== undefined; token = reading.tokens[reading.at]) {
    reading.at += 1;
    if (token.type === opening?.type.replace("_open", "_close")) return;
    yield token;
  }
}

function wordsWithin(reading: Reading, opening: Token | null): Words[] {
  const found: Words[] = [];
  for (const token of within(reading, opening)) found.push(...wordsAt(reading, token));
  return found;
}

function lineAt({ tokens, at, spans }: Reading): Line {
  return { source: "", spans: spans(tokens[at]?.children ?? []) };
}

function wordsAt(reading: Reading, token: Token): Words[] {
  switch (token.type) {
    case "paragraph_open":
      return [{ kind: "paragraph", tone: token.hidden ? "tight" : "plain", line: lineAt(reading) }];
    case "heading_open":
      return [{ kind: "heading", level: Number(token.tag.slice(1)), line: lineAt(reading) }];
    case "bullet_list_open":
      return [{ kind: "items", start: null, items: itemsWithin(reading, token) }];
    case "ordered_list_open":
      return [{ kind: "items", start: Number(token.attrGet("start") ?? 1), items: itemsWithin(reading, token) }];
    case "blockquote_open":
      return [{ kind: "quote", words: wordsWithin(reading, token) }];
    case "table_open":
      return [tableWithin(reading, token)];
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

function itemsWithin(reading: Reading, list: Token): Words[][] {
  const items: Words[][] = [];
  for (const token of within(reading, list))
    if (token.type === "list_item_open") items.push(wordsWithin(reading, token));
  return items;
}

function tableWithin(reading: Reading, opening: Token): Table {
  const rows: Cell[][] = [];
  const columns: Column[] = [];
  for (const token of within(reading, opening)) {
    const line = lineAt(reading);
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
