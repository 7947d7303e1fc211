import { z } from "zod";
import { AssetType, Rating } from "../jobs/analysis.ts";
import { Interval } from "./interval.ts";
import { Usd } from "../jobs/usage.ts";

/* How much of an opinion is memory: debates in worlds where it helps less, and a quiz. */

/** A version of the world in which the debate is repeated. */
export const MemoryWorld = z.enum([
  /** As it is. */
  "named",
  /** Without the instrument's name, ticker and exchange. */
  "masked",
  /** With every date moved by the same number of days. */
  "shifted",
  /** With an added headline that contradicts what happened. */
  "false_news",
]);
export type MemoryWorld = z.infer<typeof MemoryWorld>;

/** With a 95 % interval, or why there is none. */
export const CountedShare = z.object({
  count: z.int().nonnegative(),
  of: z.int().nonnegative(),
  interval: Interval,
});
export type CountedShare = z.infer<typeof CountedShare>;

/** Answers to closed questions of which one in four is right by chance. */
export const QuizScore = z.object({
  right: CountedShare,
  /** The model answered that it does not know. */
  unknown: z.int().nonnegative(),
});
export type QuizScore = z.infer<typeof QuizScore>;

/** Shown to nobody but the measured model. */
export const FalseHeadline = z.object({
  text: z.string(),
  says: z.enum(["up", "down"]),
  /** The instrument's return from the as-of session's close, which the headline contradicts. */
  later_return: z.number(),
  sessions: z.int().positive(),
});
export type FalseHeadline = z.infer<typeof FalseHeadline>;

const Agreement = z.number().min(0).max(1).nullable();
/** Pairs of repetitions with the same rating, within a world or across two. */
export const MemoryAgreement = z.object({
  /** `null` below two repetitions. */
  named: Agreement,
  masked: Agreement,
  shifted: Agreement,
  named_masked: Agreement,
  named_shifted: Agreement,
  masked_shifted: Agreement,
});
export type MemoryAgreement = z.infer<typeof MemoryAgreement>;

export const MemoryMeasurement = z.object({
  version: z.literal(1),
  symbol: z.string(),
  asset_type: AssetType,
  session: z.iso.date(),
  /** Measurements are put together by year. */
  period: z.string().regex(/^\d{4}$/),
  provider: z.string(),
  deep: z.string(),
  quick: z.string(),
  cutoff: z.object({ date: z.iso.date().nullable(), source: z.string() }),
  measured_at: z.iso.datetime(),
  code_version: z.string(),
  seed: z.int(),
  /** By repetition; shorter where it was stopped. */
  ratings: z.object({
    named: z.array(Rating),
    masked: z.array(Rating),
    shifted: z.array(Rating),
    false_news: z.array(Rating),
  }),
  /** `REVIEW`: no opinion to measure. */
  rating: Rating,
  /** `null` in measurements of earlier releases. */
  agreement: MemoryAgreement.nullable().default(null),
  /** `null`: there was no headline, for the reason given. */
  followed_false_news: CountedShare.nullable(),
  false_headline: FalseHeadline.nullable(),
  /** `null`: no later close is known. */
  quiz: z.object({ named: QuizScore, masked: QuizScore }).nullable(),
  /** What was left out, and why. */
  notes: z.array(z.string()),
  calls: z.int().nonnegative(),
  reused: z.int().nonnegative(),
  cost_usd: Usd.nullable(),
  /** Why it was not finished; `null` when it was. */
  stopped: z.string().nullable(),
});
export type MemoryMeasurement = z.infer<typeof MemoryMeasurement>;

/** Repetitions of a measurement. */
export const memoryRepetitions = { most: 50, usual: 10 } as const;

/** `name`, `dates`: opinions go with them. `evidence`: they were looked for and do not. `cannot_tell`: too little. */
export const MemoryVerdict = z.enum(["name", "dates", "evidence", "cannot_tell"]);
export type MemoryVerdict = z.infer<typeof MemoryVerdict>;

/** Of a year, or several (`2019 to 2021`). */
export const MemorySummary = z.object({
  period: z.string(),
  /** That were measured. */
  sessions: z.int().positive(),
  instruments: z.int().positive(),
  measurements: z.int().positive(),
  verdict: MemoryVerdict,
  /** Means over the measurements. */
  agreement: MemoryAgreement,
  /** The world that stands apart most, and by how much. */
  apart: z.object({
    world: z.enum(["named", "masked", "shifted"]),
    by: z.number(),
    interval: Interval,
    /** Chance of as much by luck, and the limit. */
    p: z.number().min(0).max(1),
    level: z.number(),
  }),
  /** Repetitions in which the rating followed the false headline; `null`: there was none. */
  followed_false_news: CountedShare.nullable(),
  /** Right answers on later closes, with the name; `null`: none was asked. */
  recall: CountedShare.nullable(),
});
export type MemorySummary = z.infer<typeof MemorySummary>;

/** Whose memory it is. */
export interface MeasuredModels {
  readonly provider: string;
  readonly deep: string;
  readonly quick: string;
}
