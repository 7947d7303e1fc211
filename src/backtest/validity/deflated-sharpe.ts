import { normalCdf, normalQuantile, rounded } from "#src/core/figures/statistics.ts";
import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import type { Trial } from "#src/contract/backtests/validity.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { type Finding, type ValidityInput, figure, returnsOf } from "./section.ts";
import { counted } from "#src/core/text/number-text.ts";

export interface Moments {
  readonly n: number;
  readonly mean: number;
  /** Sample deviation (n − 1). */
  readonly deviation: number;
  /** g₁ = m₃ / m₂^(3/2); 0 for a normal distribution. */
  readonly skewness: number;
  /** m₄ / m₂², not less 3: 3 of a normal distribution. */
  readonly kurtosis: number;
}

/** Smaller deviations are floating-point noise. */
const still = 1e-12;

/**
 * `null` below two values, or for equal ones.
 * @see D. N. Joanes and C. A. Gill, Comparing Measures of Sample Skewness and Kurtosis, The Statistician 47 (1998), g₁,
 * b₂
 */
export function momentsOf(values: readonly number[]): Moments | null {
  const n = values.length;
  if (n < 2) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  let [m2, m3, m4] = [0, 0, 0];
  for (const value of values) {
    const gap = value - mean;
    m2 += gap ** 2 / n;
    m3 += gap ** 3 / n;
    m4 += gap ** 4 / n;
  }
  if (Math.sqrt(m2) < still) return null;
  return { n, mean, deviation: Math.sqrt((m2 * n) / (n - 1)), skewness: m3 / m2 ** 1.5, kurtosis: m4 / m2 ** 2 };
}

/** γ of Euler and Mascheroni. */
const euler = 0.577_215_664_901_532_9;

/** Mean over deviation of a session's return. Not annualised, as the formulas below need it. */
export function sharpeOf({ mean, deviation }: Moments): number {
  return mean / deviation;
}

/** Variance of an estimated Sharpe ratio, times n − 1: 1 − g₁ SR + (g₂ − 1) / 4 SR², of returns that are not normal. */
function spreadOf(moments: Moments): number {
  const sharpe = sharpeOf(moments);
  // Sample moments keep it above zero: kurtosis ≥ 1 + skewness².
  return 1 - moments.skewness * sharpe + ((moments.kurtosis - 1) / 4) * sharpe ** 2;
}

/**
 * Probability that the true Sharpe ratio is above `benchmark`: Φ((SR − SR*) √(n − 1) / √(1 − g₁ SR + (g₂ − 1) / 4 SR²)),
 * both of one session.
 * @see D. H. Bailey and M. López de Prado, The Sharpe Ratio Efficient Frontier, Journal of Risk 15 (2012)
 */
export function probabilisticSharpe(moments: Moments, benchmark: number): number {
  const { n } = moments;
  return normalCdf(
    ((sharpeOf(moments) - benchmark) * Math.sqrt(n - 1)) / Math.sqrt(Math.max(spreadOf(moments), 1e-12)),
  );
}

/**
 * What the best of N trials without any skill is expected to show:
 * √V ((1 − γ) Φ⁻¹(1 − 1/N) + γ Φ⁻¹(1 − 1/(N e))), V the variance of the trials' Sharpe ratios. 0 for one trial.
 * @see D. H. Bailey and M. López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40 (2014), eq. 6
 */
export function expectedMaxSharpe(trials: number, variance: number): number {
  if (trials < 2) return 0;
  const best = (1 - euler) * normalQuantile(1 - 1 / trials) + euler * normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(variance) * best;
}

/**
 * The probabilistic Sharpe ratio against what the best of all trials shows by luck.
 * @param sharpes of one session, of every trial that was made, this one among them
 * @see D. H. Bailey and M. López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40 (2014)
 */
export function deflatedSharpe(
  moments: Moments,
  sharpes: readonly number[],
): { readonly deflated: number; readonly luck: number } {
  const luck = expectedMaxSharpe(sharpes.length, varianceOf(sharpes));
  return { deflated: probabilisticSharpe(moments, luck), luck };
}

