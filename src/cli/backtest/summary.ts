import { join } from "node:path";
import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import { percentText } from "#src/core/text/number-text.ts";
import { figures, headings, titleOf, excessLines, agreementText } from "#src/report/backtest/backtest-figures.ts";
import { printable } from "../terminal.ts";

const columns = ["", ...headings];

export function summary(result: BacktestResult, folder: string): string {
  const { portfolio, ratings, luck } = result;
  const rows = portfolio.strategies.map(({ strategy, metrics }) => [titleOf(result, strategy), ...figures(metrics)]);
  const widths = columns.map((head, index) => Math.max(head.length, ...rows.map((row) => (row[index] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((text, index) => (index === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[index] ?? 0)))
      .join("  ");
  const counts = Object.entries(ratings).map(([rating, count]) => `${rating} ${count}`);
  const timing =
    luck.beaten === null ? "" : `; better than ${percentText(luck.beaten)} of its own ratings shifted to other dates`;
  const beside = [agreementText(result), ...excessLines(result)]
    .flatMap((text) => (text === null ? [] : [`${text}\n`]))
    .join("");
  return printable(
    `\n${[columns, ...rows].map(line).join("\n")}\n\n${counts.join(" · ")}${timing}\n${beside}${join(folder, "report.md")}\n`,
  );
}
