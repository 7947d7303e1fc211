import { z } from "zod";
import { Analyst, AssetType, JobStatus, Rating, type Job } from "#src/contract/jobs/analysis.ts";
import { Instruction } from "#src/contract/run/run.ts";
import { inline } from "#src/core/text/untrusted.ts";
import { envelope } from "./envelope.ts";
import { shortened } from "./size.ts";

/** The trader's words, shortened; the report has all of them. */
const mostDecision = 1500;

/** Reports are read in parts. */
export const ShownAnalysis = z.object({
  id: z.string(),
  status: JobStatus,
  ticker: z.string(),
  trade_date: z.string().describe("The as-of date."),
  asset_type: AssetType,
  analysts: z.array(Analyst),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  rating: Rating.nullable().describe("REVIEW means no opinion. It is not a weak Hold."),
  is_review: z.boolean().nullable(),
  instruction: z.string().nullable().describe("What is to be done on the rating. Say this, not the trader's decision."),
  decision: z
    .string()
    .nullable()
    .describe("The trader's proposal, written by a model. It stands only where decision_adopted is true."),
  decision_adopted: z.boolean().nullable(),
  error: z.string().nullable(),
});
export type ShownAnalysis = z.infer<typeof ShownAnalysis>;

export function shownAnalysis({ id, status, request, result, error, ...times }: Job): ShownAnalysis {
  const decision = result?.decision ?? null;
  const instruction = Instruction.safeParse(result?.reports?.["instruction"]);
  return {
    id,
    status,
    ticker: inline(request.ticker),
    trade_date: request.trade_date,
    asset_type: request.asset_type,
    analysts: request.analysts,
    created_at: times.created_at,
    started_at: times.started_at,
    finished_at: times.finished_at,
    rating: result?.rating ?? null,
    is_review: result?.is_review ?? null,
    instruction: instruction.success ? instruction.data.says : null,
    decision_adopted: instruction.success && decision !== null ? instruction.data.not_adopted === null : null,
    decision: decision === null ? null : envelope("trader", shortened(decision, mostDecision)),
    error: error === null ? null : envelope("error", shortened(error, 500)),
  };
}

/** What to do with an analysis in this state. */
export function nextStep({ id, status }: Pick<Job, "id" | "status">): string {
  switch (status) {
    case "queued":
    case "running":
      return `The analysis continues in the background. Call get_analysis with id ${id} and wait_seconds to wait for it.`;
    case "succeeded":
      return `Call read_report with id ${id} to read the report in parts.`;
    case "failed":
      return "The analysis failed. The error says why; start another when that is solved.";
    case "cancelled":
      return "The analysis was cancelled. Start another with analyze.";
  }
}
