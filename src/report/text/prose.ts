import type { BlockContent, List, PhrasingContent, Root, RootContent, Table as TableNode, Text } from "mdast";
import { checkedOf } from "#src/contract/run/checked.ts";
import type { AgentTurn, Reports } from "#src/contract/run/run.ts";
import { isFlagged, type TextSpan } from "#src/contract/run/spans.ts";
import type { Line, Paragraph, Span, Table, Tongue, Words } from "../document.ts";
import { parseLine, parseMarkdown } from "./parse-markdown.ts";

/** A text in markdown, and what code wrote into it or found in it. */
export interface Statement {
  readonly text: string;
  readonly spans: readonly TextSpan[];
}

/** Reads what agents wrote. */
export interface Reader {
  readonly prose: (statement: Statement) => Tongue & { readonly source: string; readonly words: readonly Words[] };
  /** A part of a turn's text. */
  readonly excerpt: (turn: AgentTurn, from: number, to: number) => Line;
  /** The claim of one of its points, with the evidence it names. */
  readonly claim: (turn: AgentTurn, point: number) => Line;
  /** The thesis of a run that has one. */
  readonly thesis: (reports: Reports) => Line;
  /** What would break the rating, in the portfolio manager's words. */
  readonly condition: (reports: Reports, condition: { readonly place: number; readonly said: string }) => Line;
}

/** The ids of the evidence there is; `null` when nobody can say. */
type Known = ReadonlySet<string> | null;

/** @param tongue in which the agents wrote */
export function createReader(known: Known, tongue: Tongue = {}): Reader {
  const line = (statement: Statement): Line => ({ ...tongue, ...lineOf(statement, known) });
  const ofManager = ({ portfolio_manager: manager }: Reports, field: string, text: string): Line => {
    const turn = manager?.turns.at(-1);
    return line({ text, spans: (turn && checkedOf(turn).fields[field]) ?? [] });
  };
  return {
    prose(statement) {
      const reading = { ...statement, known };
      return { ...tongue, source: flaggedSource(reading), words: wordsOf(parseMarkdown(statement.text), reading) };
    },
    excerpt(turn, from, to) {
      const spans = checkedOf(turn).text.filter((span) => span.from >= from && span.to <= to);
      const moved = spans.map((span) => ({ ...span, from: span.from - from, to: span.to - from }));
      return line({ text: turn.text.slice(from, to), spans: moved });
    },
    claim(turn, point) {
      const { claim: said = "", evidence = [] } = turn.points[point] ?? {};
      // An analyst's begins with its side: `for: …`.
      const claim = said.charAt(0).toUpperCase() + said.slice(1);
      const unsaid = evidence.filter((id) => evidenceId.test(id) && !claim.includes(id));
      return line(cited({ text: claim, spans: checkedOf(turn).points[point] ?? [] }, unsaid));
    },
    thesis: (reports) => ofManager(reports, "thesis", reports.verdict?.thesis ?? ""),
    condition: (reports, { place, said }) => ofManager(reports, `condition_${place}`, said),
  };
}

const evidenceId = /^[MSNFD]\d{1,4}$/;

/** With the evidence of a point that its claim does not name, before the full stop. */
function cited({ text, spans }: Statement, ids: readonly string[]): Statement {
  if (ids.length === 0) return { text, spans };
  const stop = text.endsWith(".") ? "." : "";
  const end = text.length - stop.length;
  let all = `${text.slice(0, end)} [`;
  const citations = ids.map((id, index): TextSpan => {
    const from = all.length;
    all += `${id}${index === ids.length - 1 ? "]" : ", "}`;
    return { from, to: from + id.length, kind: "citation", ids: [id], expression: null };
  });
  return {
    text: `${all}${stop}`,
    spans: [...spans.map((span) => ({ ...span, to: Math.min(span.to, end) })), ...citations],
  };
}

/** Markdown of a line of the report's own. */
export function markdownLine(text: string): Line {
  return lineOf({ text, spans: [] }, null);
}

