import type { AgentTurn, Reports } from "#src/contract/run/run.ts";
import { flaggedCount } from "./figures-text.ts";
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
export function readingLines(turn: AgentTurn): string[] {
  const { problem, conversions = [] } = turn;
  const lost = problem === null ? [] : [`Not all of the answer could be read: ${asSentence(problem)}`];
  const read = conversions.length === 0 ? [] : [`Read with conversions: ${asSentence(conversions.join("; "))}`];
  return [...askedLine(turn), ...lost, ...read];
}

function askedLine(turn: AgentTurn): string[] {
  const steps = turn.read_as ?? [];
  if (!steps.includes("asked_again_figures"))
    return steps.includes("asked_again") ? ["The model was asked once more for this answer."] : [];
  const left = flaggedCount([turn]);
  const outcome = left === 0 ? "corrected" : `${left} still flagged`;
  return [`Asked again about figures or words that the evidence denies; ${outcome}.`];
}
