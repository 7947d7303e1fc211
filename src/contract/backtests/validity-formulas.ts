import type { ValidityKey } from "./validity.ts";

export interface ValidityFormula {
  readonly formula: string;
  readonly source: string;
}

const illusion = "The Alpha Illusion, arXiv 2605.16895";
const frontier = "Bailey and López de Prado, The Sharpe Ratio Efficient Frontier, Journal of Risk 15 (2012)";
const deflated = "Bailey and López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40 (2014)";
const overfitting =
  "Bailey, Borwein, López de Prado and Zhu, The Probability of Backtest Overfitting, Journal of Computational Finance 20 (2017)";
const brier = "Brier, Verification of Forecasts Expressed in Terms of Probability, Monthly Weather Review 78 (1950)";
const murphy = "Murphy, A New Vector Partition of the Probability Score, Journal of Applied Meteorology 12 (1973)";
const sharpe = "Sharpe, The Sharpe Ratio, Journal of Portfolio Management 21 (1994)";
const joanes = "Joanes and Gill, Comparing Measures of Sample Skewness and Kurtosis, The Statistician 47 (1998)";
const wilder = "Wilder, New Concepts in Technical Trading Systems (1978)";
const meter = "Conclave, docs/memory-meter.md";
const energy = "Székely and Rizzo, Energy Statistics, Journal of Statistical Planning and Inference 143 (2013)";
const phipson =
  "Phipson and Smyth, Permutation P-values Should Never Be Zero, Statistical Applications in Genetics and Molecular Biology 9 (2010)";
const own = "Conclave, docs/validity.md";

const over = "Annual geometric return of the debate, less that of buy and hold";

