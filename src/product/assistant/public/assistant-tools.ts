import type { AnswerTools } from "./answer-events.ts";
import type { AskLimits } from "../lib/limits.ts";

/** All that it takes to answer. Built once for a process. */
export interface AssistantTools extends AnswerTools {
  readonly limits: AskLimits;
}
