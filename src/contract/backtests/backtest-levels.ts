import { z } from "zod";
import { Interval } from "./interval.ts";

/** The trade that a debate proposes, on its session's basis. */
export const DecidedLevels = z.object({
  action: z.enum(["buy", "sell"]),
  stop: z.number().nullable(),
  target: z.number().nullable(),
  size_pct: z.number().nullable(),
  /** Calendar days. */
  horizon_days: z.int().nullable(),
});
export type DecidedLevels = z.infer<typeof DecidedLevels>;

/** Each proposal followed by itself, in fractions of the entry, before costs. */
export const LevelResults = z.object({
  proposals: z.int().nonnegative(),
  /** Without a size or a horizon. */
  incomplete: z.int().nonnegative(),
  /** The next open was already beyond a level. */
  refused: z.int().nonnegative(),
  /** The prices end before the horizon does. */
  open: z.int().nonnegative(),
  settled: z.int().nonnegative(),
  stopped: z.int().nonnegative(),
  reached_target: z.int().nonnegative(),
  expired: z.int().nonnegative(),
  /** Ended above the entry, or below it for a short position. */
  wins: z.int().nonnegative(),
  win_rate: z.number().nullable(),
  win_rate_interval: Interval,
  mean_outcome: z.number().nullable(),
  /** The returns of the same positions held through the whole horizon. */
  mean_held: z.number().nullable(),
  /** Of the mean of outcome − held. */
  difference_interval: Interval,
});
export type LevelResults = z.infer<typeof LevelResults>;
