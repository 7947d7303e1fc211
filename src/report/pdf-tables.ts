import type { Content, TableCell } from "pdfmake/interfaces.js";
import type { Evidence } from "#src/contract/evidence.ts";
import { printable } from "./pdf-prose.ts";
import { colours } from "./pdf-style.ts";
import { agentTitles, costText, dataNotes, money, reasonerName, valueText, type Finished } from "./words.ts";

export function aboutData({ reports }: Finished): Content[] {
  const { sources } = reports.data;
  const notes = dataNotes(reports);
  if (notes.length === 0 && sources.length === 0) return [];
  return [
    heading("About the data"),
    ...(sources.length === 0 ? [] : [{ text: printable(`Sources: ${sources.join(", ")}`), style: "prose" }]),
    ...(notes.length === 0 ? [] : [{ ul: notes.map(printable) }]),
  ];
}

export function evidenceTable({ run }: Finished): Content[] {
  const items = run.manifest.evidence;
  if (items.length === 0) return [];
  return [
    heading("Evidence"),
    table(
      [26, "*", 110, 50, 88],
      ["Id", "What", right("Value"), "Day", "Source"],
      items.map((item) => [
        { text: item.id, style: "cell", id: item.id },
        ...whatAndValue(item),
        cell(item.at),
        cell(item.source),
      ]),
    ),
  ];
}

/** A value stands in its own column; a text takes that one too. */
function whatAndValue(item: Evidence): TableCell[] {
  const label = printable(item.label);
  const below = (text: string): Content[] => (text === "" ? [] : [{ text: printable(text), color: colours.quiet }]);
  if (item.value === null)
    return [
      {
        stack: [{ text: label, color: colours.quiet }, { text: printable(valueText(item)) }],
        style: "cell",
        colSpan: 2,
      },
      {},
    ];
  return [{ stack: [label, ...below(item.formula ?? "")], style: "cell" }, number(valueText(item))];
}

export function setting(finished: Finished): Content[] {
  const { usage, manifest } = finished.run;
  const count = (value: number): TableCell => number(value.toLocaleString("en-US"));
  return [
    heading("Cost and setting"),
    { text: printable(`Reasoner: ${reasonerName(finished)}`) },
    { text: printable(`Cost: ${costText(finished)}`) },
    { text: printable(`Run ${manifest.run_id}, code ${manifest.code_version}, seed ${manifest.seed}`), style: "small" },
    ...(usage.agents.length === 0
      ? []
      : [
          table(
            [104, "*", 36, 58, 62, 62, 58],
            ["Agent", "Model", ...["Calls", "Input tokens", "of them cached", "Output tokens", "Cost"].map(right)],
            usage.agents.map((line) => [
              cell(agentTitles[line.agent]),
              cell(line.model),
              count(line.calls),
              count(line.input_tokens),
              count(line.cached_input_tokens),
              count(line.output_tokens),
              number(line.cost_usd === null ? "–" : money(line.cost_usd)),
            ]),
          ),
        ]),
  ];
}

export function heading(text: string, style = "heading"): Content {
  return { text, style, headlineLevel: 1 };
}

/** A line that must not be overlooked. */
export function banner(text: string): Content {
  return {
    table: {
      widths: ["*"],
      body: [
        [
          {
            text,
            color: colours.warn,
            bold: true,
            fillColor: colours.warnPage,
            border: [false, false, false, false],
            margin: [6, 4, 6, 4],
          },
        ],
      ],
    },
    margin: [0, 0, 0, 6],
  };
}

export function table(widths: (number | "*")[], head: readonly TableCell[], body: TableCell[][]): Content {
  const title =
    head.length === 0 ? [] : [head.map((name) => (typeof name === "string" ? { text: name, style: "head" } : name))];
  return {
    table: { headerRows: title.length, keepWithHeaderRows: 1, dontBreakRows: true, widths, body: [...title, ...body] },
    layout: "rows",
  };
}

/** The head of a column of numbers. */
function right(text: string): TableCell {
  return { text, style: "head", alignment: "right" };
}

export function cell(text: string): TableCell {
  return { text: printable(text), style: "cell" };
}

export function number(text: string): TableCell {
  return { text: printable(text), style: "cell", alignment: "right" };
}
