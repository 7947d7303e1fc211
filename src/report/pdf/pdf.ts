import type { Content, TableCell } from "pdfmake/interfaces.js";
import { opinionScale, type Rating } from "#src/contract/jobs/analysis.ts";
import type { ShownEvidence } from "#src/contract/run/evidence.ts";
import { buildDocument } from "../build-document.ts";
import { chartSvg } from "../charts/chart.ts";
import type { Block, Fact, Part, Round, Stage, Stance, StanceMap, Voice } from "../document.ts";
import {
  pdfLine,
  pdfWords,
  printable,
  banner,
  heading,
  printPdf,
  table as tableOf,
  textWidth,
  together,
  colours,
} from "./pdf-printer.ts";
import type { FinishedRun } from "../text/result-text.ts";
import { wayOf } from "../charts/stance-map.ts";

/** The report as PDF, A4. The same run gives the same bytes. */
export async function renderPdf(finished: FinishedRun): Promise<Uint8Array> {
  const { title, headline, runId, finishedAt, parts, footer } = buildDocument(finished);
  return printPdf({
    title: printable(title),
    madeAt: Date.parse(finishedAt),
    footer: `${printable(headline)} · ${printable(runId)}`,
    content: [
      { text: printable(headline), style: "title" },
      ...parts.flatMap(drawPart),
      { text: printable(footer), style: "footer" },
    ],
  });
}

function drawPart({ id, title, note, blocks }: Part): Content[] {
  return [
    ...(title === null ? [] : [heading(title)]),
    ...(note === null ? [] : [{ text: printable(note), style: "quiet" }]),
    ...laidOut(id, blocks),
  ];
}

/** The debate runs on in two columns; what speaks for and against stands side by side. */
function laidOut(id: string, blocks: readonly Block[]): Content[] {
  if (id === "debate") return [inColumns(together(blocks.flatMap(drawBlock)))];
  if (id !== "reasons") return blocks.flatMap(drawBlock);
  const sides = blocks.filter(({ kind }) => kind === "list");
  return [
    ...blocks.filter(({ kind }) => kind !== "list").flatMap(drawBlock),
    { columns: sides.map((side) => ({ stack: drawBlock(side), width: "*" })), columnGap: 18 },
  ];
}

function drawBlock(block: Block): Content[] {
  switch (block.kind) {
    case "paragraph":
      return block.tone === "warning" ? [banner(pdfLine(block.line))] : pdfWords([block]);
    case "prose":
      return pdfWords(block.words);
    case "list":
      return [
        ...(block.title === null ? [] : [heading(printable(block.title), "round")]),
        { ul: block.items.map((line) => ({ text: pdfLine(line) })), margin: [0, 0, 0, 3] },
      ];
    case "table":
      return pdfWords([block]);
    case "folded":
      if (block.isLong) return [];
      return [
        { text: printable(`${block.title}:`), style: "quiet" },
        { stack: drawBlock(block.block), style: "cell" },
      ];
    case "rating":
      return [drawScale(block.rating)];
    case "facts":
      return drawFacts(block.facts);
    case "stances":
      return drawStances(block);
    case "chart": {
      // In units of which the letters are 11 high; on paper they come out at about 8.6 points.
      const svg = String(chartSvg(block.data, { width: 640, height: 180, sessions: 130 }, colours));
      return [
        { svg, width: textWidth, margin: [0, 10, 0, 0] },
        { text: pdfLine(block.caption), style: "small" },
      ];
    }
    case "stage":
      return drawStage(block);
    case "evidence":
      return [drawEvidence(block)];
  }
}

/** The opinions from Sell to Buy on one bar, and REVIEW apart from it. */
function drawScale(rating: Rating): Content {
  const place = (option: Rating): TableCell => ({
    text: option,
    alignment: "center",
    margin: [0, 3, 0, 3],
    ...(option === rating ? { bold: true, color: "#ffffff", fillColor: colours.text } : { color: colours.quiet }),
  });
  return {
    table: {
      widths: [...opinionScale.map((): "*" => "*"), 24, 70],
      body: [[...opinionScale.map(place), { text: "", border: [true, false, true, false] }, place("REVIEW")]],
    },
    layout: "boxes",
    margin: [0, 4, 0, 10],
  };
}

const factsInRow = 5;

