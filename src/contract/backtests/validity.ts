import { z } from "zod";
import { type Declared, always, file, json, problem } from "../api/route.ts";

/* Sections are data, so a new one is shown without new code. */

/** `fraction` in percent; `ratio` with two decimals; `p` with three; `usd` with cents. */
export const ValidityUnit = z.enum(["fraction", "ratio", "p", "count", "usd", "bps", "sessions", "text"]);
export type ValidityUnit = z.infer<typeof ValidityUnit>;

/** Every figure that a report can hold; validity-formulas.ts defines each. */
export const validityMeasures = {
  twin_decisions: ["Decisions repeated without the future", "count"],
  twin_changed: ["Of these, changed by the deletion", "count"],
  twin_prompts: ["Prompts compared", "count"],
  twin_records: ["Records deleted that came later", "count"],
  replay_changed: ["Decisions that did not repeat", "count"],
  advantage: ["Annual return over buy and hold", "fraction"],
  advantage_delayed: ["The same, a session later", "fraction"],
  advantage_atr: ["The same, with slippage by ATR", "fraction"],
  advantage_capped: ["The same, with a cap by volume", "fraction"],
  advantage_all: ["The same, with all of these", "fraction"],
  break_even_cost: ["Cost per fill that ends the advantage", "bps"],
  masked_same: ["Decisions that stay without the name", "fraction"],
  mirrored_turned: ["Decisions that turn with mirrored prices", "fraction"],
  mirrored_same: ["Decisions that stay with mirrored prices", "fraction"],
  memory_dates: ["Dates on which the models' memory was measured", "count"],
  agreement_named: ["Repetitions with the name that agree", "fraction"],
  agreement_masked: ["One with and one without the name that agree", "fraction"],
  agreement_shifted: ["One on real and one on other dates that agree", "fraction"],
  world_apart: ["How far the setting that stands out lies from the others", "fraction"],
  world_apart_p: ["Chance of as much without memory", "p"],
  followed_false_news: ["Repetitions that follow a false headline", "fraction"],
  memory_recall: ["Later closes that the model knew (25% by chance)", "fraction"],
  shifts_beaten: ["Shifts of its own ratings that it beat", "fraction"],
  brier: ["Brier score", "p"],
  brier_base: ["Brier score of the base rate", "p"],
  brier_skill: ["Brier skill score", "ratio"],
  brier_reliability: ["Reliability (lower is better)", "p"],
  brier_resolution: ["Resolution (higher is better)", "p"],
  brier_uncertainty: ["Uncertainty", "p"],
  calibration_gap: ["Hit rate minus confidence", "fraction"],
  numbers_checked: ["Numbers checked", "count"],
  numbers_tied: ["Tied to evidence or an own term", "fraction"],
  // Only in reports from before agents pointed to evidence.
  arithmetic_errors: ["Computations that do not come out", "count"],
  arithmetic_error_share: ["Share of computations", "fraction"],
  best_agent_return: ["Annual return of the best single agent", "fraction"],
  debate_return: ["Annual return of the debate", "fraction"],
  sharpe_annual: ["Sharpe ratio, annual", "ratio"],
  probabilistic_sharpe: ["Probability that it is above zero", "p"],
  deflated_sharpe: ["Deflated Sharpe ratio", "p"],
  expected_max_sharpe: ["Sharpe ratio that luck alone gives the best trial", "ratio"],
  trials: ["Trials made on these instruments and dates", "count"],
  skewness: ["Skewness of session returns", "ratio"],
  kurtosis: ["Kurtosis of session returns (3 is normal)", "ratio"],
  minimum_track_record: ["Sessions needed for 95%", "sessions"],
  pbo: ["Probability of backtest overfitting", "p"],
  pbo_configurations: ["Configurations compared", "count"],
  pbo_splits: ["Ways to split the sessions", "count"],
  pbo_loss: ["Chance that the chosen one loses afterwards", "p"],
  regimes_ahead: ["Regimes ahead of buy and hold", "count"],
  regimes_seen: ["Regimes with enough sessions", "count"],
  before_cutoff_advantage: ["Advantage before the cut-off", "fraction"],
  after_cutoff_advantage: ["Advantage after the cut-off", "fraction"],
  decisions_after_cutoff: ["Decisions after the cut-off", "count"],
  model_cost: ["Cost of the models", "usd"],
  gain_usd: ["Gain over buy and hold", "usd"],
  break_even_capital: ["Capital from which the gain pays for the models", "usd"],
} as const satisfies Record<string, readonly [label: string, unit: ValidityUnit]>;
export type ValidityKey = keyof typeof validityMeasures;

/** `cannot_tell`: the data is missing or too little. */
export const ValidityVerdict = z.enum(["pass", "fail", "cannot_tell"]);
export type ValidityVerdict = z.infer<typeof ValidityVerdict>;

/** A figure, with its 95 % interval where there is one. */
export const ValidityFigure = z.object({
  key: z.string(),
  label: z.string(),
  unit: ValidityUnit,
  value: z.number().nullable(),
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** How it is computed, in words or signs, and where that comes from. */
  formula: z.string(),
  source: z.string(),
});
export type ValidityFigure = z.infer<typeof ValidityFigure>;

