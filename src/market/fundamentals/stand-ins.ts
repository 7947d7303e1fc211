import { addDays } from "#src/platform/clock.ts";
import { flowConcepts } from "./concepts.ts";
import type { KnownFacts, Period, Series } from "./known-facts.ts";

/** A figure whose newest period ends this long before the newest report is no longer stated. */
export const staleDays = 380;

/** Two tags of one period this far apart are not two names of one figure. */
const same = 0.02;
/** A part of revenue: this much less a day than the total, where no period has both. */
const partOfRevenue = 0.5;

/**
 * The whole before the part: the concepts that can stand for a figure. The first that a filer still states counts, and
 * of the others those that say the same of the newest period that both have. Without such a period they count too,
 * since a filer moves from one tag to the next; of revenue only when they are as large a day.
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
