import type { Moments } from "./moments.ts";
import { normalCdf, normalQuantile } from "#src/core/figures/distributions.ts";

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
export function varianceOf(values: readonly number[]): number {
  const n = values.length;
  if (n < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
}
