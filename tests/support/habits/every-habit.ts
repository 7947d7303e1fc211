import { answers } from "./answers.ts";
import { brokenJson } from "./broken-json.ts";
import type { Ending, Habit } from "./habit.ts";
import { statuses } from "./statuses.ts";
import { streams } from "./streams.ts";
import { tools } from "./tools.ts";
import { values } from "./values.ts";

export const everyHabit: Readonly<Record<string, readonly Habit[]>> = {
  "Around the answer": answers,
  "Broken JSON": brokenJson,
  "Values and contradictions": values,
  "Over the wire": streams,
  "Refusals and limits": statuses,
  "Look-ups": tools,
};

/** The tables of docs/models.md. */
export function habitTables(): string {
  return Object.entries(everyHabit)
    .map(([title, habits]) => `### ${title}\n\n${table(habits)}`)
    .join("\n\n");
}

function table(habits: readonly Habit[]): string {
  const head = "| Seen | Always | Once |\n| --- | --- | --- |";
  const rows = habits.map(
    ({ name, source, always, once = always }) =>
      `| [${name}](${source}) | ${endingText(always)} | ${endingText(once)} |`,
  );
  return [head, ...rows].join("\n").replaceAll("<", "&lt;");
}

function endingText(ending: Ending): string {
  if (typeof ending !== "string") return `Fails: \`${ending.fails}\``;
  return ending.startsWith("REVIEW") ? ending.replace(/REVIEW: (\w+)/, "REVIEW, `$1`") : ending;
}
