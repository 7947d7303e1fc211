import type { Content, TableCell } from "pdfmake/interfaces.js";
import { Opinion, type Rating } from "#src/contract/analysis.ts";
import type { AgentReport, AgentTurn } from "#src/contract/run.ts";
import { pdfChart } from "./pdf-chart.ts";
import { printPdf, textWidth } from "./pdf-printer.ts";
import { pdfClaim, pdfLine, pdfProse, pdfThesis, printable } from "./pdf-prose.ts";
import { colours } from "./pdf-style.ts";
import { aboutData, banner, cell, evidenceTable, heading, setting, table } from "./pdf-tables.ts";
import {
  agentTitles,
  badComputations,
  capital,
  checkTitle,
  instantText,
  levelParts,
  reportsInOrder,
  sentence,
  syntheticNote,
  verdictParts,
  type Finished,
} from "./words.ts";
import { flaggedNotes, groundingLine } from "./grounding-words.ts";
import { hasDoubtfulPoint } from "./marked-text.ts";

type Known = ReadonlySet<string>;

/** The report as PDF, A4. The same run gives the same bytes. */
export async function renderPdf(finished: Finished): Promise<Uint8Array> {
  const { run, reports } = finished;
  const title = headline(finished);
  const known = new Set(run.manifest.evidence.map((item) => item.id));
  return printPdf({
    title: `${printable(reports.data.symbol)}: ${run.result.rating} as of ${reports.data.session ?? run.request.trade_date}`,
    madeAt: Date.parse(run.manifest.finished_at),
    footer: `${title} · ${printable(run.manifest.run_id)}`,
    content: [
      ...header(finished, known),
      ...pdfChart(finished, textWidth),
      ...decision(finished, known),
      ...debate(finished, known),
      ...aboutData(finished),
      ...evidenceTable(finished),
      ...setting(finished),
    ],
  });
}

function headline({ run, reports }: Finished): string {
  return printable(`${reports.data.symbol} as of ${reports.data.session ?? run.request.trade_date}`);
}

function header(finished: Finished, known: Known): Content[] {
  const { run, reports } = finished;
  const { data, verdict, review_reason: reason } = reports;
  const about = [
    data.name,
    data.asset_type,
    data.currency,
    ...(data.as_of === null ? [] : [`what was known by ${instantText(data.as_of)}`]),
  ];
  return [
    { text: printable(about.filter((part) => part !== "").join(" · ")), style: "quiet" },
    { text: headline(finished), style: "title" },
    ...(data.synthetic ? [banner(syntheticNote)] : []),
    scale(run.result.rating),
    ...(reason !== null
      ? [
          {
            text: [{ text: "No opinion. ", bold: true }, ...pdfLine(sentence(reason), known), " REVIEW is not a Hold."],
            style: "thesis",
          },
        ]
      : verdict === null
        ? []
        : [
            { text: pdfThesis(reports, known), style: "thesis" },
            { text: printable(capital(verdictParts(finished).join(" · "))), style: "quiet" },
          ]),
  ];
}

/** The opinions from Buy to Sell on one bar, and REVIEW apart from it. */
function scale(rating: Rating): Content {
  const place = (option: Rating): TableCell => ({
    text: option,
    alignment: "center",
    margin: [0, 3, 0, 3],
    ...(option === rating ? { bold: true, color: "#ffffff", fillColor: colours.text } : { color: colours.quiet }),
  });
  return {
    table: {
      widths: [...Opinion.options.map((): "*" => "*"), 24, 70],
      body: [[...Opinion.options.map(place), { text: "", border: [true, false, true, false] }, place("REVIEW")]],
    },
    layout: {
      hLineColor: () => colours.line,
      vLineColor: () => colours.line,
      hLineWidth: () => 0.75,
      vLineWidth: () => 0.75,
    },
    margin: [0, 4, 0, 10],
  };
}

const outcomeColours = { pass: colours.up, fail: colours.down, not_checked: colours.quiet };

function decision({ run, reports: { trader, levels, checks } }: Finished, known: Known): Content[] {
  if (run.result.decision === null) return [];
  const parts = levelParts(levels);
  return [
    heading("Decision"),
    ...(trader === undefined ? [{ text: printable(run.result.decision), style: "prose" }] : turns(trader, known)),
    ...(parts.length === 0
      ? []
      : [
          {
            columns: parts.map(([name, text]) => ({
              stack: [
                { text: name, style: "head" },
                { text: printable(text), bold: true },
              ],
            })),
            columnGap: 10,
            style: "levels",
          },
        ]),
    ...(checks.length === 0
      ? []
      : [
          heading("Checks", "agent"),
          table(
            [90, 60, "*"],
            [],
            checks.map((check) => [
              cell(checkTitle(check.id)),
              {
                text: check.outcome.replace("_", " "),
                style: "cell",
                bold: true,
                color: outcomeColours[check.outcome],
              },
              cell(check.detail),
            ]),
          ),
        ]),
  ];
}

function debate({ reports }: Finished, known: Known): Content[] {
  const spoke = reportsInOrder(reports).filter(({ agent }) => agent !== "trader");
  if (spoke.length === 0) return [];
  return [
    heading("The debate"),
    ...spoke.flatMap((report) => [
      heading(agentTitles[report.agent], "agent"),
      ...(report.skipped === null ? [] : [{ text: printable(`Not asked: ${report.skipped}.`), style: "quiet" }]),
      ...turns(report, known),
    ]),
  ];
}

function turns(report: AgentReport, known: Known): Content[] {
  const lines = [groundingLine(report) ?? "", ...flaggedNotes(report), ...badComputations(report)].filter(
    (text) => text !== "",
  );
  return [
    ...report.turns.flatMap((turn): Content[] => [
      ...(report.turns.length === 1 ? [] : [heading(`Round ${turn.round}`, "round")]),
      ...pdfProse(turn, known),
      ...(turn.problem === null
        ? []
        : [{ text: printable(`No structured answer: ${sentence(turn.problem)}`), style: "quiet" }]),
      ...doubtfulPoints(turn, known),
    ]),
    ...lines.map((text) => ({ text: printable(text), style: "small" })),
  ];
}

/** What others in the debate read of the turn, where a number in it rests on nothing. */
function doubtfulPoints(turn: AgentTurn, known: Known): Content[] {
  if (!hasDoubtfulPoint(turn.grounding)) return [];
  return [
    { text: "The points, as the others read them:", style: "quiet" },
    { ul: turn.points.map((_point, index) => ({ text: pdfClaim(turn, index, known) })), style: "proseList" },
  ];
}
