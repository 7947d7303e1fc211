import { z } from "zod";
import { Opinion } from "../jobs/analysis.ts";
import { Interval } from "../backtests/interval.ts";
import { Horizon, Mark, RunOutcome, Sha256, Signal, Withdrawn } from "./signals.ts";

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

/* What became of a list's signals. */

const Share = z.number().nullable();

export const RatingOutcomes = z.object({
  rating: Opinion,
  horizon: Horizon,
  settled: z.int(),
  hits: z.int().nullable(),
  hit_rate: Share,
  /** `null` for Hold, which has no direction. */
  hit_rate_interval: Interval.nullable(),
  mean_return: Share,
  mean_net_return: Share,
  mean_excess_return: Share,
  excess_interval: Interval,
});
export type RatingOutcomes = z.infer<typeof RatingOutcomes>;

/** How often directed opinions were right after `horizon` sessions; Hold has no direction. */
export const HitSummary = z.object({ horizon: Horizon, settled: z.int(), hits: z.int(), interval: Interval });
export type HitSummary = z.infer<typeof HitSummary>;

/** Signals whose confidence lay in [from, to): how often they were right after `horizon` sessions. */
export const CalibrationBin = z.object({
  from: z.number(),
  to: z.number(),
  settled: z.int(),
  mean_confidence: Share,
  hit_rate: Share,
  interval: Interval,
});
export type CalibrationBin = z.infer<typeof CalibrationBin>;

/** A signal in the public record. Its instrument stays sealed until its entry session closes. */
export const TrackedSignal = z.object({
  number: z.int().positive(),
  hash: Sha256,
  published_at: z.iso.datetime(),
  sealed: z.boolean(),
  signal: Signal.nullable(),
  withdrawn: Withdrawn.nullable(),
  marks: z.array(Mark),
});
export type TrackedSignal = z.infer<typeof TrackedSignal>;

export const TrackRecord = z.object({
  list: z.string(),
  head: z.object({ number: z.int().nonnegative(), hash: Sha256 }),
  /** The last session whose prices are in here; `null` before the first. */
  last_session: z.iso.date().nullable(),
  assumptions: z.array(z.string()),
  runs: z.record(RunOutcome, z.int()),
  /** Reviews among the runs that came to an end of their own. */
  review_rate: Share,
  withdrawn: z.int(),
  ratings: z.record(Opinion, z.int()),
  by_rating: z.array(RatingOutcomes),
  by_horizon: z.array(HitSummary),
  /** Of the signals that are not sealed. */
  reasons: ReasonOutcomes,
  calibration: z.object({ horizon: Horizon, bins: z.array(CalibrationBin) }),
  /** 1 at the first session. Rule: see `assumptions`. */
  equity: z.object({
    sessions: z.array(z.iso.date()),
    rule: z.array(z.number()),
    buy_and_hold: z.array(z.number()),
  }),
  /** Every signal, newest first, the withdrawn ones too. */
  signals: z.array(TrackedSignal),
});
export type TrackRecord = z.infer<typeof TrackRecord>;
