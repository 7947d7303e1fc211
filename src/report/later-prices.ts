import type { ChartBar } from "#src/contract/run.ts";
import type { LocalDate } from "#src/platform/clock.ts";

/**
 * Bars of a later run, after the as-of date and on the basis of the run that ended on it: a split in between has
 * restated them, by the same factor as the last close that both runs know. Empty where they share no session.
 * @param known of the earlier run, ascending
 * @param later of the later one, ascending
 */
export function laterOnBasis(known: readonly ChartBar[], later: readonly ChartBar[], asOf: LocalDate): ChartBar[] {
  const last = known.at(-1);
  const same = later.find(({ date }) => date === last?.date);
  if (last === undefined || same === undefined || same.close <= 0) return [];
  const factor = last.close / same.close;
  return later
    .filter(({ date }) => date > asOf)
    .map(({ date, open, high, low, close, volume }) => ({
      date,
      open: open * factor,
      high: high * factor,
      low: low * factor,
      close: close * factor,
      ...(volume !== undefined && { volume: volume === null ? null : volume / factor }),
    }));
}