export const ValidityTable = z.object({
  title: z.string(),
  columns: z.array(z.object({ name: z.string(), unit: ValidityUnit })),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  /** The column that a small bar is drawn for. */
  bars: z.int().nonnegative().exactOptional(),
});
export type ValidityTable = z.infer<typeof ValidityTable>;

export const ValiditySection = z.object({
  /** An anchor on the page, such as `temporal_integrity`. */
  id: z.string().regex(/^[a-z][a-z0-9_]*$/),
  /** Of arXiv 2605.16895; `null` for what that lacks. */
  protocol: z.enum(["P1", "P2", "P3", "P4", "P5", "P6"]).nullable(),
  title: z.string(),
  verdict: ValidityVerdict,
  /** The verdict's reason as a code for programs. */
  reason: z.string().regex(/^[a-z][a-z0-9_]*$/),
  /** The same in a sentence or two. */
  text: z.string(),
  figures: z.array(ValidityFigure),
  tables: z.array(ValidityTable),
  /** Assumptions, and what the section cannot show. */
  notes: z.array(z.string()),
});
export type ValiditySection = z.infer<typeof ValiditySection>;

export const ValidityReport = z.object({
  version: z.literal(1),
  /** Of the backtest it is about. */
  backtest: z.object({
    symbols: z.array(z.string()),
    from: z.iso.date(),
    to: z.iso.date(),
    provider: z.string(),
    deep: z.string(),
    quick: z.string(),
    decisions: z.int().nonnegative(),
    /** Of the whole `result.json`, as canonical JSON. */
    sha256: z.string(),
  }),
  /** The worst verdict of the sections: one that fails makes the whole fail. */
  verdict: ValidityVerdict,
  counts: z.object({ pass: z.int(), fail: z.int(), cannot_tell: z.int() }),
  sections: z.array(ValiditySection),
});
export type ValidityReport = z.infer<typeof ValidityReport>;

export const ValidityState = z.enum(["queued", "running", "succeeded", "failed"]);
export type ValidityState = z.infer<typeof ValidityState>;

/** The validity report of a stored backtest, and its job. */
export const BacktestValidity = z.object({
  backtest_id: z.string(),
  status: ValidityState,
  /** The latest report, also while the next is being made. */
  report: ValidityReport.nullable(),
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
});
export type BacktestValidity = z.infer<typeof BacktestValidity>;

/** A tried configuration; kept for good, also when its backtest is deleted. */
export const Trial = z.object({
  /** The same settings and decisions are the same trial. */
  id: z.string(),
  symbols: z.array(z.string()).min(1),
  from: z.iso.date(),
  to: z.iso.date(),
  /** Who decided, such as `openai gpt-5`. */
  reasoner: z.string(),
  /** Mean over deviation of a session's return; `null` when the deviation is 0. */
  sharpe: z.number().nullable(),
  sessions: z.int().nonnegative(),
});
export type Trial = z.infer<typeof Trial>;

/** As they are named in the API's description. */
export const validitySchemas = { BacktestValidity, ValidityReport, ValiditySection, ValidityFigure, ValidityTable };

const path_parameters = {
  backtest_id: { description: "The ID of the backtest.", example: "bt_7m3k9q0x2v5c8b1n4h6t" },
};
const none = {
  name: "NoValidity",
  ...problem("The backtest does not exist, belongs to another owner or has no validity report."),
};

export const validityRoutes = {
  getBacktestValidity: {
    method: "get",
    path: "/v1/backtests/{backtest_id}/validity",
    tag: "backtests",
    summary: "Get the validity report of a backtest",
    description:
      "What the backtest proves, what it does not, and what cannot be told: a verdict for each test, its figures, their formulas and where these come from. " +
      "A backtest with models gets its report by itself; for others, ask with `POST`. `report` is the last one that was made, also while the next is under way. Scope: `backtests:read`.",
    path_parameters,
    answers: {
      200: { description: "The report, or how far it is.", body: json(BacktestValidity) },
      404: none,
      ...always,
    },
  },
  getBacktestValidityMarkdown: {
    method: "get",
    path: "/v1/backtests/{backtest_id}/validity.md",
    tag: "backtests",
    summary: "Get the validity report of a backtest as Markdown",
    description: "The same file that `conclave study validity` writes. Scope: `backtests:read`.",
    path_parameters,
    answers: { 200: file("text/markdown", "The report."), 404: none, ...always },
  },
  submitBacktestValidity: {
    method: "post",
    path: "/v1/backtests/{backtest_id}/validity",
    tag: "backtests",
    summary: "Make the validity report of a backtest",
    description:
      "Returns immediately; the report is made in the background, at no cost: decisions are repeated with the rules engine or with answers that are kept. " +
      "Made again, it counts the trials made since. Sent again while it is under way, it changes nothing. Send no body. Scope: `backtests:write`.",
    path_parameters,
    answers: {
      202: {
        description: "The report is queued.",
        body: json(BacktestValidity),
        headers: { Location: "Where to poll it.", "Retry-After": "Seconds to wait before polling." },
      },
      404: { name: "NoBacktest", ...problem("The backtest does not exist or belongs to another owner.") },
      409: problem("The backtest has no result yet, or you already have a validity report running."),
      ...always,
    },
  },
} as const satisfies Record<string, Declared>;
