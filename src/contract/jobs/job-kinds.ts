import { z } from "zod";
import { JobStatus } from "./analysis.ts";

/* Jobs beside analyses: rows of the table `jobs`. */

export const JobKind = z.enum(["attribution", "memory", "backtest", "validity", "batch"]);
export type JobKind = z.infer<typeof JobKind>;

export const JobState = z.enum([...JobStatus.options, "paused"]);
export type JobState = z.infer<typeof JobState>;

/** `paused` is of backtests alone. src/core/db/functions/guard-job.sql holds to the same. */
export const nextJobState = {
  queued: ["running", "paused", "failed", "cancelled"],
  running: ["paused", "succeeded", "failed", "cancelled"],
  // It may have ended while it was paused.
  paused: ["queued", "succeeded", "failed", "cancelled"],
  succeeded: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<JobState, readonly JobState[]>;
