import type { DrawnBar } from "#src/contract/chart.ts";
import type { ChartBar } from "#src/contract/run/run.ts";
import type { LocalDate } from "#src/core/clock.ts";

/**
 * Bars of a later run or settlement, after the as-of date and on the basis of the run that ended on it: a split in
 * between has restated them, by the same factor as the last close that both know. Empty where they share no session.
 * @param known of the earlier run, ascending
 * @param later ascending
 */
export function laterOnBasis(known: readonly ChartBar[], later: readonly DrawnBar[], asOf: LocalDate): DrawnBar[] {
  const factor = basisFactor(known, later);
  if (factor === null) return [];
  return later
    .filter(({ date }) => date > asOf)
    .map(({ date, open, high, low, close, volume, rangeUnknown }) => ({
      date,
      open: open * factor,
      high: high * factor,
      low: low * factor,
      close: close * factor,
      ...(volume !== undefined && { volume: volume === null ? null : volume / factor }),
      ...(rangeUnknown && { rangeUnknown }),
    }));
}

/** What a later price is multiplied by to compare with the earlier ones; `null` where they share no session. */
export function basisFactor(known: readonly ChartBar[], later: readonly ChartBar[]): number | null {
  const last = known.at(-1);
  const same = later.find(({ date }) => date === last?.date);
  return last === undefined || same === undefined || same.close <= 0 ? null : last.close / same.close;
}
