import { z } from "zod";
import { JobStatus, Rating } from "./analysis.ts";
import { Agent } from "../run/answers.ts";
import { EvidenceId } from "../run/evidence.ts";
import { Usd } from "./usage.ts";
import { laxBool, laxInt } from "../api/pydantic-coercion.ts";
import { type Declared, always, invalid, json, limited, noAnalysis, noLongerKept, problem } from "../api/route.ts";

/* What a rating rests on: the run repeated without one thing. */

/** What is different in a repetition. */
export const Change = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("without_evidence"), evidence: EvidenceId }),
  /** Its sign turned, or mirrored on 0 to 100. */
  z.object({ kind: z.literal("flipped_evidence"), evidence: EvidenceId }),
  z.object({ kind: z.literal("without_agent"), agent: Agent }),
]);
export type Change = z.infer<typeof Change>;

/** The run once more with the change. */
export const AttributionRun = z.object({
  rating: Rating,
  confidence: z.number().nullable(),
  /** −2 to +2: of `rules` exact, else the mean of the analysts' scores. */
  score: z.number().nullable(),
  /** Agents who answered otherwise, in the order of speaking. */
  words: z.array(Agent),
  /** Calls made, calls reused, and the cost of those made. */
  calls: z.int().nonnegative(),
  reused: z.int().nonnegative(),
  cost_usd: Usd.nullable(),
});
export type AttributionRun = z.infer<typeof AttributionRun>;

export const MeasuredChange = z.object({ change: Change, runs: z.array(AttributionRun) });
export type MeasuredChange = z.infer<typeof MeasuredChange>;

export const AttributionLine = z.object({
  change: Change,
  /** The evidence's label, or the agent. */
  label: z.string(),
  runs: z.array(AttributionRun),
  /** The number of runs that end in another rating. */
  changed: z.int().nonnegative(),
  /** Mean shift in steps from Sell to Buy; `null` where one run is REVIEW. */
  rating_shift: z.number().nullable(),
  score_shift: z.number().nullable(),
});
export type AttributionLine = z.infer<typeof AttributionLine>;

export const Attribution = z.object({
  version: z.literal(1),
  run_id: z.string(),
  rating: Rating,
  confidence: z.number().nullable(),
  score: z.number().nullable(),
  /** How often each change was tried. */
  repetitions: z.int().positive(),
  /** Evidence first, then agents; the heaviest first in each. */
  lines: z.array(AttributionLine),
  /** What was not tried, and why. */
  skipped: z.array(z.object({ change: Change, label: z.string(), reason: z.string() })),
  /** All runs made, including those for a change that was not finished. */
  calls: z.int().nonnegative(),
  reused: z.int().nonnegative(),
  cost_usd: Usd.nullable(),
  /** Why it was not finished; `null` when it was. */
  stopped: z.string().nullable(),
});
export type Attribution = z.infer<typeof Attribution>;

/** Priced at what the run's own calls cost. */
export const AttributionEstimate = z.object({
  changes: z.int().nonnegative(),
  calls: z.int().nonnegative(),
  /** `null`: the model's price is not known. */
  cost_usd: Usd.nullable(),
  /** A budget that fits everything: twice the cost and what is held; `null`: unknown price. */
  limit_usd: Usd.nullable().default(null),
});
export type AttributionEstimate = z.infer<typeof AttributionEstimate>;

/** The most changes that one attribution tries, and repetitions of each. */
export const attributionLimits = { changes: 500, repetitions: 20, usualTop: 5 } as const;

/** What it leaves out follows from the run's cost: all where it is free. */
export const AttributionWish = z.object({
  /** Ids; absent: the most cited `top`. */
  evidence: z.array(EvidenceId).max(attributionLimits.changes).exactOptional(),
  /** Absent: all with the rules engine, none with models. */
  agents: z.array(Agent).max(Agent.options.length).exactOptional(),
  /** Repeats each piece of evidence with its sign turned. */
  flips: z.boolean(),
  top: z.int().min(0).max(attributionLimits.changes).exactOptional(),
  repetitions: z.int().min(1).max(attributionLimits.repetitions),
});
export type AttributionWish = z.infer<typeof AttributionWish>;

/** What is tried, what cannot be tried, and the most that it can cost. */
export const PlannedAttribution = z.object({
  changes: z.array(Change),
  skipped: Attribution.shape.skipped,
  repetitions: z.int().positive(),
  estimate: AttributionEstimate,
});
export type PlannedAttribution = z.infer<typeof PlannedAttribution>;

/** With who pays, and for how much. */
export const PricedAttribution = PlannedAttribution.extend({
  payer: z.enum(["nobody", "own_key", "service"]),
  /** `null`: nothing is spent, or the price is unknown. */
  usual_budget_usd: Usd.nullable(),
  /** `null`: only the limit of the owner's key applies. */
  most_budget_usd: Usd.nullable(),
});
export type PricedAttribution = z.infer<typeof PricedAttribution>;

/** An ordered attribution, from the queue to its end. */
export interface AttributionJob {
  readonly id: string;
  readonly analysis_id: string;
  readonly status: JobStatus;
  readonly planned: PlannedAttribution;
  /** The most that its calls may cost; `null` where it asks no model. */
  readonly budget_usd: Usd | null;
  readonly spent_usd: Usd;
  /** Changes that were tried. */
  readonly done: number;
  readonly result: Attribution | null;
  readonly error: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

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
const SubmitAttribution = AttributionBody.extend({
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
      404: noAnalysis,
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
      404: noAnalysis,
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

const whole = (from: number, to: number, usual: number) =>
  z
    .string()
    .regex(/^\d{1,3}$/, `enter a number from ${from} to ${to}`)
    .transform(Number)
    .pipe(z.int().min(from, `must be at least ${from}`).max(to, `must be at most ${to}`))
    .default(usual);

const Fields = z.object({
  top: whole(0, attributionLimits.changes, attributionLimits.usualTop),
  repetitions: whole(1, attributionLimits.repetitions, 1),
  agents: z.string().optional(),
});

/** What of a run that models made is to be tried, as the form has it; everything where it is free. @throws ZodError */
export function attributionWish(fields: Readonly<Record<string, unknown>>, isFree: boolean): AttributionWish {
  if (isFree) return { flips: true, repetitions: 1 };
  const { top, repetitions, agents } = Fields.parse(fields);
  return { flips: true, top, repetitions, agents: agents === undefined ? [] : [...Agent.options] };
}
