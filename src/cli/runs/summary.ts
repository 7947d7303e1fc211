import { checkedOf } from "#src/contract/run/checked.ts";
import { notAdopted, proposalText } from "#src/contract/run/instruction.ts";
import type { ForHoldings } from "#src/contract/holdings/holdings.ts";
import { counted, priceDigits } from "#src/core/text/number-text.ts";
import { unheardLine } from "#src/report/rounds.ts";
import { figuresSummary, flaggedCount } from "#src/report/text/figures-text.ts";
import { holdingsSentence } from "#src/report/for-holdings.ts";
import {
  inPoints,
  asSentence,
  costText,
  dataNotes,
  levelParts,
  turnsOf,
  unrealNotes,
  type FinishedRun,
} from "#src/report/text/result-text.ts";
import { isMemory, memoryNote } from "#src/report/backtest/memory-text.ts";
import { createReader, type Reader } from "#src/report/text/prose.ts";
import { spansText, wordsText } from "#src/report/document.ts";
import { clip, printable, wrap, type Pen } from "../terminal.ts";

/** The rest stands in the report. */
const mostLines = 6;

/** The rating first, then its basis and cost. */
export function summaryText(given: FinishedRun, folder: string, draw: Pen, width: number): string {
  const finished = inPoints(given);
  const { run, reports } = finished;
  const { rating } = run.result;
  const line = (name: string, text: string): string => field(name, text, draw, width);
  const said = (name: string, text: string): string => field(name, printable(text), draw, width, mostLines);
  const lines = [line("Rating", `${draw(["bold", ratingStyle(rating)], rating)}${confidence(finished)}`)];
  if (reports.instruction !== undefined && !run.result.is_review) lines.push(said("To do", reports.instruction.says));
  const { memory } = finished;
  if (memory !== undefined)
    lines.push(line("", isMemory(memory) ? draw("yellow", memoryNote(memory)) : memoryNote(memory)));
  for (const note of unrealNotes(finished)) lines.push(line("", draw("yellow", note)));
  if (reports.review_reason !== null)
    lines.push(said("No opinion", `${asSentence(reports.review_reason)} REVIEW is not a Hold.`));
  else if (reports.verdict !== null) lines.push(said("Thesis", spansText(readerOf(finished).thesis(reports).spans)));
  const proposal = reports.instruction?.not_adopted ?? null;
  if (proposal !== null)
    lines.push(
      said(
        "Proposal",
        `${notAdopted}: ${proposalText(proposal, priceDigits)}.${proposal.reason === null ? "" : ` ${proposal.reason}`}`,
      ),
    );
  else if (run.result.decision !== null) lines.push(said("Decision", decisionText(finished, run.result.decision)));
  const levels = levelParts(reports.levels).filter(([, text]) => text !== "–");
  if (levels.length > 0)
    lines.push(
      line(
        "Levels",
        levels.map(([name, text]) => printable(name === "Action" ? text : `${name.toLowerCase()} ${text}`)).join(" · "),
      ),
    );
  if (run.usage.calls > 0) {
    lines.push(line("Checks", checksText(finished, draw)));
    for (const check of reports.checks.filter(({ outcome }) => outcome === "fail"))
      lines.push(line("", `${draw("red", "failed")} ${printable(check.detail)}`));
    lines.push(line("Figures", figuresText(finished, draw)));
  }
  if (finished.forHoldings !== undefined) lines.push(...holdingsLines(finished.forHoldings, said));
  const unheard = unheardLine(reports);
  if (unheard !== null) lines.push(line("Unheard", draw("yellow", printable(unheard))));
  for (const [index, note] of dataNotes(reports).entries())
    lines.push(line(index === 0 ? "Data" : "", printable(note)));
  // Paths are not wrapped, so that they can be copied.
  lines.push(line("Cost", printable(costText(finished))), `${label("Report", draw)}${printable(folder)}/report.html`);
  return `${lines.join("\n")}\n`;
}

function holdingsLines(advice: ForHoldings, said: (name: string, text: string) => string): string[] {
  const { problem, reasons, book } = advice;
  const why = problem ?? reasons[0] ?? advice.not_adopted?.reason ?? null;
  return [
    said("Holdings", holdingsSentence(advice)),
    ...[why, ...book.notes].flatMap((text) => (text === null ? [] : [said("", text)])),
  ];
}

const labelWidth = 12;

function label(name: string, draw: Pen): string {
  return draw("dim", name.padEnd(labelWidth));
}

/** A label and its text, wrapped with an indent. */
function field(name: string, text: string, draw: Pen, width: number, most = Infinity): string {
  const textWidth = Math.max(20, Math.min(width, 110) - labelWidth);
  const lines = wrap(text, textWidth);
  const shown = lines.slice(0, most);
  if (shown.length < lines.length) shown.push(clip(`${shown.pop() ?? ""} ${lines[most] ?? ""}`, textWidth));
  return shown.map((line, index) => `${label(index === 0 ? name : "", draw)}${line}`).join("\n");
}

function readerOf({ run }: FinishedRun): Reader {
  return createReader(new Set(run.manifest.evidence.map(({ id }) => id)));
}

/** Taken from the trader's statement, where that is the decision. */
function decisionText(finished: FinishedRun, decision: string): string {
  const turn = finished.reports.trader?.turns.find(({ text }) => text === decision);
  const spans = turn === undefined ? [] : checkedOf(turn).text;
  return wordsText(readerOf(finished).prose({ text: decision, spans }).words);
}

function confidence({ reports }: FinishedRun): string {
  const { verdict } = reports;
  if (verdict === null || verdict.confidence === null) return "";
  return `  (confidence ${verdict.confidence}${verdict.horizon_days === null ? "" : `, ${counted(verdict.horizon_days, "day")}`})`;
}

/** REVIEW has its own colour, as it is on no scale. */
function ratingStyle(rating: FinishedRun["run"]["result"]["rating"]): "green" | "red" | "yellow" | "magenta" {
  if (rating === "REVIEW") return "magenta";
  return rating === "Buy" || rating === "Overweight" ? "green" : rating === "Hold" ? "yellow" : "red";
}

function checksText({ reports: { checks } }: FinishedRun, draw: Pen): string {
  if (checks.length === 0) return "none: the trader gave no structured proposal";
  const count = (outcome: string): number => checks.filter((check) => check.outcome === outcome).length;
  const failed = count("fail");
  const open = count("not_checked");
  const failures = failed === 0 ? "none failed" : draw("red", `${failed} failed`);
  return [`${count("pass")} passed`, failures, ...(open === 0 ? [] : [`${open} not checked`])].join(", ");
}

function figuresText({ reports }: FinishedRun, draw: Pen): string {
  const turns = turnsOf(reports);
  // The label says what is counted.
  const summary = figuresSummary(turns)?.replace(/^(\d[\d,]*) figures?:/, "$1:");
  if (summary === undefined) return "none";
  const flagged = flaggedCount(turns);
  return flagged === 0 ? summary : `${summary} ${draw("yellow", `${flagged} flagged in the report.`)}`;
}
