import { addDays } from "#src/core/clock.ts";
import { flowConcepts } from "./concepts.ts";
import type { KnownFacts, Period, Series } from "./known-facts.ts";

/** A figure this far behind the newest report is no longer stated. */
export const staleDays = 380;

/** Two tags of one period this far apart are two figures. */
const same = 0.02;
/** A part of revenue is this much less a day than the total. */
const partOfRevenue = 0.5;

/**
 * The concepts that can stand for a figure: the first that is still stated, others if they agree with it in the newest
 * common period, or were never stated together (of revenue only if as large a day).
 */
export function standIns(known: KnownFacts, concepts: readonly string[]): readonly string[] {
  const notBefore = addDays(known.latestEnd, -staleDays);
  const first = concepts.find((concept) => (known.series(concept).at(-1)?.end ?? "") >= notBefore);
  if (first === undefined) return concepts;
  const whole = known.series(first);
  const isRevenue = flowConcepts.revenue.some((concept) => concept === first);
  return concepts.filter((concept) => concept === first || isSame(whole, known.series(concept), isRevenue));
}

function isSame(whole: Series, other: Series, isRevenue: boolean): boolean {
  for (const period of other.toReversed()) {
    const twin = whole.findLast(({ end, start }) => end === period.end && start === period.start);
    if (twin !== undefined) return Math.abs(twin.value - period.value) <= Math.abs(twin.value) * same;
  }
  const [a, b] = [whole.at(-1), other.at(-1)];
  if (!isRevenue || a === undefined || b === undefined || b.end < a.end) return true;
  return perDay(b) >= perDay(a) * partOfRevenue;
}

function perDay({ value, days }: Period): number {
  return value / Math.max(days, 1);
}
