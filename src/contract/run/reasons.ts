import { z } from "zod";
import { Opinion } from "../jobs/analysis.ts";

/** The outcome of the conditions that signals named. */
export const ReasonCount = z.object({
  held: z.int(),
  broken: z.int(),
  /** Their last day passed and they could not be decided. */
  undecided: z.int(),
  /** Still watched. */
  open: z.int(),
  /** Held among those that held or broke. */
  held_share: z.number().nullable(),
});
export type ReasonCount = z.infer<typeof ReasonCount>;

/** Days in which a condition could break; `null`: longer. */
export const reasonDays = [7, 30, 100, null] as const;

/** Of marked, directed signals whose conditions were decided. */
const ReasonsBesidePrices = z.object({
  horizon: z.int(),
  right_held: z.int(),
  right_broken: z.int(),
  wrong_held: z.int(),
  wrong_broken: z.int(),
});

export const ReasonOutcomes = z.object({
  all: ReasonCount,
  by_rating: z.array(ReasonCount.extend({ rating: Opinion })),
  by_days: z.array(ReasonCount.extend({ up_to_days: z.int().nullable() })),
  beside_prices: ReasonsBesidePrices,
});
export type ReasonOutcomes = z.infer<typeof ReasonOutcomes>;
