import { z } from "zod";
import { JobStatus } from "./analysis.ts";

/* Jobs beside analyses: what runs for an owner, from the queue to its end, and stands in the table `jobs`. */

export const JobKind = z.enum(["attribution", "memory", "backtest", "validity", "batch"]);
export type JobKind = z.infer<typeof JobKind>;

/** An analysis' states, and one in which a job waits for its owner. A job that has ended stays as it is. */
export const JobState = z.enum([...JobStatus.options, "paused"]);
export type JobState = z.infer<typeof JobState>;

/** `paused` is of backtests alone. src/db/functions/guard-job.sql holds to the same. */
export const nextJobState = {
  queued: ["running", "paused", "failed", "cancelled"],
  running: ["paused", "succeeded", "failed", "cancelled"],
  // It may have come to its end in the moment in which it was paused.
  paused: ["queued", "succeeded", "failed", "cancelled"],
  succeeded: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<JobState, readonly JobState[]>;
