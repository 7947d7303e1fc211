import { z } from "zod";
import { Language } from "../run/language.ts";

export const AssetType = z.enum(["stock", "crypto"]);
export type AssetType = z.infer<typeof AssetType>;

export const Analyst = z.enum(["market", "social", "news", "fundamentals"]);
export type Analyst = z.infer<typeof Analyst>;

export const JobStatus = z.enum(["queued", "running", "succeeded", "failed", "cancelled"]);
export type JobStatus = z.infer<typeof JobStatus>;

/** A rating that is an opinion, from most to least favourable. */
export const Opinion = z.enum(["Buy", "Overweight", "Hold", "Underweight", "Sell"]);
export type Opinion = z.infer<typeof Opinion>;

/** As every picture has them, from left to right: Sell to Buy. */
export const opinionScale: readonly Opinion[] = Opinion.options.toReversed();

/** An opinion, or `REVIEW`: no opinion. `REVIEW` has no place on the buy/sell axis. */
export const Rating = z.enum([...Opinion.options, "REVIEW"]);
export type Rating = z.infer<typeof Rating>;

/** `YYYY-MM-DD`, and a day that exists. */
export const TradeDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "must have the form YYYY-MM-DD")
  .refine((text) => z.iso.date().safeParse(text).success, "is not a valid date")
  .meta({ format: "date" });

/** The most repetitions of one debate: an odd number that shows how firm a rating is. */
export const mostRuns = 9;

export const AnalysisRequest = z.object({
  ticker: z.string().min(1).max(32),
  trade_date: TradeDate,
  asset_type: AssetType.default("stock"),
  analysts: z
    .array(Analyst)
    .min(1)
    .default([...Analyst.options]),
  max_debate_rounds: z.int().min(1).max(10).nullable().default(null),
  /** Absent for English: a request that says so is stored as one that says nothing. */
  language: Language.exactOptional(),
  /** Repetitions of the whole debate, each with a seed of its own. Absent for one. */
  runs: z.int().min(1).max(mostRuns).exactOptional(),
  /** A Sell may open a short position. Absent, as false: positions are long only, and a Sell holds none. */
  allow_short: z.boolean().exactOptional(),
});
export type AnalysisRequest = z.infer<typeof AnalysisRequest>;
type AskedDay = Pick<AnalysisRequest, "ticker" | "trade_date">;

export const titleOf = ({ ticker, trade_date: day }: AskedDay): string => `${ticker} as of ${day}`;
/** Without its ending. */
export const fileNameOf = ({ ticker, trade_date: day }: AskedDay): string =>
  `${ticker}-${day}`.replaceAll(/[^\w.-]/g, "_");

/** As a request holds it: nothing for long only, so that one that says so is the same as one that says nothing. */
export function shortField(allowShort: boolean | undefined): { readonly allow_short?: true } {
  return allowShort === true ? { allow_short: allowShort } : {};
}

/** One repetition of a debate that was asked for several times. */
export const Repetition = z.object({
  seed: z.int(),
  /** `null`: it failed. */
  rating: Rating.nullable(),
  /** As the portfolio manager stated it, 0 to 1. */
  confidence: z.number().nullable(),
  /** `null`: the price of one of its models is not known. */
  cost_usd: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .nullable(),
  error: z.string().nullable(),
});
export type Repetition = z.infer<typeof Repetition>;

/** What the repetitions of a debate came to. */
export const RepeatedRuns = z.object({
  /** Repetitions that gave the most frequent opinion; the others differ, failed or have no opinion. */
  agreeing: z.int().nonnegative(),
  /** `agreeing` over all repetitions, 0 to 1. */
  agreement: z.number().min(0).max(1),
  /** The repetition whose decision, reports and manifest stand in the result, from 1. */
  shown: z.int().positive(),
  repetitions: z.array(Repetition),
});
export type RepeatedRuns = z.infer<typeof RepeatedRuns>;

export const AnalysisResult = z.object({
  rating: Rating,
  is_review: z.boolean(),
  decision: z.string().nullable(),
  /** Left out where many results are listed. */
  reports: z.record(z.string(), z.unknown()).optional(),
  /** Of an analysis with several `runs`. */
  runs: RepeatedRuns.exactOptional(),
});
export type AnalysisResult = z.infer<typeof AnalysisResult>;

export const Job = z.object({
  id: z.string(),
  status: JobStatus,
  request: AnalysisRequest,
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  result: AnalysisResult.nullable(),
  error: z.string().nullable(),
  /** Only where the service no longer keeps the result: of it `rating` and `is_review` are left, and no report. */
  result_removed_at: z.iso.datetime().exactOptional(),
  /** Only of a job that a test key started. */
  livemode: z.literal(false).exactOptional(),
});
export type Job = z.infer<typeof Job>;

export const ErrorBody = z.object({ detail: z.string() });
export type ErrorBody = z.infer<typeof ErrorBody>;

export const ValidationError = z.object({
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
  input: z.unknown().optional(),
  ctx: z.record(z.string(), z.unknown()).optional(),
});
export type ValidationError = z.infer<typeof ValidationError>;

export const HTTPValidationError = z.object({ detail: z.array(ValidationError) });
export type HTTPValidationError = z.infer<typeof HTTPValidationError>;

/** The graph configuration in force; it has no field that could hold a credential. */
export const Config = z.object({
  llm_provider: z.string(),
  deep_think_llm: z.string(),
  quick_think_llm: z.string(),
  max_debate_rounds: z.int(),
  max_risk_discuss_rounds: z.int(),
  online_tools: z.boolean(),
});
export type Config = z.infer<typeof Config>;

interface DebateRounds {
  readonly rounds: number;
  readonly riskRounds: number;
}

/** The six values that a run is made with, under their public names. */
export function configOf(
  {
    provider,
    models,
  }: { readonly provider: string; readonly models: { readonly deep: string; readonly quick: string } },
  { rounds, riskRounds, onlineTools }: DebateRounds & { readonly onlineTools: boolean },
): Config {
  return {
    llm_provider: provider,
    deep_think_llm: models.deep,
    quick_think_llm: models.quick,
    max_debate_rounds: rounds,
    max_risk_discuss_rounds: riskRounds,
    online_tools: onlineTools,
  };
}

/** How many statements a whole debate makes; look-ups come on top. */
export function statementsOf({ analysts, rounds, riskRounds }: DebateRounds & { readonly analysts: number }): number {
  return analysts + 2 * rounds + 3 * riskRounds + 3;
}
