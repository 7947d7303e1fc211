import { z } from "zod";
import { JobStatus } from "./analysis.ts";
import { Agent } from "../run/answers.ts";
import { Attribution, attributionLimits, AttributionWish, PricedAttribution } from "./attribution.ts";
import { laxBool, laxInt } from "../api/pydantic-coercion.ts";
import { always, invalid, json, limited, noLongerKept, problem, type Declared } from "../api/route.ts";
import { Usd } from "./usage.ts";

/** What it leaves out follows from the analysis' cost. */
const AttributionBody = z.object({
  evidence: AttributionWish.shape.evidence.meta({ description: "Evidence IDs. Default: the most cited `top`." }),
  agents: z
    .array(Agent)
    .max(Agent.options.length)
    .exactOptional()
    .meta({ description: "Agents to leave out. Default: all with the rules engine, none with models." }),
  flips: laxBool().default(true).meta({ description: "Also try each piece of evidence with its sign turned." }),
  top: laxInt(0, attributionLimits.changes)
    .exactOptional()
    .meta({ description: "How much of the evidence. Default: all with the rules engine, 5 with models." }),
  repetitions: laxInt(1, attributionLimits.repetitions).default(1).meta({
    description: "How often to try each change. The rules engine always gives the same answer, so once is enough.",
  }),
});
export const SubmitAttribution = AttributionBody.extend({
  budget_usd: Usd.exactOptional().meta({
    description: "Maximum cost of all calls. Default: `limit_usd` of the estimate. Not used by the rules engine.",
  }),
});

export const AttributionAnswer = z.object({
  id: z.string(),
  analysis_id: z.string(),
  status: JobStatus,
  progress: z.object({ done: z.int().nonnegative(), total: z.int().nonnegative() }),
  repetitions: z.int().positive(),
  estimate: PricedAttribution.shape.estimate,
  budget_usd: Usd.nullable(),
  spent_usd: Usd,
  result: Attribution.nullable(),
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
});

const notFound = { name: "NotFound", ...problem("The analysis does not exist or belongs to another owner.") };
const none = {
  name: "NoAttribution",
  ...problem("The analysis does not exist, belongs to another owner or has no attribution."),
};
const notMeasurable =
  "The analysis has not succeeded, ended without asking anyone, or has no rating to explain; or nothing was named that can be left out.";

export const attributionRoutes = {
  getAttributionEstimate: {
    method: "post",
    path: "/v1/analyses/{job_id}/attribution/estimate",
    tag: "analyses",
    summary: "Estimate an attribution",
    description:
      "What would be tried to find out what the rating rests on, and the most it can cost, at the price of the analysis's own calls. Nothing is started. Scope: `analyses:read`.",
    body: AttributionBody,
    answers: {
      200: { description: "What would be tried, and its price.", body: json(PricedAttribution) },
      404: notFound,
      409: problem(notMeasurable),
      410: noLongerKept,
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: invalid,
      ...always,
    },
  },
  submitAttribution: {
    method: "post",
    path: "/v1/analyses/{job_id}/attribution",
    tag: "analyses",
    summary: "Measure what a rating rests on",
    description:
      "Repeats the analysis without one piece of evidence, with its sign turned, or without one agent, one change at a time. Only answers whose prompt changes are asked for; " +
      "each call is held against the budget first, and no answer is paid for twice. Free and exact with the rules engine. " +
      "With the service's models it counts as one analysis of your monthly quota. Sent again while it is under way, it returns the same attribution. Scope: `analyses:write`.",
    body: SubmitAttribution,
    answers: {
      202: {
        description: "The attribution is queued.",
        body: json(AttributionAnswer),
        headers: { Location: "Where to poll it.", "Retry-After": "Seconds to wait before polling." },
      },
      404: notFound,
      409: problem(
        `${notMeasurable} Or its statements are no longer stored, or you already have an attribution running.`,
      ),
      410: noLongerKept,
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: invalid,
      ...always,
      429: limited("Too many requests, or the month's quota is used."),
    },
  },
  getAttribution: {
    method: "get",
    path: "/v1/analyses/{job_id}/attribution",
    tag: "analyses",
    summary: "Get the attribution of an analysis",
    description:
      "The newest one: its progress, its cost, and once it has succeeded the changes: evidence before agents, each by weight. `result.stopped` says why some changes were not tried. Scope: `analyses:read`.",
    answers: {
      200: { description: "The attribution.", body: json(AttributionAnswer) },
      404: none,
      ...always,
    },
  },
  cancelAttribution: {
    method: "delete",
    path: "/v1/analyses/{job_id}/attribution",
    tag: "analyses",
    summary: "Cancel the attribution of an analysis",
    description:
      "Can be repeated. One that has ended stays as it is. Answers already paid for are kept for the next one. Scope: `analyses:write`.",
    answers: { 200: { description: "The attribution.", body: json(AttributionAnswer) }, 404: none, ...always },
  },
} as const satisfies Record<string, Declared>;
