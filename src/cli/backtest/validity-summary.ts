import { join } from "node:path";
import type { ValidityReport } from "#src/contract/backtests/validity.ts";
import { figureText, sectionTitle, validityHeadline, verdictTexts } from "#src/report/backtest/validity-report.ts";
import { printable } from "../terminal.ts";

/** As it stands on the terminal. */
export function validitySummary(report: ValidityReport, folder: string | null): string {
  const titles = report.sections.map(sectionTitle);
  const width = Math.max(...titles.map(({ length }) => length));
  const rows = report.sections.map((section, index) => {
    const first = section.figures.find(({ value }) => value !== null);
    const number = first === undefined ? "" : `\n${" ".repeat(15)}${first.label}: ${figureText(first)}`;
    return `  ${verdictTexts[section.verdict].padEnd(11)}  ${(titles[index] ?? "").padEnd(width)}  ${section.text}${number}`;
  });
  const where = folder === null ? "" : `\n${join(folder, "validity.md")}\n`;
  return printable(`\n${validityHeadline(report)}\n\n${rows.join("\n")}\n${where}`);
}
