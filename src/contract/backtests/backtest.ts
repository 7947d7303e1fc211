import { z } from "zod";
import { Analyst, Rating, RepeatedRuns } from "../jobs/analysis.ts";
import { DecidedLevels, LevelResults } from "./levels.ts";
import { Interval } from "./interval.ts";
import { Tuning } from "../jobs/model-keys.ts";
import { Tokens, Usd } from "../jobs/usage.ts";

/*
 * `result.json`: no time of day, path or run id, so the same question on the same data and code gives the same bytes.
 */

/**
 * `debate` is the agents; `debate_levels` follows their proposals. `single_call` and `rules` stand beside models. All
 * others are rules of thumb on the same fills and costs.
 */
export const StrategyName = z.enum([
  "debate",
  "debate_levels",
  "single_call",
  "rules",
  "buy_and_hold",
  "always_buy",
  "macd",
  "kdj_rsi",
  "zmr",
  "sma_cross",
  "random",
]);
export type StrategyName = z.infer<typeof StrategyName>;

/** Of one decision. */
export const mostDecisionRuns = 5;

/** With the archives' bytes and the code this fixes the result. */
export const BacktestSettings = z.object({
  symbols: z.array(z.string()).min(1),
  asset_type: z.enum(["stock", "crypto"]),
  from: z.iso.date(),
  to: z.iso.date(),
  /** Sessions from one decision to the next. */
  every: z.int().positive(),
  archives: z.array(z.object({ name: z.string(), sha256: z.string() })),
  reasoner: z.object({
    provider: z.string(),
    deep: z.string(),
    quick: z.string(),
    base_url: z.string().nullable(),
    ...Tuning.shape,
    /** Set on its owner's own key. */
    own_key: z.literal(true).exactOptional(),
  }),
  analysts: z.array(Analyst).min(1),
  rounds: z.int().positive(),
  risk_rounds: z.int().positive(),
  tool_steps: z.int().nonnegative(),
  /** As in a run's manifest. */
  ask_again_figures: z.literal(false).exactOptional(),
  seed: z.int(),
  short: z.boolean(),
  commission_bps: z.number().nonnegative(),
  slippage_bps: z.number().nonnegative(),
  mask_ticker: z.boolean(),
  /** Makes a single call beside each debate of models. Absent: none. */
  single_call: z.literal(true).exactOptional(),
  /** How often models make each decision, with seeds from `seed` on. Absent: once. */
  runs: z.int().min(2).max(mostDecisionRuns).exactOptional(),
  /** Share of the `runs` that must agree, else REVIEW. */
  min_agreement: z.number().min(0).max(1).exactOptional(),
  /** The date given with `--cutoff`; `null`: the table of stated cut-offs is used. */
  cutoff: z.iso.date().nullable(),
  code_version: z.string(),
});
export type BacktestSettings = z.infer<typeof BacktestSettings>;

const decided = {
  rating: Rating,
  /** Why there was no opinion; `null` when there was one. */
  review_reason: z.string().nullable(),
  confidence: z.number().nullable(),
};
const billed = {
  calls: z.int().nonnegative(),
  tokens: Tokens,
  /** What the answers cost when made; `null`: unknown price. */
  cost_usd: Usd.nullable(),
};

/** The ratings of the baselines on a debate's evidence. */
export const DecisionBaselines = z.object({
  /** The rules engine. */
  rules: z.object(decided).exactOptional(),
  /** Its cost comes on top of the debate's. */
  single_call: z.object({ ...decided, ...billed }).exactOptional(),
});
export type DecisionBaselines = z.infer<typeof DecisionBaselines>;

/** One debate of the backtest, without its texts. */
export const BacktestDecision = z.object({
  symbol: z.string(),
  /** The session whose close the debate is based on. */
  session: z.iso.date(),
  ...decided,
  ...billed,
  unsupported_numbers: z.int().nonnegative(),
  /** With all texts, so that two backtests compare to the byte. */
  result_sha256: z.string(),
  /** The bill is of all runs, the digest of the one shown. */
  runs: RepeatedRuns.exactOptional(),
  baselines: DecisionBaselines.exactOptional(),
  /** Absent where there is no trade, and in results from before levels were followed. */
  levels: DecidedLevels.exactOptional(),
});
export type BacktestDecision = z.infer<typeof BacktestDecision>;

/** Fractions: 0.1 is 10 %. `null`: not defined. */
export const BacktestMetrics = z.object({
  sessions: z.int(),
  cumulative_return: z.number().nullable(),
  annual_return: z.number().nullable(),
  volatility: z.number().nullable(),
  sharpe: z.number().nullable(),
  sortino: z.number().nullable(),
  max_drawdown: z.number().nullable(),
  calmar: z.number().nullable(),
  /** Traded value a year over mean equity; a full switch in and out counts 2. */
  turnover: z.number().nullable(),
  /** Mean of |value of the position| / equity over the sessions. */
  exposure: z.number().nullable(),
  trades: z.int(),
  /** Commission and slippage, as a fraction of the starting capital. */
  costs: z.number(),
  dividends: z.number(),
});
export type BacktestMetrics = z.infer<typeof BacktestMetrics>;

/** 95 % intervals over sessions in which the equity moved, or moved otherwise than buy-and-hold. */
export const BacktestIntervals = z.object({
  annual_return: Interval.nullable(),
  sharpe: Interval.nullable(),
  /** Difference to buy-and-hold; `null` for that itself. */
  excess_annual_return: Interval.nullable(),
});
export type BacktestIntervals = z.infer<typeof BacktestIntervals>;

