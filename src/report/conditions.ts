import type { Comparator, Condition, ConditionState } from "#src/contract/run/conditions.ts";
import { counted } from "#src/core/text/number-text.ts";
import { cell, column, folded, list, said, table } from "./blocks.ts";
import type { Block, Cell, Line } from "./document.ts";
import { plain, type Reader } from "./text/prose.ts";
import { readableText, type FinishedRun } from "./text/result-text.ts";

/* What would break a rating, and where it stands. */

/** @param states by now; `null` where nobody looked */
export function conditionBlocks(
  { run, reports }: FinishedRun,
  reader: Reader,
  states: readonly ConditionState[] | null,
): Block[] {
  const { conditions } = reports;
  if (conditions === undefined) return [];
  const { watched, dropped } = conditions;
  const isRules = run.manifest.config.llm_provider === "rules";
  const words = isRules ? [] : watched.map((one) => reader.condition(reports, one));
  return [
    ...list(
      null,
      watched.map((one) =>
        conditionLine(
          one,
          states?.find(({ id }) => id === one.id),
        ),
      ),
    ),
    ...said("quiet", watched.length > 0 ? null : unwatched(dropped.length)),
    ...folded("What code watches", tableOf(watched, states)),
    ...folded("In the portfolio manager\u2019s words", list(null, words)),
    ...folded(
      `${counted(dropped.length, "condition")} not watched, because code cannot decide ${dropped.length === 1 ? "it" : "them"}`,
      list(
        null,
        dropped.map((one) => {
          const line = reader.condition(reports, one);
          const why = `: ${one.detail}`;
          return {
            ...line,
            source: `${line.source}${why}`,
            spans: [...line.spans, { kind: "text", text: why } as const],
          };
        }),
      ),
    ),
  ];
}

/** `Gross margin below 44%, in the next filing, until 2025-09-30`, and what became of it. */
function conditionLine(condition: Condition, state: ConditionState | undefined): Line {
  const watch = watchText(condition);
  const became = state === undefined || state.status === "holds" ? "" : `. ${stateText(condition, state)}`;
  return plain(`${conditionText(condition)}, ${watch.charAt(0).toLowerCase()}${watch.slice(1)}${became}`);
}

function unwatched(dropped: number): string {
  return dropped === 0
    ? "The portfolio manager named nothing that would break this rating."
    : "The portfolio manager named nothing that code can watch.";
}

function tableOf(watched: readonly Condition[], states: readonly ConditionState[] | null): Block[] {
  return table(
    "Conditions that break the rating",
    [column("Condition", "wide"), column("At the time", "number"), column("Watched"), column("State")],
    watched.map((condition) => [
      cell(conditionText(condition)),
      cell(`${readableText(condition.value, condition.unit)} [${condition.evidence}]`),
      cell(watchText(condition)),
      stateCell(
        condition,
        states?.find(({ id }) => id === condition.id),
      ),
    ]),
  );
}

const sides: Record<Comparator, string> = {
  below: "below",
  at_or_below: "at or below",
  above: "above",
  at_or_above: "at or above",
};

/** `Gross margin, trailing year, below 44%`; a price is simply called the close, as what is watched are closes. */
export function conditionText({
  measure,
  label: full,
  comparator,
  threshold,
  unit,
}: Pick<Condition, "measure" | "label" | "comparator" | "threshold" | "unit">): string {
  const label = measure === "close" ? "Close" : full;
  return `${label}${label.includes(",") ? "," : ""} ${sides[comparator]} ${readableText(threshold, unit)}`;
}

/** `2 closes in a row, until 2025-09-30`. */
export function watchText({ watch, deadline }: Condition): string {
  if (watch.at === "next_filing") return `In the next filing, until ${deadline}`;
  return `${watch.sessions === 1 ? "Any close" : `${counted(watch.sessions, "close")} in a row`}, until ${deadline}`;
}

function stateCell(condition: Condition, state: ConditionState | undefined): Cell {
  const text = state === undefined ? "Watched" : stateText(condition, state);
  return cell(text, state?.status === "broken" ? "fail" : state?.status === "held" ? "pass" : null);
}

/** `Broken on 2025-07-31 (44.1%)`. */
export function stateText(
  { unit }: Pick<Condition, "unit">,
  { status, decided_on: on, value, session }: ConditionState,
): string {
  const figure = value === null ? "" : ` (${readableText(value, unit)})`;
  switch (status) {
    case "broken":
      return `Broken on ${on}${figure}`;
    case "held":
      return `Held until ${on}${figure}`;
    case "expired":
      return `Expired on ${on} without a decision`;
    case "holds":
      return session === null ? "Holds" : `Holds on ${session}${figure}`;
  }
}
