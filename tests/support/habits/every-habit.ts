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

/** The lists of docs/models.md: by what they are about, then by how a debate ends. */
export function habitLists(): string {
  return Object.entries(everyHabit)
    .map(([title, habits]) => `### ${title}\n\n${list(habits)}`)
    .join("\n\n");
}

function list(habits: readonly Habit[]): string {
  return [...Map.groupBy(habits, endingsText)]
    .map(([endings, own]) => [`${endings}:\n`, ...own.map(({ name, source }) => `- [${name}](${source})`)].join("\n"))
    .join("\n\n")
    .replaceAll("<", "&lt;");
}

function endingsText({ always, once = always }: Habit): string {
  const [each, first] = [endingText(always), endingText(once)];
  return each === first ? `**${each}**` : `**${each}**, and **${first}** if it happens once`;
}

function endingText(ending: Ending): string {
  if (typeof ending !== "string") return `Fails: \`${ending.fails}\``;
  return ending.startsWith("REVIEW") ? ending.replace(/REVIEW: (\w+)/, "REVIEW, `$1`") : ending;
}
