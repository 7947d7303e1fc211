import type { DrawnBar } from "#src/contract/chart.ts";
import type { ChartBar } from "#src/contract/run.ts";
import type { LocalDate } from "#src/platform/clock.ts";

/**
 * On the earlier run's basis by their last common close; empty without one.
 * @param known ascending
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

/** `null` without a common session. */
export function basisFactor(known: readonly ChartBar[], later: readonly ChartBar[]): number | null {
  const last = known.at(-1);
  const same = later.find(({ date }) => date === last?.date);
  return last === undefined || same === undefined || same.close <= 0 ? null : last.close / same.close;
}