/**
 * Sessions after which the probabilistic Sharpe ratio against `benchmark` would reach `level` if everything stays as it
 * is: 1 + (1 − g₁ SR + (g₂ − 1) / 4 SR²) (Φ⁻¹(level) / (SR − SR*))². `null` when the ratio is not above the benchmark.
 * @see D. H. Bailey and M. López de Prado, The Sharpe Ratio Efficient Frontier, Journal of Risk 15 (2012)
 */
export function minimumTrackRecord(moments: Moments, benchmark: number, level = 0.95): number | null {
  const gap = sharpeOf(moments) - benchmark;
  return gap <= 0 ? null : 1 + spreadOf(moments) * (normalQuantile(level) / gap) ** 2;
}

/** Sample variance (n − 1); 0 for fewer than two values. */
function varianceOf(values: readonly number[]): number {
  const n = values.length;
  if (n < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
}

/** Its id is settings and decisions: the same again is no further trial. */
export function trialOf(result: BacktestResult): Trial {
  const { code_version: _code, cutoff: _cutoff, single_call: _beside, ...set } = result.settings;
  const moments = momentsOf(returnsOf(result, "debate"));
  const { provider, deep, quick } = set.reasoner;
  return {
    id: sha256(
      canonicalJson({
        set,
        ratings: result.decisions.map(({ symbol, session, rating }) => [symbol, session, rating]),
      }),
    ),
    symbols: set.symbols,
    from: set.from,
    to: set.to,
    reasoner: provider === "rules" ? provider : `${provider} ${deep}${deep === quick ? "" : `, ${quick}`}`,
    sharpe: moments === null ? null : rounded(sharpeOf(moments)),
    sessions: result.portfolio.equity_sessions.length,
  };
}

/** One of its instruments, overlapping windows, itself included. */
export function trialsLike(own: Trial, all: readonly Trial[]): Trial[] {
  const like = all.filter(
    ({ symbols, from, to }) =>
      from <= own.to && to >= own.from && symbols.some((symbol) => own.symbols.includes(symbol)),
  );
  return [...new Map([...like, own].map((trial) => [trial.id, trial])).values()];
}

const enough = 0.95;
const fewestSessions = 30;

export function deflatedSharpeRatio({ result, trials }: ValidityInput): Finding {
  const moments = momentsOf(returnsOf(result, "debate"));
  if (moments === null)
    return {
      verdict: "cannot_tell",
      reason: "nothing_moved",
      text: "It was never in the market, so there is no Sharpe ratio.",
    };
  const year = Math.sqrt(result.portfolio.sessions_per_year);
  // A configuration that was never in the market counts as a trial too.
  const sharpes = trials.map(({ sharpe }) => sharpe ?? 0);
  const { deflated, luck } = deflatedSharpe(moments, sharpes);
  const rest = {
    figures: [
      figure("deflated_sharpe", deflated),
      figure("sharpe_annual", sharpeOf(moments) * year),
      figure("expected_max_sharpe", luck * year),
      figure("trials", trials.length),
      figure("probabilistic_sharpe", probabilisticSharpe(moments, 0)),
      figure("minimum_track_record", minimumTrackRecord(moments, luck)),
      figure("skewness", moments.skewness),
      figure("kurtosis", moments.kurtosis),
    ],
    notes: [
      "All configurations tried on any of these instruments in an overlapping window count, including those whose backtests have been deleted. What was tried elsewhere is unknown.",
      "Every trial counts in full, even if trials are alike, so the ratio is too strict rather than too lenient.",
    ],
  };
  if (moments.n < fewestSessions)
    return {
      verdict: "cannot_tell",
      reason: "too_few",
      text: `${counted(moments.n, "session")} are too few; at least ${fewestSessions} are needed.`,
      ...rest,
    };
  const after = `after ${counted(trials.length, "trial")}`;
  return deflated >= enough
    ? {
        verdict: "pass",
        reason: "beyond_luck",
        text: `With a probability of ${deflated.toFixed(3)} the Sharpe ratio is above what luck gives the best ${after}.`,
        ...rest,
      }
    : {
        verdict: "fail",
        reason: "within_luck",
        text: `The probability that the Sharpe ratio is above what luck gives the best ${after} is ${deflated.toFixed(3)}; it takes ${enough}.`,
        ...rest,
      };
}