export const StrategyResult = z.object({ strategy: StrategyName, metrics: BacktestMetrics });
export type StrategyResult = z.infer<typeof StrategyResult>;

const PortfolioStrategy = StrategyResult.extend({
  intervals: BacktestIntervals,
  /** Equity at the close of each session of `equity_sessions`, 1 at the start. */
  equity: z.array(z.number()),
});

/** Up for Buy and Overweight, down for Underweight and Sell; Hold has no direction. */
export const HitRate = z.object({
  rating: Rating,
  /** Sessions from the fill's open to the close that is scored. */
  horizon: z.int().positive(),
  /** Decisions with that many sessions behind them. */
  settled: z.int(),
  hits: z.int().nullable(),
  hit_rate: z.number().nullable(),
  /** `null` for what has no direction. */
  hit_rate_interval: Interval.nullable(),
  /** Mean return over the horizon with dividends, before costs. */
  mean_return: z.number().nullable(),
  /** The same over all decisions, for comparison. */
  mean_return_of_all: z.number().nullable(),
});
export type HitRate = z.infer<typeof HitRate>;

export const BacktestPeriod = z.object({
  name: z.enum(["before the cut-off", "after the cut-off"]),
  from: z.iso.date(),
  to: z.iso.date(),
  decisions: z.int(),
  strategies: z.array(StrategyResult),
});
export type BacktestPeriod = z.infer<typeof BacktestPeriod>;

const BacktestInstrument = z.object({
  symbol: z.string(),
  name: z.string(),
  currency: z.string(),
  calendar: z.string(),
  first_session: z.iso.date(),
  last_session: z.iso.date(),
  sessions: z.int(),
  /** The last price is carried. */
  sessions_without_price: z.int(),
  splits: z.int(),
  dividends: z.int(),
  notes: z.array(z.string()),
});
export type BacktestInstrument = z.infer<typeof BacktestInstrument>;

export const BacktestTrade = z.object({
  strategy: StrategyName,
  symbol: z.string(),
  /** The session whose close was known when the order was given. */
  decided: z.iso.date(),
  filled: z.iso.date(),
  /** The target position, as a fraction of the equity. */
  target: z.number(),
  /** At the day's count, negative for a sale; a position starts with a capital of 1. */
  shares: z.number(),
  open: z.number(),
  /** After slippage. */
  price: z.number(),
  commission: z.number(),
  slippage: z.number(),
  /** The position after the fill, at the open. */
  equity: z.number(),
});
export type BacktestTrade = z.infer<typeof BacktestTrade>;

/** What the debate adds on the same evidence, days, fills and costs. */
export const DebateExcess = z.object({
  over: StrategyName.extract(["single_call", "rules"]),
  /** The debate's return less the other's; fractions. */
  cumulative_return: z.number().nullable(),
  annual_return: z.number().nullable(),
  annual_return_interval: Interval.nullable(),
  /** Decisions on which both say the same. */
  same_ratings: z.int().nonnegative(),
  decisions: z.int().nonnegative(),
  /** Beyond the other's; `null`: unknown price. */
  calls: z.int(),
  cost_usd: z.string().nullable(),
});
export type DebateExcess = z.infer<typeof DebateExcess>;

export const BacktestResult = z.object({
  /** 1: its intervals are withdrawn. */
  version: z.literal([1, 2]),
  settings: BacktestSettings,
  assumptions: z.array(z.string()),
  targets: z.record(z.string(), z.union([z.number(), z.literal("keep")])),
  instruments: z.array(BacktestInstrument),
  decisions: z.array(BacktestDecision),
  ratings: z.record(Rating, z.int()),
  portfolio: z.object({
    sessions_per_year: z.union([z.literal(252), z.literal(365)]),
    equity_sessions: z.array(z.iso.date()),
    strategies: z.array(PortfolioStrategy),
  }),
  /** Of decisions that were made several times. */
  agreement: z
    .object({
      runs: z.int().positive(),
      decisions: z.int().nonnegative(),
      /** Mean share of runs with the most frequent opinion. */
      mean: z.number(),
      /** Decisions on which all runs agree. */
      unanimous: z.int().nonnegative(),
      /** Decisions that are REVIEW because too few repetitions agree. */
      disagreed: z.int().nonnegative(),
    })
    .exactOptional(),
  /** Where models decide. */
  debate_excess: z.array(DebateExcess).exactOptional(),
  symbols: z.array(z.object({ symbol: z.string(), strategies: z.array(StrategyResult) })),
  hit_rates: z.array(HitRate),
  /** Absent where nothing was proposed, and in older results. */
  levels: LevelResults.exactOptional(),
  /** Among its own ratings moved to other dates. */
  luck: z.object({ paths: z.int(), beaten: z.number().nullable(), median_cumulative_return: z.number().nullable() }),
  cutoff: z.object({
    date: z.iso.date().nullable(),
    /** Where the date comes from, or why there is none. */
    source: z.string(),
    periods: z.array(BacktestPeriod),
  }),
  masking: z.object({ on: z.boolean(), hides: z.array(z.string()), cannot_hide: z.array(z.string()) }),
  /** Of all decisions, with their single calls. */
  usage: z.object({ calls: z.int(), ...Tokens.shape, cost_usd: Usd.nullable() }),
});
export type BacktestResult = z.infer<typeof BacktestResult>;
