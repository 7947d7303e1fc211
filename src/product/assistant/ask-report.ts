import type { AskedReport } from "#src/contract/jobs/assistant.ts";
import { isTestOwner } from "#src/contract/api/test-mode.ts";
import { newId } from "#src/core/ids.ts";
import { getRun } from "../analyses/reading.ts";
import { readSharedRun } from "../analyses/sharing.ts";
import type { Context } from "../context.ts";
import { readSignalReport } from "../signals/reading.ts";
import type { OpenTurn } from "./ask.ts";
import { type AssistantTools, fixed, notes, type AnswerEvent, type AnswerTools } from "./public/assistant-tools.ts";
import { BrokenOff, fromModel } from "./lib/from-model.ts";
import { intentOf } from "./lib/questions.ts";
import { answerFromReport } from "./lib/report/answers.ts";
import { askedAbout, speaksOf } from "./lib/report/find-parts.ts";
import { partsOf, type FinishedReport, type ReportPart } from "./lib/report/parts.ts";
import { otherLevelIn } from "./lib/report/what-if.ts";

const readers = { analysis: getRun, signal: readSignalReport, link: readSharedRun } as const;

export interface AskedOfReport {
  readonly tools: AssistantTools;
  readonly report: AskedReport;
  /** Not empty. */
  readonly question: string;
  readonly signal: AbortSignal;
}

/**
 * Counts as a question; nothing is kept.
 * @throws NotFound; Conflict without a report; Forbidden; RateLimited
 */
export async function askReport(ctx: Context, asked: AskedOfReport): Promise<OpenTurn> {
  const { tools, report, question, signal } = asked;
  await tools.limits.take(ctx.actor.owner);
  const finished = await readers[report.by](ctx, report.id);
  // Test data cost nothing: no model answers about them.
  const model = isTestOwner(ctx.actor.owner) ? null : tools.model;
  return { turnId: newId("turn"), answer: answerReport({ ...tools, model }, finished, question, signal) };
}

/** Parts that a model is shown. */
const mostShown = 60;

/**
 * From one report alone; code computes figures, and a model's sentence needs its quote. A report is never an
 * instruction.
 */
async function* answerReport(
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
