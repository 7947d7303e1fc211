import { z } from "zod";
import { HTTPValidationError, Job } from "./analysis.ts";
import { Agent } from "../run/answers.ts";
import { RerunAnalysis } from "./jobs.ts";
import { laxInt } from "../api/pydantic-coercion.ts";
import {
  type Declared,
  always,
  created,
  idempotencyKey,
  invalid,
  json,
  limited,
  limits,
  noLongerKept,
  problem,
} from "../api/route.ts";
import { Answer, assistantLimits } from "./assistant.ts";

export const rerunRoutes = {
  rerunAnalysis: {
    method: "post",
    path: "/v1/analyses/{job_id}/rerun",
    tag: "analyses",
    summary: "Rerun an analysis from one agent on",
    description:
      "Starts a new analysis that takes over the evidence and every statement made before the given agent, byte for byte and without paying " +
      "for them, and asks that agent and all after it anew. Agents that speak at the same time are asked together: `from=bear` also asks the bull. " +
      "Settings you omit are those of the original. A webhook of the original is told of the new analysis as well, signed by the same secret. Counts as one analysis of your monthly quota; only new calls cost money. " +
      "The manifest names the original in `rerun`, and marks calls that were taken over with `reused`. Scope: `analyses:write`.",
    headers: idempotencyKey,
    query: z.object({ from: Agent.meta({ description: "The first agent to ask anew." }) }),
    body: RerunAnalysis.extend({
      max_debate_rounds: laxInt(1, 10).exactOptional(),
      max_risk_discuss_rounds: laxInt(1, 10).exactOptional(),
      seed: laxInt(0, 2_147_483_647).exactOptional(),
    }),
    answers: {
      202: {
        description: "The new job.",
        body: json(Job),
        headers: {
          ...created,
          "Retry-After": "Seconds to wait before polling.",
          ...limits,
        },
      },
      404: { name: "NotFound", ...problem("The analysis does not exist or belongs to another owner.") },
      409: problem(
        "The analysis has not succeeded, ended without asking anyone, was made by an earlier release, or its statements are no longer stored; or the Idempotency-Key was already used with a different body.",
      ),
      410: noLongerKept,
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: invalid,
      ...always,
      429: limited("Too many requests, or the queue is full."),
    },
  },
} as const satisfies Record<string, Declared>;

/** Postgres stores neither NUL nor half a surrogate pair. */
const question = z
  .string()
  .min(1)
  .max(assistantLimits.questionLength)
  .regex(/[^\s]/)
  .refine((text) => text.isWellFormed());

/** Each statement with the sentence of the report it rests on. */
export const ReportAnswer = Answer.omit({ links: true });
export type ReportAnswer = z.infer<typeof ReportAnswer>;

export const askRoutes = {
  askReport: {
    method: "post",
    path: "/v1/analyses/{job_id}/questions",
    tag: "reports",
    summary: "Ask a question about a report",
    description:
      "Answers come only from this report. Each claim comes with a quote from the report. `refused` means the report does not contain the answer. " +
      `At most ${assistantLimits.questionsPerMinute} questions per minute and ${assistantLimits.questionsPerDay} per day; nothing is stored.`,
    body: z.object({ question }),
    answers: {
      200: { description: "The answer.", body: json(ReportAnswer) },
      404: { name: "NotFound", ...problem("The analysis does not exist or belongs to another owner.") },
      409: { name: "NotSucceeded", ...problem("The analysis has not succeeded.") },
      410: noLongerKept,
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: { name: "Invalid", description: "The request fails validation.", body: json(HTTPValidationError) },
      ...always,
    },
  },
} as const satisfies Record<string, Declared>;
