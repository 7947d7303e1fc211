import { z } from "zod";
import { type JobStatus, Rating } from "./analysis.ts";
import { Agent } from "../run/answers.ts";
import { EvidenceId } from "../run/evidence.ts";
import { Usd } from "./usage.ts";

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