/** A line that is no markdown. */
export function plain(text: string): Line {
  return { source: text, spans: [{ kind: "text", text }] };
}

export function paragraph(tone: Paragraph["tone"], line: string | Line): Paragraph {
  return { kind: "paragraph", tone, line: typeof line === "string" ? plain(line) : line };
}

interface Reading extends Statement {
  readonly known: Known;
}

function lineOf(statement: Statement, known: Known): Line {
  const reading = { ...statement, known };
  const paragraphs = parseLine(statement.text).children.flatMap((node): Span[][] =>
    node.type === "paragraph" ? [spansOf(node.children, reading)] : [],
  );
  const spans = paragraphs.flatMap((one, at): Span[] => (at === 0 ? one : [{ kind: "text", text: " " }, ...one]));
  return { source: flaggedSource(reading), spans };
}

/** What is flagged, and ids of evidence that there is not, are followed by a ⚠. */
function flaggedSource({ text, spans, known }: Reading): string {
  let source = "";
  let at = 0;
  for (const span of spans.filter((one) => isFlagged(one) || isUnknown(one, known))) {
    source += `${text.slice(at, span.to)} ⚠`;
    at = span.to;
  }
  return source + text.slice(at);
}

function isUnknown({ kind, ids }: TextSpan, known: Known): boolean {
  return kind === "unknown_id" || (kind === "citation" && known !== null && ids.some((id) => !known.has(id)));
}

/** A piece of a text, and the span that it stands in. */
interface Piece {
  readonly text: string;
  readonly span: TextSpan | null;
}

/** A text node is a token of the source: the same characters, or one that an escape or a reference stands for. */
function piecesOf({ value, position }: Text, { text, spans }: Statement, lineBreak: string): Piece[] {
  const from = position?.start.offset ?? 0;
  const to = position?.end.offset ?? from;
  const end = value.search(/[\r\n]/);
  const words = end === -1 ? value : value.slice(0, end);
  const wordsEnd = end === -1 ? to : from + words.length;
  const behind = end === -1 ? [] : [whole(lineBreak === "" ? value.slice(end) : lineBreak, wordsEnd, to, spans)];
  if (words.length !== wordsEnd - from || !text.startsWith(words, from))
    return [whole(words, from, wordsEnd, spans), ...behind];
  const pieces: Piece[] = [];
  let at = from;
  for (const span of spans.filter((one) => one.from < wordsEnd && one.to > from)) {
    const [start, stop] = [Math.max(span.from, from), Math.min(span.to, wordsEnd)];
    pieces.push({ text: text.slice(at, start), span: null }, { text: text.slice(start, stop), span });
    at = stop;
  }
  return [...pieces, { text: text.slice(at, wordsEnd), span: null }, ...behind];
}

function whole(text: string, from: number, to: number, spans: readonly TextSpan[]): Piece {
  return { text, span: spans.find((one) => one.from < to && one.to > from) ?? null };
}

function spansOf(nodes: readonly PhrasingContent[], reading: Reading, lineBreak = " "): Span[] {
  const found: Span[] = [];
  let open: Piece | null = null;
  const close = (): void => {
    if (open !== null && open.text !== "") found.push(spanOf(open, reading.known));
    open = null;
  };
  for (const node of nodes) {
    if (node.type !== "text") {
      close();
      found.push(...markedSpans(node, reading));
      continue;
    }
    for (const { text, span } of piecesOf(node, reading, lineBreak)) {
      if (text === "") continue;
      // Escapes and line breaks cut a text, and no figure.
      if (open !== null && open.span !== span) close();
      open = { text: `${open === null ? "" : open.text}${text}`, span };
    }
  }
  close();
  return found;
}

