import type { LocalDate } from "#src/core/clock.ts";
import { flowConcepts } from "./concepts.ts";
import type { KnownFacts } from "./known-facts.ts";
import { endsDescending, quarterTo, type QuarterPair } from "./trailing.ts";

/** A quarter as filed, and the same a year before, on the session's split basis. No source tells what was expected. */
export interface QuarterChange {
  readonly end: LocalDate;
  readonly currency: string;
  /** As stated alone: earnings a share of parts of a year do not add up. */
  readonly epsDiluted: QuarterPair | null;
  readonly revenue: QuarterPair | null;
}

/** A year, and the newest, of which neither may be known. */
const most = 5;

/** The newest first. */
export function quarterChanges(known: KnownFacts): QuarterChange[] {
  const { epsDiluted, revenue } = flowConcepts;
  const ends = endsDescending(known.merged([...revenue, ...epsDiluted]));
  return ends.slice(0, most).map((end) => {
    const eps = quarterTo(known, epsDiluted, end);
    const isStated = eps !== null && eps.now.facts.length === 1 && eps.before.facts.length === 1;
    const { currency } = known;
    return { end, currency, epsDiluted: isStated ? eps : null, revenue: quarterTo(known, revenue, end) };
  });
}
