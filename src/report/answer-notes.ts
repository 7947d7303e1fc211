import type { AgentTurn, Reports } from "#src/contract/run.ts";
import { agentTitles, asSentence } from "./result-text.ts";

/* What a report says of answers that were read with effort, or that never came. */

/** `The debate continued without 2 of its statements: News analyst; Bear, round 2.`; `null` when everybody was heard. */
export function unheardLine({ unheard = [] }: Reports): string | null {
  if (unheard.length === 0) return null;
  const who = unheard.map(({ agent, round }) => `${agentTitles[agent]}${round === 1 ? "" : `, round ${round}`}`);
  const what = unheard.length === 1 ? "one of its statements" : `${unheard.length} of its statements`;
  return `The debate continued without ${what} because the model gave no answer: ${who.join("; ")}.`;
}

/** How the answer was read, where it did not come in the form that was asked for. */
export function readingLines({ problem, read_as: steps = [], conversions = [] }: AgentTurn): string[] {
  const asked = steps.includes("asked_again") ? ["The model was asked once more for this answer."] : [];
  const lost = problem === null ? [] : [`Not all of the answer could be read: ${asSentence(problem)}`];
  const read = conversions.length === 0 ? [] : [`Read with conversions: ${asSentence(conversions.join("; "))}`];
  return [...asked, ...lost, ...read];
}
