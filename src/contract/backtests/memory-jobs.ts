import { z } from "zod";
import { AssetType, JobStatus, TradeDate } from "../jobs/analysis.ts";
import { MemoryMeasurement, memoryRepetitions } from "./memory-measurement.ts";
import { OwnModel } from "../jobs/model-keys.ts";
import { Usd } from "../jobs/usage.ts";

/* The memory meter on a server, on a customer's key. */

const times = `must be a whole number from 1 to ${memoryRepetitions.most}`;

export const MemoryAsked = z.object({
  symbol: z.string().trim().min(1).max(32, "a symbol can have at most 32 characters"),
  asset_type: AssetType,
  date: TradeDate,
  own_model: OwnModel,
  repetitions: z.int(times).min(1, times).max(memoryRepetitions.most, times),
});
export type MemoryAsked = z.infer<typeof MemoryAsked>;

/** A rough estimate at list prices; the budget is the limit. */
export const MemoryEstimate = z.object({
  symbol: z.string(),
  date: z.iso.date(),
  deep: z.string(),
  quick: z.string(),
  repetitions: z.int().positive(),
  calls: z.int().nonnegative(),
  /** `null`: the price of a model is not known. */
  cost_usd: Usd.nullable(),
  /** The models' knowledge cutoff; `null`: unknown. */
  cutoff: z.iso.date().nullable(),
});
export type MemoryEstimate = z.infer<typeof MemoryEstimate>;

/** One from the queue to its end. */
export const MemoryJob = z.object({
  id: z.string(),
  status: JobStatus,
  request: MemoryAsked,
  /** `total` counts the headline's world, which there may not be. */
  progress: z.object({ done: z.int().nonnegative(), total: z.int().nonnegative() }),
  budget_usd: Usd,
  spent_usd: Usd,
  /** Only a whole measurement is shown beside ratings. */
  result: MemoryMeasurement.nullable(),
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
});
export type MemoryJob = z.infer<typeof MemoryJob>;

/** The most that are kept of an owner with their results; older ones are deleted. */
export const keptMemoryJobs = 50;
