import type { ValidityTable } from "#src/contract/backtests/validity.ts";
import { percentText } from "#src/core/text/number-text.ts";
import { type Interval, meanInterval, shareInterval } from "#src/core/figures/interval.ts";
import { type Finding, type ValidityInput, figure, table } from "./section.ts";
import { forwardReturn } from "../metrics.ts";

/** In sessions: a month. */
const horizon = 21;

/** Beyond this distance from the hit rate, calibration is not shown. */
const widest = 0.1;

/** P4: is 70 % right in 70 of 100 cases? */
export function calibration(input: ValidityInput): Finding {
  if (input.subjects === null)
    return {
      verdict: "cannot_tell",
      reason: "no_archives",
      text: "The price archives are missing, so it is not known which opinions were right.",
    };
  const found = calibrationOf(forecastsOf(input));
  if (found === null)
    return {
      verdict: "cannot_tell",
      reason: "no_confidence",
      text: `No opinion with a direction and a confidence has been followed for ${horizon} sessions.`,
    };
  return {
    ...judgedCalibration(found),
    figures: [
      figure("brier", found.brier),
      figure("brier_base", found.base),
      figure("brier_skill", found.skill, found.skillInterval),
      figure("calibration_gap", found.gap, found.gapInterval),
      figure("brier_reliability", found.reliability),
      figure("brier_resolution", found.resolution),
      figure("brier_uncertainty", found.uncertainty),
    ],
    tables: [reliability(found.bins)],
    notes: [
      `Right: up within ${horizon} sessions after Buy and Overweight, down after Underweight and Sell. Hold and REVIEW have no direction. A confidence is an agent's own estimate; it can be read as a probability only where this section passes.`,
    ],
  };
}

/** Right as often as it says, and better than the base rate. */
export function judgedCalibration(found: Calibration): Finding {
  const { gapInterval: gap, skillInterval: skill, resolution } = found;
  const off = `Confidence and hit rate differ by ${percentText(found.gap, 1)}`;
  if (gap.status !== "given" || skill.status !== "given" || found.skill === null)
    return {
      verdict: "cannot_tell",
      reason: "too_few",
      text: "There are too few independent outcomes for an interval.",
    };
  const shown = `resolution ${resolution.toFixed(3)}, skill ${ratioText(found.skill)} (95% interval ${ratioText(skill.low)} to ${ratioText(skill.high)})`;
  if (gap.low > 0 || gap.high < 0)
    return {
      verdict: "fail",
      reason: gap.high < 0 ? "overconfident" : "underconfident",
      text: `${off}, and the interval leaves out zero: ${shown}.`,
    };
  if (skill.high < 0)
    return {
      verdict: "fail",
      reason: "worse_than_base_rate",
      text: `Always naming the share of right opinions would have been the better forecast: ${shown}.`,
    };
  if (gap.low < -widest || gap.high > widest)
    return {
      verdict: "cannot_tell",
      reason: "too_wide",
      text: `${off}. That can be chance, but so few independent outcomes do not rule out a gap of more than ${percentText(widest)}: ${shown}.`,
    };
  if (resolution === 0 || skill.low <= 0)
    return {
      verdict: "cannot_tell",
      reason: resolution === 0 ? "no_resolution" : "no_skill",
      text: `${off}, but confidence was not shown to tell right opinions from wrong ones: ${shown}. It is not a probability.`,
    };
  return {
    verdict: "pass",
    reason: "calibrated",
    text: `${off}, a gap of more than ${percentText(widest)} is ruled out, and confidence tells right opinions from wrong ones: ${shown}. It can be read as a probability.`,
  };
}

function ratioText(value: number): string {
  return value
    .toFixed(2)
    .replace(/^-(?=0\.00$)/, "")
    .replace("-", "−");
}

function reliability(bins: Calibration["bins"]): ValidityTable {
  return table(
    "Reliability",
    [
      ["Confidence", "text"],
      ["Opinions", "count"],
      ["Mean confidence", "fraction"],
      ["Right", "fraction"],
      ["95% from", "fraction"],
      ["to", "fraction"],
    ],
    bins.map(({ from, to, forecasts, meanProbability, rate, interval }) => [
      `${percentText(from)} to ${percentText(to)}`,
      forecasts,
      meanProbability,
      rate,
      interval.status === "given" ? interval.low : null,
      interval.status === "given" ? interval.high : null,
    ]),
    3,
  );
}

function forecastsOf({ subjects }: ValidityInput): Forecast[] {
  const all = [...new Set((subjects ?? []).flatMap(({ path }) => path.days.map(({ session }) => session)))].toSorted();
  const places = new Map(all.map((session, index) => [session, index]));
  return (subjects ?? []).flatMap(({ path: { days }, decisions }) =>
    decisions.flatMap(({ session, rating, confidence }) => {
      const up = rating === "Buy" || rating === "Overweight";
      const value = forwardReturn(days, session, horizon);
      if (confidence === null || value === null || (!up && rating !== "Underweight" && rating !== "Sell")) return [];
      const start = days.findIndex((day) => day.session > session && day.bar !== null);
      const place = (index: number): number => places.get(days[index]?.session ?? "") ?? 0;
      return [
        {
          probability: confidence,
          happened: up ? value > 0 : value < 0,
          from: place(start),
          through: place(start + horizon - 1),
        },
      ];
    }),
  );
}

/** How sure somebody was, whether it happened, and the sessions it took. */
interface Forecast {
  readonly probability: number;
  readonly happened: boolean;
  readonly from: number;
  readonly through: number;
}

/** Forecasts of like probability. */
interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly forecasts: number;
  readonly meanProbability: number;
  readonly rate: number;
  readonly interval: Interval;
}

interface Calibration {
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
