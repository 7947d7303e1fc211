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

export function overlapOf(outcomes: readonly Outcome[]): OverlapLayout {
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
export function varianceOf(weights: readonly number[], shared: Overlap): number {
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