/** One for each figure that a report can hold. */
export const validityFormulas: Readonly<Record<ValidityKey, ValidityFormula>> = {
  twin_decisions: { formula: "Decisions of the sample that were made again without the future", source: illusion },
  twin_changed: { formula: "Of these, those with another prompt or another result", source: illusion },
  twin_prompts: { formula: "Prompts whose SHA-256 was compared", source: illusion },
  twin_records: { formula: "Records dated after the decision, over the sample", source: illusion },
  replay_changed: { formula: "Decisions that came out otherwise than the result has them", source: own },
  advantage: { formula: over, source: own },
  advantage_delayed: { formula: `${over}, with each order filled a session later`, source: illusion },
  advantage_atr: { formula: `${over}, with slippage of at least 10% of ATR(14)`, source: wilder },
  advantage_capped: {
    formula: `${over}, with at most 1% of a day's volume traded and the rest on later days`,
    source: illusion,
  },
  advantage_all: { formula: `${over}, with the delay, the slippage and the cap together`, source: illusion },
  break_even_cost: {
    formula: "Commission and slippage per fill at which the difference to buy and hold is zero, by halving",
    source: own,
  },
  masked_same: { formula: "Repeated decisions with the same rating without name and ticker", source: illusion },
  mirrored_turned: {
    formula: "Repeated decisions with a side that change sides when each price p becomes p₀² / p",
    source: illusion,
  },
  mirrored_same: { formula: "Those that keep their side when prices are mirrored", source: illusion },
  memory_dates: {
    formula: "Sessions of the backtest's years with a stored measurement of these models",
    source: meter,
  },
  agreement_named: {
    formula: "Pairs of repetitions of a measurement, with the name, with the same rating",
    source: meter,
  },
  agreement_masked: { formula: "The same of one with and one without name, ticker and exchange", source: meter },
  agreement_shifted: {
    formula: "The same of one on the real dates and one with every date moved by the same number of days",
    source: meter,
  },
  world_apart: {
    formula:
      "Mean distance of a setting to the other two, less that between those; distance: agreement within less that between",
    source: energy,
  },
  world_apart_p: { formula: "Share of 4,999 deals of each date's settings with a distance as large", source: phipson },
  followed_false_news: {
    formula: "Repetitions whose rating moves to the side of one headline that says the opposite of what came",
    source: illusion,
  },
  memory_recall: { formula: "Right answers to closed questions on later closes, with the name", source: meter },
  shifts_beaten: {
    formula: "Share of the shifts of its own ratings to other dates that returned less",
    source: "Conclave, docs/backtest.md",
  },
  brier: { formula: "Mean of (confidence − outcome)²; the outcome is 1 where the direction was right", source: brier },
  brier_base: { formula: "The same for always naming the share of right opinions ō: ō(1 − ō)", source: brier },
  brier_skill: { formula: "1 − Brier score / Brier score of the base rate", source: brier },
  brier_reliability: { formula: "Mean over five bins, by size, of (mean confidence − share right)²", source: murphy },
  brier_resolution: { formula: "Mean over the bins, by size, of (share right − ō)²", source: murphy },
  brier_uncertainty: { formula: "ō(1 − ō)", source: murphy },
  calibration_gap: { formula: "Share of right opinions − mean confidence", source: murphy },
  numbers_checked: { formula: "Numbers in the agents' statements", source: illusion },
  numbers_tied: { formula: "Of these, those found in evidence, worked out from it, or an own term", source: illusion },
  arithmetic_errors: { formula: "Stated computations whose result is another", source: illusion },
  arithmetic_error_share: { formula: "The same, of all stated computations", source: illusion },
  best_agent_return: {
    formula: "Highest annual return of following one agent alone, at the same fills and costs",
    source: illusion,
  },
  debate_return: { formula: "Annual return of following the debate, at the same fills and costs", source: illusion },
  sharpe_annual: {
    formula: "Mean / sample deviation of the sessions' returns × √ sessions a year, without a risk-free rate",
    source: sharpe,
  },
  probabilistic_sharpe: { formula: "Φ(SR √(n − 1) / √(1 − γ₃ SR + (γ₄ − 1)/4 SR²))", source: frontier },
  deflated_sharpe: {
    formula: "Φ((SR − SR₀) √(n − 1) / √(1 − γ₃ SR + (γ₄ − 1)/4 SR²)), SR₀ what luck gives the best trial",
    source: deflated,
  },
  expected_max_sharpe: {
    formula: "SR₀ = σ(SR of the trials) ((1 − γ) Φ⁻¹(1 − 1/N) + γ Φ⁻¹(1 − 1/(N e))), a year",
    source: deflated,
  },
  trials: { formula: "N: configurations tried on one of the instruments in an overlapping window", source: deflated },
  skewness: { formula: "γ₃ = m₃ / m₂^1.5", source: joanes },
  kurtosis: { formula: "γ₄ = m₄ / m₂²", source: joanes },
  minimum_track_record: {
    formula: "1 + (1 − γ₃ SR + (γ₄ − 1)/4 SR²) (Φ⁻¹(0.95) / (SR − SR₀))²",
    source: frontier,
  },
  pbo: {
    formula: "Share of the splits in which the best configuration of one half is at or below the middle in the other",
    source: overfitting,
  },
  pbo_configurations: { formula: "Configurations on the same sessions", source: overfitting },
  pbo_splits: { formula: "Choices of half of the 16 blocks, of fewer where sessions are few", source: overfitting },
  pbo_loss: {
    formula: "Share of the splits in which the best one has a negative Sharpe ratio in the other half",
    source: overfitting,
  },
  regimes_ahead: { formula: "Markets in which the debate returned more than buy and hold", source: own },
  regimes_seen: {
    formula: "Of bull, bear, flat, high and low volatility: those with 21 sessions or more",
    source: own,
  },
  before_cutoff_advantage: { formula: `${over}, up to the cut-off`, source: illusion },
  after_cutoff_advantage: { formula: `${over}, after the cut-off`, source: illusion },
  decisions_after_cutoff: { formula: "Decisions on sessions after the cut-off", source: illusion },
  model_cost: { formula: "Sum of what the answers cost when they were made", source: illusion },
  gain_usd: { formula: "(Return − that of buy and hold) × capital, over the window", source: own },
  break_even_capital: { formula: "Cost of the models / (return − that of buy and hold)", source: own },
};