function markedSpans(node: Exclude<PhrasingContent, Text>, reading: Reading): Span[] {
  switch (node.type) {
    case "strong":
      return [{ kind: "strong", spans: spansOf(node.children, reading) }];
    case "emphasis":
      return [{ kind: "em", spans: spansOf(node.children, reading) }];
    case "delete":
      return [{ kind: "s", spans: spansOf(node.children, reading) }];
    case "codeSpan":
      return [{ kind: "code", spans: spansOf(node.children, reading) }];
    case "break":
      return [{ kind: "break" }];
    default:
      // Links, pictures and HTML are not parsed.
      return [];
  }
}

function spanOf({ text, span }: Piece, known: Known): Span {
  if (span === null) return { kind: "text", text };
  const { kind, ids, expression } = span;
  switch (kind) {
    case "reference":
    case "supported":
    case "own": {
      const evidence = ids.filter((id) => known?.has(id) ?? true);
      if (evidence.length === 0 && kind !== "own") return { kind: "text", text };
      return { kind: "figure", text, evidence, basis: expression };
    }
    case "wrong_source":
      return { kind: "flagged", text, reason: `Not in the evidence it cites, but in ${ids.join(", ")}` };
    case "unsupported":
      return { kind: "flagged", text, reason: "Not supported by the evidence" };
    case "contradicted":
      return {
        kind: "flagged",
        text,
        reason: `Contradicted by ${ids.length === 0 ? "the figures beside it" : ids.join(", ")}`,
      };
    case "uncited":
      return { kind: "flagged", text, reason: "No evidence cited for this" };
    case "opinion":
      return { kind: "flagged", text, reason: "An opinion about the future" };
    case "citation":
    case "unknown_id":
      return { kind: isUnknown(span, known) ? "unknown" : "cited", text };
    case "unread":
    case "agrees":
      return { kind: "text", text };
  }
}

function wordsOf({ children }: { readonly children: Root["children"] }, reading: Reading, tight = false): Words[] {
  return children.flatMap((node) => wordsAt(node, reading, tight));
}

/** @param tight in a list whose items stand close */
function wordsAt(node: RootContent | BlockContent, reading: Reading, tight: boolean): Words[] {
  const line = (nodes: readonly PhrasingContent[]): Line => ({ source: "", spans: spansOf(nodes, reading) });
  switch (node.type) {
    case "paragraph":
      return [{ kind: "paragraph", tone: tight ? "tight" : "plain", line: line(node.children) }];
    case "heading":
      return [{ kind: "heading", level: node.depth, line: line(node.children) }];
    case "list":
      return [listOf(node, reading)];
    case "blockquote":
      return [{ kind: "quote", words: wordsOf(node, reading) }];
    case "table":
      return [tableOf(node, (cell) => line(cell))];
    case "codeBlock":
      return [{ kind: "code", line: { source: "", spans: trimmed(spansOf(node.children, reading, "")) } }];
    case "thematicBreak":
      return [{ kind: "rule" }];
    default:
      return [];
  }
}

function listOf({ ordered, start, spread, children }: List, reading: Reading): Words {
  const isTight = spread !== true && children.every((item) => item.spread !== true);
  return {
    kind: "items",
    start: ordered === true ? (start ?? 1) : null,
    items: children.map((item) => wordsOf(item, reading, isTight)),
  };
}

/** Rows have as many cells as the head. */
function tableOf({ align, children: [head, ...rows] }: TableNode, line: (nodes: PhrasingContent[]) => Line): Table {
  const columns = (head?.children ?? []).map(({ children }, index) => ({
    line: line(children),
    align: align?.[index] ?? ("left" as const),
    wide: true,
  }));
  const cells = rows.map((row) =>
    columns.map((_column, index) => ({ line: line(row.children[index]?.children ?? []), outcome: null })),
  );
  return { kind: "table", name: null, columns, rows: cells };
}

/** Without the line breaks at the fences. */
function trimmed(spans: readonly Span[]): Span[] {
  return spans.map((span, at) => {
    if (span.kind !== "text") return span;
    const text = at === 0 ? span.text.replace(/^\r?\n/, "") : span.text;
    return { ...span, text: at === spans.length - 1 ? text.replace(/\r?\n$/, "") : text };
  });
}
