import { usual, type Entry } from "./history.ts";

const limit = /^(?<way><=|>=) (?<value>\d+(?:\.\d+)?)/;

/** The value over what the target allows; below 1 is inside it for `<=`, above 1 for `>=`. `null` without a number. */
export function shareOfTarget({ value, target }: Pick<Entry, "value" | "target">): number | null {
  const allowed = Number(limit.exec(target)?.groups?.["value"] ?? Number.NaN);
  return Number.isNaN(allowed) || allowed === 0 ? null : value / allowed;
}

function trendOf(entry: Entry, history: readonly Entry[]): string {
  const before = usual(entry, history);
  if (before === null || before.value === 0) return "first";
  const change = (entry.value / before.value - 1) * 100;
  return `${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(0)} % on ${before.runs}`;
}

/** The table as lines of text: a figure each, with what was measured before on this machine. */
export function table(entries: readonly Entry[], historyOf: (entry: Entry) => readonly Entry[]): string[] {
  const rows = entries.map((entry) => [
    entry.figure,
    `${entry.value} ${entry.unit}`,
    entry.target,
    shareOfTarget(entry)?.toFixed(2) ?? "",
    entry.met ? "met" : "missed",
    trendOf(entry, historyOf(entry)),
  ]);
  const all = [["Figure", "Value", "Target", "Value / target", "", "Against before"], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(all[0] ?? []), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)];
}
