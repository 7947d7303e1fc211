import { counted } from "#src/core/text/number-text.ts";
import { cells, column, numbers, table } from "./blocks.ts";
import type { Block } from "./document.ts";
import { paragraph } from "./text/prose.ts";
import { money, type FinishedRun } from "./text/result-text.ts";

/** What each repetition of the debate came to; nothing where there was one. */
export function repetitions({ run: { result } }: FinishedRun): Block[] {
  const { runs } = result;
  if (runs === undefined) return [];
  const rows = runs.repetitions.map(({ seed, rating, confidence, cost_usd: cost }, index) =>
    cells(
      `${index + 1}${index + 1 === runs.shown ? " (shown)" : ""}`,
      rating ?? "Failed",
      confidence === null ? "" : `${Math.round(confidence * 100)}%`,
      String(seed),
      money(cost),
    ),
  );
  return [
    paragraph("plain", `${runs.agreeing} of ${counted(rows.length, "run")} agree.`),
    ...table(
      "Runs of the same debate",
      [column("Run"), column("Rating"), ...numbers("Confidence", "Seed", "Cost")],
      rows,
    ),
  ];
}
