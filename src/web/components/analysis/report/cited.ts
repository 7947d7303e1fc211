import type { AgentReport, Reports } from "#src/contract/run.ts";
import { reportsInOrder } from "#src/report/words.ts";

/** Ids of the evidence that some statement of the run names, or that one of its numbers rests on; each once. */
export function citedIds(reports: Reports): string[] {
  return [...new Set(reportsInOrder(reports).flatMap(idsOf))];
}

function idsOf({ turns }: AgentReport): string[] {
  return turns.flatMap(({ text, points, grounding }) => [
    ...[text, ...points.map(({ claim }) => claim)].flatMap((words) => words.match(/\b[MSNFD]\d{1,4}\b/g) ?? []),
    ...points.flatMap(({ evidence }) => evidence),
    ...grounding.numbers.flatMap(({ evidence }) => evidence),
  ]);
}
