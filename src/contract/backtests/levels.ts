import { z } from "zod";
import { Interval } from "./interval.ts";
import type { ChartBar, Levels } from "../run/run.ts";

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

const levelNames = ["entry", "stop", "target"] as const;
export type LevelName = (typeof levelNames)[number];

/** What happened to a level after the as-of date. */
export interface LevelOutcome {
  readonly name: LevelName;
  readonly price: number;
  /** The first session that reached it; `null`: none until `through`. */
  readonly reached: string | null;
  readonly through: string;
}

export function namedLevels(levels: Levels | null): { readonly name: LevelName; readonly price: number }[] {
  return levelNames.flatMap((name) => {
    const price = levels?.[name] ?? null;
    return price === null ? [] : [{ name, price }];
  });
}

/**
 * The first session whose prices reach a level from the last close.
 * @param later after the as-of date, ascending, on the levels' basis
 */
export function levelOutcomes(levels: Levels | null, lastClose: number, later: readonly ChartBar[]): LevelOutcome[] {
  const through = later.at(-1)?.date;
  if (through === undefined) return [];
  return namedLevels(levels).map(({ name, price }) => {
    const hit = later.find(({ high, low }) => (price <= lastClose ? low <= price : high >= price));
    return { name, price, reached: hit?.date ?? null, through };
  });
}
