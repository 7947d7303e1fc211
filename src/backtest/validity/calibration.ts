import { meanInterval, shareInterval, type Interval } from "#src/core/interval.ts";

/** How sure somebody was, whether it happened, and the sessions it took. */
export interface Forecast {
  readonly probability: number;
  readonly happened: boolean;
  readonly from: number;
  readonly through: number;
}

/** Forecasts of like probability. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly forecasts: number;
  readonly meanProbability: number;
  readonly rate: number;
  readonly interval: Interval;
}

export interface Calibration {
  readonly brier: number;
  /** The score of a forecaster who always gives the share that happened. */
  readonly base: number;
  /** 1 − brier / base; `null` when everything or nothing happened. */
  readonly skill: number | null;
  readonly reliability: number;
  readonly resolution: number;
  readonly uncertainty: number;
  /** Share that happened minus mean probability. */
  readonly gap: number;
  readonly gapInterval: Interval;
  /** From that of (o' − o)² − (p − o)², o' being the base rate. */
  readonly skillInterval: Interval;
  readonly bins: readonly ReliabilityBin[];
}

const width = 0.2;

/**
 * Brier score: mean (p − o)², o being 1 for what happened and 0 for what did not. Its parts over bins of 0.2, with mean
 * probability p_k and share o_k of the n_k forecasts of each: reliability Σ n_k (p_k − o_k)² / n, resolution
 * Σ n_k (o_k − o)² / n, uncertainty o (1 − o). Intervals count forecasts for what their sessions do not share.
 * @returns `null` without a forecast
 * @see G. W. Brier, Verification of Forecasts Expressed in Terms of Probability, Monthly Weather Review 78 (1950)
 * @see A. H. Murphy, A New Vector Partition of the Probability Score, Journal of Applied Meteorology 12 (1973)
 */
export function calibrationOf(forecasts: readonly Forecast[]): Calibration | null {
  const n = forecasts.length;
  if (n === 0) return null;
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const told = forecasts.map((forecast) => ({ ...forecast, o: forecast.happened ? 1 : 0 }));
  const share = mean(told.map(({ o }) => o));
  const brier = mean(told.map(({ probability, o }) => (probability - o) ** 2));
  const uncertainty = share * (1 - share);
  const bins = [
    ...Map.groupBy(told, ({ probability }) => Math.min(1 / width - 1, Math.floor(probability / width + 1e-9))),
  ]
    .toSorted(([a], [b]) => a - b)
    .map(([index, own]) => ({
      from: index * width,
      to: (index + 1) * width,
      forecasts: own.length,
      meanProbability: mean(own.map(({ probability }) => probability)),
      rate: mean(own.map(({ o }) => o)),
      interval: shareInterval(own.map(({ from, through, o }) => ({ from, through, value: o }))),
    }));
  const weigh = (of: (bin: ReliabilityBin) => number): number =>
    bins.reduce((sum, bin) => sum + (bin.forecasts / n) * of(bin), 0);
  const differences = told.map(({ probability, o, from, through }) => ({ from, through, value: o - probability }));
  const gains = told.map(({ probability, o, from, through }) => ({
    from,
    through,
    value: ((share - o) ** 2 - (probability - o) ** 2) / (uncertainty === 0 ? 1 : uncertainty),
  }));
  return {
    brier,
    base: uncertainty,
    skill: uncertainty === 0 ? null : 1 - brier / uncertainty,
    reliability: weigh((bin) => (bin.meanProbability - bin.rate) ** 2),
    resolution: weigh((bin) => (bin.rate - share) ** 2),
    uncertainty,
    gap: share - mean(told.map(({ probability }) => probability)),
    gapInterval: meanInterval(differences),
    skillInterval: uncertainty === 0 ? { status: "no_spread" } : meanInterval(gains),
    bins,
  };
}
