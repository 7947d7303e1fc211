import { rounded, studentT95 } from "./statistics.ts";

/** First and last session, as places on one axis. */
export interface Outcome {
  readonly from: number;
  readonly through: number;
  readonly value: number;
}

/** One session's outcomes share the market. */
export interface SessionOutcomes {
  readonly from: number;
  readonly through: number;
  readonly count: number;
  readonly sum: number;
}

/** Shared part of sessions with each following day. */
export type Overlap = readonly (readonly number[])[];

/** When outcomes came about, whatever they were. */
export interface OverlapLayout {
  readonly days: readonly SessionOutcomes[];
  readonly shared: Overlap;
  /** Outcomes. */
  readonly total: number;
  /** Over a day's variance, if only shared sessions matter. */
  readonly inflation: number;
  /** See `blocksOf`. */
  readonly blocks: number;
}

function overlapOf(outcomes: readonly Outcome[]): OverlapLayout {
  const days = daysOf(outcomes);
  const shared = sharedOf(days);
  const total = outcomes.length;
  const inflation = varianceOf(
    days.map(({ count }) => count / total),
    shared,
  );
  return { days, shared, total, inflation, blocks: blocksOf(days, inflation) };
}

/** Ascending. */
function daysOf(outcomes: readonly Outcome[]): SessionOutcomes[] {
  return [...Map.groupBy(outcomes, ({ from }) => from)]
    .toSorted(([a], [b]) => a - b)
    .map(([from, of]) => ({
      from,
      through: Math.max(...of.map(({ through }) => through)),
      count: of.length,
      sum: of.reduce((sum, { value }) => sum + value, 0),
    }));
}

/** With independent returns the shared part is the correlation. */
function sharedOf(days: readonly SessionOutcomes[]): Overlap {
  return days.map((day, index) => {
    const parts: number[] = [];
    for (let other = index + 1; other < days.length; other += 1) {
      const later = days[other];
      if (later === undefined || later.from > day.through) break;
      const both = Math.min(day.through, later.through) - later.from + 1;
      parts.push(both / Math.sqrt(lengthOf(day) * lengthOf(later)));
    }
    return parts;
  });
}

/** Of Σ weight × value, by shared sessions. */
function varianceOf(weights: readonly number[], shared: Overlap): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0;
    const parts = shared[index] ?? [];
    let others = weight / 2;
    for (let step = 0; step < parts.length; step += 1) others += (parts[step] ?? 0) * (weights[index + 1 + step] ?? 0);
    sum += 2 * weight * others;
  }
  return sum;
}

/** The least of: outcomes without shared sessions, those that fit, and their worth. */
function blocksOf(days: readonly SessionOutcomes[], inflation: number): number {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return 0;
  let apart = 0;
  let end = -Infinity;
  for (const { from, through } of days.toSorted((a, b) => a.through - b.through)) {
    if (from <= end) continue;
    apart += 1;
    end = through;
  }
  const length = days.reduce((sum, day) => sum + lengthOf(day), 0) / days.length;
  // With the next step, so that 63 sessions are three blocks of 21.
  const spanned = days.length === 1 ? 1 : ((last.from - first.from) * days.length) / (days.length - 1);
  return Math.min(apart, Math.round(1 / inflation), Math.max(1, Math.floor(spanned / length + 1e-9)));
}

function lengthOf({ from, through }: SessionOutcomes): number {
  return through - from + 1;
}

/** `effective`: independent outcomes that would say as much. */
export type Interval =
  | { readonly status: "given"; readonly low: number; readonly high: number; readonly effective: number }
  | { readonly status: "too_few"; readonly missing_outcomes: number; readonly missing_blocks: number }
  | { readonly status: "no_spread" };

/** What an interval takes at least. */
const fewest = { outcomes: 10, blocks: 3 } as const;

const normal95 = 1.959963984540054;

interface Estimate {
  /** Of the mean. */
  readonly variance: number;
  readonly freedom: number;
}

export interface Precision {
  readonly mean: number;
  /** Variance of an outcome, corrected for their dependence. */
  readonly spread: number;
  /** The weight of the outcomes, by the sessions that they share. */
  readonly independent: number;
  readonly estimates: readonly [byOverlap: Estimate, byCosines: Estimate];
}

/** What an interval still lacks; `null` when nothing. */
export function tooFew(outcomes: readonly Outcome[]): Interval | null {
  return missingOf(overlapOf(outcomes));
}

function missingOf({ total, blocks }: OverlapLayout): Interval | null {
  const missing = {
    missing_outcomes: Math.max(0, fewest.outcomes - total),
    missing_blocks: Math.max(0, fewest.blocks - blocks),
  };
  return missing.missing_outcomes + missing.missing_blocks === 0 ? null : { status: "too_few", ...missing };
}

/** An interval of the mean of outcomes with shared sessions, by Student's t. */
export function meanInterval(outcomes: readonly Outcome[]): Interval {
  const layout = overlapOf(outcomes);
  const missing = missingOf(layout);
  if (missing !== null) return missing;
  const precision = precisionOf(outcomes, layout);
  const half = halfWidth(precision);
  return between(precision.mean - half, precision.mean + half, effectiveOf(precision));
}

