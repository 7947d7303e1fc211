import type { BacktestResult, BacktestSettings } from "#src/contract/backtest.ts";
import type { LocalDate } from "#src/platform/clock.ts";
import { cumulativeReturn, rounded } from "./metrics.ts";
import { costsOf, ordersOf, type Subject } from "./orders.ts";
import { seededRandom, type Random } from "./random.ts";
import { simulate } from "./simulate.ts";
import { together } from "./track.ts";

const paths = 200;

/**
 * How much of the result is timing: the debate against itself with its own ratings dealt out anew over its own dates,
 * each symbol for itself (a permutation test). Rating mix, dates, fills and costs stay; only when was what said is
 * chance. `beaten` is the share of the shuffles that ended below the debate, ties counted half.
 * @see P. Good, Permutation Tests (2000), ch. 3
 */
export function luckOf(
  settings: BacktestSettings,
  subjects: readonly Subject[],
  start: LocalDate,
  sessions: readonly LocalDate[],
): BacktestResult["luck"] {
  const endOf = (dealt: readonly Subject[]): number => {
    const tracks = dealt.map(
      ({ path, decisions }) => simulate(path.days, start, ordersOf(decisions, settings.short), costsOf(settings)).track,
    );
    return cumulativeReturn(together(tracks, sessions).equity) ?? 0;
  };
  const random = seededRandom(`${settings.seed} luck`);
  const own = endOf(subjects);
  const ends = Array.from({ length: paths }, () => endOf(subjects.map((subject) => dealAnew(subject, random))));
  const sorted = ends.toSorted((a, b) => a - b);
  return {
    paths,
    beaten: ends.reduce((sum, end) => sum + (end < own ? 1 : end === own ? 0.5 : 0), 0) / paths,
    median_cumulative_return: rounded(((sorted[paths / 2 - 1] ?? 0) + (sorted[paths / 2] ?? 0)) / 2),
  };
}

/** The subject with its ratings in a drawn order (Fisher and Yates). */
function dealAnew(subject: Subject, random: Random): Subject {
  const ratings = subject.decisions.map(({ rating }) => rating);
  for (let last = ratings.length - 1; last > 0; last -= 1) {
    const drawn = Math.floor(random() * (last + 1));
    const [one, other] = [ratings[last], ratings[drawn]];
    if (one === undefined || other === undefined) continue;
    ratings[last] = other;
    ratings[drawn] = one;
  }
  const decisions = subject.decisions.map((decision, index) => ({
    ...decision,
    rating: ratings[index] ?? decision.rating,
  }));
  return { ...subject, decisions };
}
