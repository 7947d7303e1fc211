import { z } from "zod";
import { HTTPValidationError } from "./analysis.ts";
import { Answer, assistantLimits } from "./assistant.ts";
import { always, json, noLongerKept, problem, type Declared } from "../api/route.ts";

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