/**
 * Wilson's interval of the effective number, less what Student's t adds. Equal outcomes count for what their sessions
 * leave.
 * @see E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, JASA 22 (1927)
 * @see E. L. Korn and B. I. Graubard, Confidence Intervals for Proportions, Survey Methodology 24 (1998)
 */
export function shareInterval(outcomes: readonly Outcome[]): Interval {
  const layout = overlapOf(outcomes);
  const missing = missingOf(layout);
  if (missing !== null) return missing;
  const precision = precisionOf(outcomes, layout);
  const { mean: share, estimates } = precision;
  const effective = effectiveOf(precision);
  // As many as give the share's own variance, which is not corrected.
  const n =
    effective *
    (1 - layout.inflation) *
    (normal95 / Math.max(...estimates.map(({ freedom }) => studentT95(freedom)))) ** 2;
  const z2 = normal95 ** 2;
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (normal95 * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n ** 2))) / (1 + z2 / n);
  return between(Math.max(0, middle - half), Math.min(1, middle + half), effective);
}

/** No width would claim certainty. */
export function between(low: number, high: number, effective: number): Interval {
  const ends = { low: rounded(low), high: rounded(high) };
  if (ends.high - ends.low < 1e-9) return { status: "no_spread" };
  return { status: "given", ...ends, effective: rounded(effective) };
}

/** The wider of both estimates. */
export function halfWidth({ estimates }: Precision): number {
  return Math.max(...estimates.map(({ variance, freedom }) => studentT95(freedom) * Math.sqrt(variance)));
}

/** The number of independent outcomes with the same information. */
export function effectiveOf(precision: Precision): number {
  return Math.min(...precision.estimates.map((one) => worth(precision, one)));
}

function worth({ spread, independent }: Precision, { variance }: Estimate): number {
  return spread > 0 && variance > 0 ? Math.min(independent, spread / variance) : independent;
}

/** How well the mean is known; at least two outcomes. */
export function precisionOf(outcomes: readonly Outcome[], layout = overlapOf(outcomes)): Precision {
  const { days, total, inflation } = layout;
  const mean = days.reduce((sum, day) => sum + day.sum, 0) / total;
  return {
    mean,
    spread: outcomes.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / total / (1 - inflation),
    independent: total / (days.length * inflation),
    estimates: [byOverlap(layout, mean), byCosines(layout)],
  };
}

/**
 * Outcomes depend by shared sessions alone; days count as wholes, and their variance is corrected.
 * @see M. Richardson and T. Smith, Tests of Financial Models in the Presence of Overlapping Observations, Review of
 * Financial Studies 4 (1991)
 */
function byOverlap({ days, shared, total, inflation }: OverlapLayout, mean: number): Estimate {
  const spread = days.reduce((sum, day) => sum + (day.count / total) * (day.sum / day.count - mean) ** 2, 0);
  return { variance: (spread / (1 - inflation)) * inflation, freedom: freedomOf(shared) };
}

/** (tr R)² / tr R² of the correlations (F. E. Satterthwaite, 1946). */
function freedomOf(shared: Overlap): number {
  const n = shared.length;
  const sums = Array.from({ length: n }, () => 1);
  let squares = n;
  for (let index = 0; index < n; index += 1) {
    const parts = shared[index] ?? [];
    for (let step = 0; step < parts.length; step += 1) {
      const part = parts[step] ?? 0;
      const other = index + 1 + step;
      sums[index] = (sums[index] ?? 0) + part;
      sums[other] = (sums[other] ?? 0) + part;
      squares += 2 * part ** 2;
    }
  }
  const all = sums.reduce((sum, value) => sum + value, 0);
  const centred = squares - (2 * sums.reduce((sum, value) => sum + value ** 2, 0)) / n + (all / n) ** 2;
  return Math.max(1, (n - all / n) ** 2 / centred);
}

/**
 * Long-run variance by cosines over time, right on average where only sessions are shared. Fewer cosines than blocks;
 * else 0.6 n^(2/3) (docs/adr/0010).
 * @see E. Lazarus, D. J. Lewis, J. H. Stock and M. W. Watson, HAR Inference: Recommendations for Practice, JBES 36
 * (2018)
 */
function byCosines({ days, shared, total, inflation, blocks }: OverlapLayout): Estimate {
  const start = days[0]?.from ?? 0;
  const span = (days.at(-1)?.from ?? 0) - start + 1;
  const freedom = Math.max(2, Math.min(Math.round(0.6 * days.length ** (2 / 3)), blocks - 1));
  let found = 0;
  let expected = 0;
  for (let wave = 1; wave <= freedom; wave += 1) {
    const cosines = days.map(({ from }) => Math.cos((Math.PI * wave * (from - start + 0.5)) / span));
    const mean = days.reduce((sum, { count }, index) => sum + (count / total) * (cosines[index] ?? 0), 0);
    const weights = days.map(({ count }, index) => (count / total) * ((cosines[index] ?? 0) - mean));
    found += days.reduce((sum, day, index) => sum + ((weights[index] ?? 0) * day.sum) / day.count, 0) ** 2;
    expected += varianceOf(weights, shared);
  }
  return { variance: (found / expected) * inflation, freedom };
}
