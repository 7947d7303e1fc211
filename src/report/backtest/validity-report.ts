import { usdText } from "#src/contract/accounts/money.ts";
import type {
  ValidityFigure,
  ValidityReport,
  ValiditySection,
  ValidityTable,
  ValidityUnit,
  ValidityVerdict,
} from "#src/contract/backtests/validity.ts";
import { counted, countText, percentText } from "#src/core/text/number-text.ts";
import { ratio } from "./backtest-figures.ts";

export const verdictTexts: Readonly<Record<ValidityVerdict, string>> = {
  pass: "Pass",
  fail: "Fail",
  cannot_tell: "Cannot tell",
};

/** A value of a report as people read it; `–` where there is none. */
export function valueText(value: string | number | null, unit: ValidityUnit): string {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  switch (unit) {
    case "fraction":
      return percentText(value, 1);
    case "ratio":
      return ratio(value);
    case "p":
      return value.toFixed(3).replace("-", "−");
    case "usd":
      return usdText(value.toFixed(Math.abs(value) < 1 ? 4 : 2));
    case "bps":
      return `${value.toFixed(1)} bps`;
    case "count":
    case "sessions":
      return countText(value);
    case "text":
      return String(value);
  }
}

/** A figure with its interval, where it has one. */
export function figureText({ value, unit, interval }: ValidityFigure): string {
  const ends = interval === null ? "" : ` (${valueText(interval.low, unit)} to ${valueText(interval.high, unit)})`;
  return `${valueText(value, unit)}${ends}`;
}

/** The verdict on the whole in one line. */
export function validityHeadline({ counts, sections, verdict }: ValidityReport): string {
  const of = counted(sections.length, "test");
  switch (verdict) {
    case "pass":
      return `All of ${of} passed.`;
    case "fail":
      return `${counted(counts.fail, "test")} of ${sections.length} failed, ${countText(counts.pass)} passed and ${countText(counts.cannot_tell)} cannot tell.`;
    case "cannot_tell":
      return `No test failed; ${countText(counts.pass)} of ${sections.length} passed and ${countText(counts.cannot_tell)} cannot tell.`;
  }
}

/** `P1 Temporal integrity`. */
export function sectionTitle({ protocol, title }: Pick<ValiditySection, "protocol" | "title">): string {
  return protocol === null ? title : `${protocol} ${title}`;
}

/** `validity.md`. */
export function renderValidity(report: ValidityReport): string {
  const { backtest } = report;
  const who =
    backtest.provider === "rules"
      ? "`rules`, a rules engine"
      : `${backtest.provider} (${backtest.deep}, ${backtest.quick})`;
  return `${[
    `# Validity of the backtest of ${backtest.symbols.join(", ")}`,
    `**${validityHeadline(report)}**`,
    `${counted(backtest.decisions, "decision")} by ${who}, ${backtest.from} to ${backtest.to}. Result SHA-256 ${backtest.sha256}.`,
    mdTable(
      [["Test"], ["Verdict"], ["Why"]],
      report.sections.map((section) => [sectionTitle(section), verdictTexts[section.verdict], section.text]),
    ),
    ...report.sections.map(renderSection),
  ].join("\n\n")}\n`;
}

function renderSection(section: ValiditySection): string {
  const { verdict, reason, text, figures, tables, notes } = section;
  return [
    `## ${sectionTitle(section)}`,
    `**${verdictTexts[verdict]}** (\`${reason}\`). ${text}`,
    ...(figures.length === 0
      ? []
      : [
          mdTable(
            [["Figure"], ["Value"], ["How it is computed"], ["Source"]],
            figures.map((figure) => [figure.label, figureText(figure), figure.formula, figure.source]),
          ),
        ]),
    ...tables.map(renderTable),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join("\n")]),
  ].join("\n\n");
}

function renderTable({ title, columns, rows }: ValidityTable): string {
  const body = rows.map((row) => row.map((cell, index) => valueText(cell, columns[index]?.unit ?? "text")));
  return `${title}:\n\n${mdTable(
    columns.map(({ name }) => [name]),
    body,
  )}`;
}

function mdTable(head: readonly (readonly [string])[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head.map(([name]) => name)), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
