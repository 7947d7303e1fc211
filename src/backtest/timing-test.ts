import type { BacktestResult, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { rounded } from "#src/core/figures/rounded.ts";
import { cumulativeReturn } from "./metrics.ts";
import { costsOf, ordersOf, type Subject } from "./orders.ts";
import { simulate } from "./simulate.ts";
import { combineTracks } from "./track.ts";

const most = 200;

/**
 * The debate against its own ratings moved along its dates, all symbols alike, so that mix, runs and common movements
 * stay. `beaten`: shifts that ended lower, ties half; all of them, or 200.
 */
export function timingTest(
  settings: BacktestSettings,
  subjects: readonly Subject[],
  start: LocalDate,
  sessions: readonly LocalDate[],
): BacktestResult["luck"] {
  const endOf = (moved: readonly Subject[]): number => {
    const tracks = moved.map(
      ({ path, decisions }) => simulate(path.days, start, ordersOf(decisions, settings.short), costsOf(settings)).track,
    );
    return cumulativeReturn(combineTracks(tracks, sessions).equity) ?? 0;
  };
  const shifts = Math.max(0, ...subjects.map(({ decisions }) => decisions.length)) - 1;
  const paths = Math.max(0, Math.min(most, shifts));
  if (paths === 0) return { paths, beaten: null, median_cumulative_return: null };
  const own = endOf(subjects);
  const ends = Array.from({ length: paths }, (_, index) => {
    const by = 1 + Math.floor((index * shifts) / paths);
    return endOf(subjects.map((subject) => moveOn(subject, by)));
  });
  const sorted = ends.toSorted((a, b) => a - b);
  const middle = ((sorted[Math.floor((paths - 1) / 2)] ?? 0) + (sorted[Math.floor(paths / 2)] ?? 0)) / 2;
  return {
    paths,
    beaten: rounded(ends.reduce((sum, end) => sum + (end < own ? 1 : end === own ? 0.5 : 0), 0) / paths),
    median_cumulative_return: rounded(middle),
  };
}

function moveOn(subject: Subject, by: number): Subject {
  const { decisions } = subject;
  const n = decisions.length;
  return {
    ...subject,
    decisions: decisions.map((decision, index) => ({
      ...decision,
      rating: decisions[(index + by) % n]?.rating ?? decision.rating,
    })),
  };
}
