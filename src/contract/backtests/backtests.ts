import { z } from "zod";
import { AssetType, TradeDate } from "../jobs/analysis.ts";
import { mostDecisionRuns } from "./backtest.ts";
import { JobState } from "../jobs/jobs.ts";
import { OwnModel } from "../jobs/model-keys.ts";
import type { MemorySummary } from "./memory.ts";
import { Usd } from "../jobs/usage.ts";

/* Backtests as the application keeps them; the result is in backtest.ts. */

export const backtestLimits = {
  /** In one backtest. */
  symbols: 30,
  /** Sessions from one decision to the next. */
  every: 252,
  /** Basis points. */
  costs: 1000,
  /** Per owner: with models, and without. */
  open: 1,
  /** The limit of an uploaded result.json: some 8,000 decisions. */
  uploadBytes: 4 * 1_048_576,
} as const;

const bps = `must be from 0 to ${backtestLimits.costs} basis points`;
const Bps = z.number(bps).min(0, bps).max(backtestLimits.costs, bps);
const sessions = `must be a whole number of sessions from 1 to ${backtestLimits.every}`;

const runs = `must be a whole number from 1 to ${mostDecisionRuns}`;

/** The models and the most their calls may cost. */
export const BacktestModels = z.object({
  own_model: OwnModel,
  budget_usd: Usd,
  /** Absent: compared, within the budget. */
  single_call: z.boolean().exactOptional(),
  /** How often each decision is made; absent: once. */
  runs: z.int(runs).min(1, runs).max(mostDecisionRuns, runs).exactOptional(),
});
export type BacktestModels = z.infer<typeof BacktestModels>;

/** What somebody asks for; other settings are fixed. */
export const BacktestOrder = z.object({
  symbols: z
    .array(z.string().trim().min(1).max(32, "a symbol can have at most 32 characters"))
    .min(1, "enter at least one symbol")
    .max(backtestLimits.symbols, `a backtest can have at most ${backtestLimits.symbols} symbols`),
  from: TradeDate,
  to: TradeDate,
  every: z.int(sessions).min(1, sessions).max(backtestLimits.every, sessions),
  commission_bps: Bps,
  slippage_bps: Bps,
  short: z.boolean(),
  /** Absent: the rules engine decides, at no cost. */
  models: BacktestModels.exactOptional(),
});
export type BacktestOrder = z.infer<typeof BacktestOrder>;

/** Canonical symbols, sorted, unique. Bounds do not hold for uploads. */
export const BacktestAsked = z.object({
  symbols: z.array(z.string()).min(1),
  asset_type: AssetType,
  from: TradeDate,
  to: TradeDate,
  every: z.int().positive(),
  commission_bps: z.number().nonnegative(),
  slippage_bps: z.number().nonnegative(),
  short: z.boolean(),
  models: BacktestModels.exactOptional(),
});
export type BacktestAsked = z.infer<typeof BacktestAsked>;

/** `elsewhere`: an uploaded result.json, which was read and not checked. */
export const BacktestSource = z.enum(["here", "elsewhere"]);
export type BacktestSource = z.infer<typeof BacktestSource>;

/** The headline of a result, for lists. Fractions; `null`: undefined. */
export const BacktestSummary = z.object({
  provider: z.string(),
  decisions: z.int(),
  reviews: z.int(),
  cumulative_return: z.number().nullable(),
  buy_and_hold_return: z.number().nullable(),
});
export type BacktestSummary = z.infer<typeof BacktestSummary>;

export const Backtest = z.object({
  id: z.string(),
  number: z.int(),
  source: BacktestSource,
  state: JobState,
  asked: BacktestAsked,
  /** `total` is null until the worker has counted. */
  done: z.int(),
  total: z.int().nullable(),
  summary: BacktestSummary.nullable(),
  error: z.string().nullable(),
  /** Why it ended early, as a clause. */
  stopped: z.string().nullable(),
  /** Cost so far, and the most of calls under way; "0" without models. */
  spent_usd: Usd,
  held_usd: Usd,
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
});
export type Backtest = z.infer<typeof Backtest>;

/** What an order would take. */
export interface BacktestEstimate {
  readonly decisions: number;
  /** With nobody before it. */
  readonly seconds: number;
  /** The most that the plan allows for one. */
  readonly most: number;
  readonly notes: readonly string[];
  /** The models' cost; `null` for the rules engine, which is free. */
  readonly models: ModelEstimate | null;
}

/** A rough estimate for a backtest's models; the budget is the limit. */
export interface ModelEstimate {
  readonly deep: string;
  readonly quick: string;
  /** Of each decision. */
  readonly runs: number;
  readonly calls: number;
  /** `null`: unknown price, held at the dearest list price. */
  readonly costUsd: Usd | null;
  /** The single calls' part; `null`: none. */
  readonly singleCalls: { readonly calls: number; readonly costUsd: Usd | null } | null;
  /** The estimate is above it. */
  readonly exceedsBudget: boolean;
  /** Which of its dates the models may know from training. */
  readonly training: TrainingPeriod;
}

export interface TrainingPeriod {
  /** `null`: not known. */
  readonly cutoff: string | null;
  /** The backtest begins before the cut-off, or the cut-off is unknown. */
  readonly mayRemember: boolean;
  /** By year, where these models' memory was measured. */
  readonly measured: readonly MemorySummary[];
}

/** `trades.csv` only for backtests made here. */
export const BacktestFile = z.enum(["result.json", "report.md", "equity.csv", "trades.csv"]);
export type BacktestFile = z.infer<typeof BacktestFile>;
