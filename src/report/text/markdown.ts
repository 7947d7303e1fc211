import { opinionScale, type AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import type { ShownEvidence } from "#src/contract/run/evidence.ts";
import { buildDocument, buildPartial, type Spoken } from "../build-document.ts";
import type { Block, Line, Part, ReportDocument, Round, Stage, StanceMap, Voice } from "../document.ts";
import { safeLine, safeProse } from "./safe-markdown.ts";
import type { FinishedRun } from "./result-text.ts";

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
  const heading = title === null ? [] : [`**${title}**${note === null ? "" : ` · ${safeLine(note)}`}`];
  return [...heading, ...rounds.flatMap(drawRound)];
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
