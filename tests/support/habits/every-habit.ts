import { answers } from "./answers.ts";
import { brokenJson } from "./broken-json.ts";
import type { Habit } from "./habit.ts";
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
