import MarkdownIt from "markdown-it";
import { plainText } from "#src/contract/text.ts";
import { type AnalysisRequest, opinionScale } from "#src/contract/jobs/analysis.ts";
import type { ShownEvidence } from "#src/contract/run/evidence.ts";
import { type Spoken, buildDocument, buildPartial } from "../build-document.ts";
import type { Block, Line, Part, ReportDocument, Round, Stage, StanceMap, Voice } from "../document.ts";
import type { FinishedRun } from "./result-text.ts";

/*
 * What agents and strangers wrote, made fit to stand in the report's own markdown: it may be formatted, but it can
 * bring in no tag, link or picture, and cannot leave the place where it stands.
 */

const citation = /^\[[MSNFD]\d{1,4}(?:[,;] ?[MSNFD]\d{1,4})*\](?![[(:])/;

/** `# Title`, also inside quotes and lists; and the line below a title that makes it one. */
const heading = /^((?:\s*(?:>|(?:[*+-]|\d{1,9}[.)])(?=\s)))*\s*)#{1,3}(?=\s|$)/;
const underline = /^( {0,3})(=+|-+)(?=\s*$)/;

/**
 * Prose of an agent. Its headings go below the report's own. What it leaves open (a code fence that was forgotten)
 * is closed, and if that does not help, it becomes plain characters.
 */
export function safeProse(text: string): string {
  const prose = withoutLinks(seen(text))
    .split("\n")
    .map((one) => one.replace(heading, "$1####").replace(underline, "$1\\$2"))
    .join("\n");
  // Nothing else can swallow what follows.
  if (!/`{3}|~{3}/.test(prose)) return prose;
  const closed = [prose, `${prose}\n\`\`\``, `${prose}\n~~~`].find(isClosed);
  return closed ?? prose.replaceAll(/`{3,}|~{3,}/g, (fence) => `&#${fence.charCodeAt(0)};`.repeat(fence.length));
}

const parser = new MarkdownIt();

/** Whether a heading that follows is one. */
function isClosed(prose: string): boolean {
  const after = parser.parse(`${prose}\n\n## end`, {}).at(-3);
  return after?.type === "heading_open" && after.level === 0;
}

/** One line of plain words, for a table cell or the inside of a sentence. */
export function safeLine(text: string): string {
  return withoutLinks(seen(text).replaceAll(/\s+/g, " ").trim()).replaceAll("|", "&#124;").replaceAll("`", "&#96;");
}

/** Nor may it bring in by name what it may not bring in itself: `&#8238;` turns a line around as the sign does. */
function seen(text: string): string {
  return plainText(text).replaceAll(/&(?:#[xX]?[0-9a-fA-F]{1,8}|[a-zA-Z]{2,31});/g, (reference) => {
    const meant = reference.startsWith("&#") ? signOf(reference.slice(2, -1)) : parser.utils.unescapeAll(reference);
    return plainText(meant) === meant ? reference : "";
  });
}

/** What a reference means by its number. */
function signOf(number: string): string {
  const code = /^x/i.test(number) ? Number.parseInt(number.slice(1), 16) : Number.parseInt(number, 10);
  return code > 0x10ffff ? "" : String.fromCodePoint(code);
}

/**
 * Brackets (but for citations), tags, and what GitHub makes a link of by itself, as characters that mean nothing.
 * A backslash of the text's own could undo another one, so it becomes an entity.
 */
function withoutLinks(text: string): string {
  return text
    .replaceAll("<", "&lt;")
    .replaceAll("\\", "&#92;")
    .replaceAll("://", "&#58;//")
    .replaceAll(
      /\b(www|mailto|xmpp)([.:])/gi,
      (_whole, word: string, sign: string) => `${word}${sign === "." ? "&#46;" : "&#58;"}`,
    )
    .replaceAll(/(?<=[\w.+-])@(?=[\w-])/g, "&#64;")
    .replaceAll("[", (_bracket, at: number, whole: string) => (citation.test(whole.slice(at, at + 200)) ? "[" : "\\["));
}

/** The report as GitHub-flavoured markdown. What is flagged carries a ⚠. */
export function renderMarkdown(finished: FinishedRun, document = buildDocument(finished)): string {
  return drawDocument(document);
}

/** What had been said when a run failed. */
export function renderPartial(request: AnalysisRequest, reason: string, reports: Spoken): string {
  return drawDocument(buildPartial(request, reason, reports));
}

function drawDocument({ title, parts, footer }: ReportDocument): string {
  return [`# ${safeLine(title)}`, ...parts.flatMap(drawPart), "---", `_${safeLine(footer)}_`, ""].join("\n\n");
}

function drawPart({ title, note, blocks }: Part): string[] {
  return [
    ...(title === null ? [] : [`## ${title}`]),
    ...(note === null ? [] : [`_${safeLine(note)}_`]),
    ...blocks.flatMap(drawBlock),
  ];
}

/** Paragraphs, between which a line is left free. */
function drawBlock(block: Block): string[] {
  switch (block.kind) {
    case "paragraph":
      return [block.tone === "warning" ? `> **${line(block.line)}**` : line(block.line)];
    case "prose":
      return [safeProse(block.source)];
    case "list":
      return [
        ...(block.title === null ? [] : [`**${block.title}**`]),
        block.items.map((item) => `- ${line(item)}`).join("\n"),
      ];
    case "table":
      return [
        table(
          block.columns.map((column) => line(column.line)),
          block.rows.map((cells) => cells.map((cell) => line(cell.line))),
        ),
      ];
    case "folded":
      return [`<details>\n<summary>${safeLine(block.title)}</summary>`, ...drawBlock(block.block), "</details>"];
    case "rating":
      return [`Rating: **${block.rating}**`];
    case "facts":
      return [
        table(
          block.facts.map(({ label }) => label),
          [block.facts.map(({ value }) => safeLine(value)), block.facts.map(({ note }) => note ?? "")].filter((row) =>
            row.some((text) => text !== ""),
          ),
        ),
      ];
    case "stances":
      return drawStances(block);
    case "chart":
      return [`_${line(block.caption)}_`];
    case "stage":
      return drawStage(block);
    case "evidence":
      return [table(["ID", "Description", "Value", "Date", "Source"], block.items.map(evidenceRow))];
  }
}

/** One column for each place on the scale of opinions, and a table of sizes. */
function drawStances({ opinions, ratingAt, sizes, remarks }: StanceMap): string[] {
  const places = opinions.map(({ title, says, place }) => [
    title,
    ...opinionScale.map((_name, index) =>
      Math.round(place) !== index - 2 ? "" : index - 2 === ratingAt ? "\u25C9" : "\u25CF",
    ),
    says,
  ]);
  return [
    ...(places.length === 0 ? [] : [table(["Opinion", ...opinionScale, "View"], places)]),
    ...(sizes.length === 0
      ? []
      : [
          table(
            ["Size", "Share of the portfolio"],
            sizes.map(({ title, says }) => [title, says]),
          ),
        ]),
    ...remarks,
  ];
}

function drawStage({ title, note, rounds }: Stage): string[] {
  const head = title === null ? [] : [`**${title}**${note === null ? "" : ` · ${safeLine(note)}`}`];
  return [...head, ...rounds.flatMap(drawRound)];
}

function drawRound({ title, voices }: Round): string[] {
  return [...(title === null ? [] : [`**${title}**`]), ...voices.flatMap(drawVoice)];
}

function drawVoice({ title, says, flag, points, blocks, notes }: Voice): string[] {
  return [
    `### ${title}${flag === null ? "" : ` ⚠ ${flag}`}`,
    ...(says === "" ? [] : [`_${safeLine(says)}_`]),
    ...(points.length === 0 ? [] : [points.map((item) => `- ${line(item)}`).join("\n")]),
    ...blocks.flatMap(drawBlock),
    ...notes.map((note) => `_${safeLine(note)}_`),
  ];
}

function evidenceRow({ id, label, value, text, formula, at, source, weighs }: ShownEvidence): string[] {
  const what = `${formula === null ? label : `${label} (${formula})`}${weighs === undefined ? "" : `. ${weighs}`}`;
  return [id, safeLine(what), safeLine(value ?? text ?? ""), at, safeLine(source)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}

function line({ source }: Line): string {
  return safeLine(source).replace(
    begins,
    (_whole, digits = "", sign = "") => `${digits}&#${String(sign).charCodeAt(0)};`,
  );
}

/** What a line could begin that is more than a line: a title, a quotation, a list, a rule, code. */
const begins = /^(\d{0,9})([#>=~]|[+*-](?=[\s-]|$)|[.)](?=\s|$))/;
