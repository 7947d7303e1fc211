import { z } from "zod";
import { AssetType, JobStatus, Rating, TradeDate } from "../jobs/analysis.ts";
import { Interval } from "./interval.ts";
import { Usd } from "../jobs/usage.ts";
import { OwnModel } from "../jobs/model-keys.ts";
import { laxInt } from "../api/pydantic-coercion.ts";
import { type Declared, always, invalid, json, problem } from "../api/route.ts";
import { storableText } from "../text.ts";

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

const MemoryBody = MemoryAsked.extend({
  symbol: storableText.min(1).max(32),
  asset_type: AssetType.default("stock"),
  repetitions: laxInt(1, memoryRepetitions.most).default(memoryRepetitions.usual),
});
const SubmitMemory = MemoryBody.extend({ budget_usd: Usd });
const MemoryJobList = z.object({ data: z.array(MemoryJob) });

/** As they are named in the API's description. */
export const memorySchemas = { SubmitMemory, EstimateMemory: MemoryBody, MemoryEstimate, MemoryJob, MemoryJobList };

const path_parameters = {
  memory_id: { description: "The ID of the measurement.", example: "mem_7m3k9q0x2v5c8b1n4h6t" },
};
const notFound = { name: "NoMemoryJob", ...problem("The measurement does not exist or belongs to another owner.") };
const measurement = { description: "The measurement.", body: json(MemoryJob) };

export const memoryRoutes = {
  getMemoryEstimate: {
    method: "post",
    path: "/v1/memory/estimate",
    tag: "backtests",
    summary: "Estimate a memory measurement",
    description:
      "Calls and cost at list prices of measuring how much of a model's opinion on a date is memory. Nothing is started. The cost is rough; the budget is what holds. Scope: `backtests:read`.",
    body: MemoryBody,
    answers: {
      200: { description: "The estimate.", body: json(MemoryEstimate) },
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: invalid,
      ...always,
    },
  },
  submitMemory: {
    method: "post",
    path: "/v1/memory",
    tag: "backtests",
    summary: "Measure how much of a model's opinion is memory",
    description:
      "Repeats the debate as it is, without the instrument's name, on other dates and with a false headline, and asks about later closes, on a model key of yours. " +
      "Each call is held against the budget before it is made, and no answer is paid for twice. A complete measurement is shown beside historical ratings of the same models and year, " +
      "and decides P3 of the validity reports of their backtests. Scope: `backtests:write`.",
    body: SubmitMemory,
    answers: {
      202: {
        description: "The measurement is queued.",
        body: json(MemoryJob),
        headers: { Location: "Where to poll it.", "Retry-After": "Seconds to wait before polling." },
      },
      409: problem("You already have a measurement running."),
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: invalid,
      ...always,
    },
  },
  listMemory: {
    method: "get",
    path: "/v1/memory",
    tag: "backtests",
    summary: "List memory measurements, newest first",
    description: "The last 50. Scope: `backtests:read`.",
    answers: { 200: { description: "The measurements.", body: json(MemoryJobList) }, ...always },
  },
  getMemory: {
    method: "get",
    path: "/v1/memory/{memory_id}",
    tag: "backtests",
    summary: "Get a memory measurement",
    description: "Its status, progress and cost and, once it has ended, its result. Scope: `backtests:read`.",
    path_parameters,
    answers: { 200: measurement, 404: notFound, ...always },
  },
  cancelMemory: {
    method: "post",
    path: "/v1/memory/{memory_id}/cancel",
    tag: "backtests",
    summary: "Cancel a memory measurement",
    description:
      "Can be repeated. A measurement that has ended stays as it is. Send no body. Scope: `backtests:write`.",
    path_parameters,
    answers: { 200: measurement, 404: notFound, ...always },
  },
} as const satisfies Record<string, Declared>;
