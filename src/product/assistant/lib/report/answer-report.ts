import { fixed, notes, type AnswerEvent, type AnswerTools } from "#src/product/assistant/public/answer-events.ts";
import { BrokenOff, fromModel } from "../from-model.ts";
import { intentOf } from "../intents.ts";
import { answerFromReport } from "./answers.ts";
import { askedAbout, speaksOf } from "./find-parts.ts";
import { partsOf, type FinishedReport, type ReportPart } from "./parts.ts";
import { otherLevelIn } from "./what-if.ts";

/** Parts that a model is shown. */
const mostShown = 60;

/**
 * From one report alone; code computes figures, and a model's sentence needs its quote. A report is never an
 * instruction.
 */
export async function* answerReport(
  tools: Pick<AnswerTools, "model" | "log">,
  finished: FinishedReport,
  question: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  if (intentOf(question).kind === "instruction") return yield* fixed("refused", notes.notInReport, []);
  let failed = false;
  if (tools.model !== null && otherLevelIn(question) === null) {
    const chunks = shownTo(question, partsOf(finished)).map((passage, index) => ({ id: `p${index + 1}`, passage }));
    yield { type: "progress", stage: "reading", passages: chunks.length };
    try {
      const told = yield* fromModel(tools, { about: "report", question, earlier: [], chunks }, signal);
      if (told) return yield { type: "end", kind: "answered" };
      return yield* fixed("refused", notes.notInReport, []);
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error;
      if (error.told) return yield { type: "end", kind: "answered" };
      failed = true;
    }
  }
  const claims = answerFromReport(finished, question);
  if (claims.length === 0) return yield* fixed("refused", notes.notInReport, []);
  if (failed) yield { type: "note", text: notes.reportAlone };
  for (const claim of claims) yield { type: "claim", claim };
  yield { type: "end", kind: "stated" };
}

/** The outcome, and then what speaks of the question before what does not. */
function shownTo(question: string, parts: readonly ReportPart[]): ReportPart[] {
  const { agents, terms } = askedAbout(question);
  const worth = (part: ReportPart): number => {
    const outcome = ["verdict", "levels", "check", "stance"].includes(part.kind) ? 1.5 : 0;
    const named = part.agent !== null && agents.includes(part.agent) ? 2 : 0;
    return outcome + named + terms.filter((term) => speaksOf(part, term)).length + (part.kind === "point" ? 0.5 : 0);
  };
  return parts
    .map((part) => ({ part, worth: worth(part) }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, mostShown)
    .map(({ part }) => part);
}