function drawFacts(facts: readonly Fact[]): Content[] {
  const place = (fact: Fact | undefined): Content => {
    if (fact === undefined) return { text: "" };
    const note = fact.note === null ? [] : [{ text: printable(fact.note), style: "head" }];
    return { stack: [{ text: fact.label, style: "head" }, { text: printable(fact.value), bold: true }, ...note] };
  };
  return Array.from({ length: Math.ceil(facts.length / factsInRow) }, (_row, row) => ({
    columns: Array.from({ length: factsInRow }, (_place, index) => place(facts[row * factsInRow + index])),
    columnGap: 10,
    margin: [0, 4, 0, 4],
  }));
}

/** Opinions in a table of five places, the rating's column shaded; sizes beside them. */
function drawStances({ opinions, ratingAt, sizes, remarks }: StanceMap): Content[] {
  const name = (text: string): TableCell => ({ text: printable(text), style: "head" });
  const places = ({ title, says, place }: Stance): TableCell[] => [
    { text: title, style: "cell" },
    ...opinionScale.map((_name, index): TableCell => {
      const fillColor =
        Math.round(place) === index - 2 ? ways[wayOf(place)] : index - 2 === ratingAt ? colours.shade : null;
      return { text: "", ...(fillColor === null ? {} : { fillColor }) };
    }),
    { text: printable(says), style: "cell", margin: [4, 0, 0, 0] },
  ];
  const size = ({ title, says }: Stance): TableCell[] => [
    { text: title, style: "cell" },
    { text: printable(says), style: "cell" },
  ];
  const panels = [
    ...(opinions.length === 0
      ? []
      : [
          {
            stack: [
              tableOf(
                ["auto", ...opinionScale.map(() => 24), "*"],
                [name("Opinion"), name("Sell"), ...["", "", ""].map(name), name("Buy"), name("")],
                opinions.map(places),
              ),
            ],
            width: "*",
          },
        ]),
    ...(sizes.length === 0
      ? []
      : [
          {
            stack: [tableOf(["auto", "*"], [name("Size"), name("of the portfolio")], sizes.map(size))],
            width: 190,
          },
        ]),
  ];
  return [
    { columns: panels, columnGap: 24 },
    ...remarks.map((remark) => ({ text: printable(remark), style: "plain" })),
  ];
}

const ways = { up: colours.up, down: colours.down, flat: colours.quiet } as const;

function drawStage({ title, note, rounds }: Stage): Content[] {
  const behind = note === null ? [] : [{ text: printable(`  ${note}`), style: "stageNote" }];
  return [...(title === null ? [] : [heading([title, ...behind], "stage")]), ...rounds.flatMap(drawRound)];
}

function drawRound({ title, voices }: Round): Content[] {
  return [...(title === null ? [] : [heading(title, "round")]), ...voices.flatMap(drawVoice)];
}

function drawVoice({ title, says, flag, points, blocks, notes }: Voice): Content[] {
  const marked = flag === null ? [] : ["  ", { text: flag, style: "unsupported" }];
  return [
    heading([title, { text: printable(`  ${says}`), style: "stageNote" }, ...marked], "agent"),
    ...(points.length === 0
      ? []
      : [{ ul: points.map((line) => ({ text: pdfLine(line) })), margin: [0, 0, 0, 3] } satisfies Content]),
    ...blocks.flatMap(drawBlock),
    ...notes.map((note) => ({ text: printable(note), style: "small" })),
  ];
}

/** Endnotes: what the report refers to, in two columns. The other evidence is in every format but paper. */
function drawEvidence({ items, cited }: Extract<Block, { kind: "evidence" }>): Content {
  const named = new Set(cited);
  const notes = items.filter(({ id }) => named.has(id)).map(endnote);
  const half = Math.ceil(notes.length / 2);
  const columns = [notes.slice(0, half), notes.slice(half)].map((stack) => ({ stack, width: "*" }));
  return { columns, columnGap: 18 };
}

function endnote({ id, label, value, text, formula, at, source, weighs }: ShownEvidence): Content {
  const said = [value ?? text, formula, weighs, at, source].flatMap((words) => (words == null ? [] : [words]));
  const note = [{ text: `${id} `, id, bold: true }, printable([label, ...said].join(" \u00b7 "))];
  return { stack: [{ text: note, style: "endnote" }], unbreakable: true };
}

/** Two columns, of which the second goes on where the first ends. */
function inColumns(content: Content[]): Content {
  return {
    columns: [
      { stack: content, width: "*" },
      { text: "", width: "*" },
    ],
    columnGap: 18,
    snakingColumns: true,
  };
}
