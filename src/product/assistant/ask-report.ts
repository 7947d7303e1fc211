import type { AskedReport } from "#src/contract/assistant.ts";
import { isTestOwner } from "#src/contract/test-mode.ts";
import { newId } from "#src/core/ids.ts";
import { getRun } from "../analyses/get-run.ts";
import { readSharedRun } from "../analyses/read-shared-run.ts";
import type { Context } from "../context.ts";
import { readSignalReport } from "../signals/read-signal-report.ts";
import type { OpenTurn } from "./ask.ts";
import type { AssistantTools } from "./public/assistant-tools.ts";
import { answerReport } from "./lib/report/answer-report.ts";

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
