import { dayMs, type Instant } from "#src/core/clock.ts";

/** Events, what reruns start from, the report. */
export const retained = ["events", "journals", "results"] as const;
export type Retained = (typeof retained)[number];

/** Days after the end; `null`: for ever. */
export type RetentionPolicy = Readonly<Record<Retained, number | null>>;

/** What ended before this instant is removed; `null`: nothing is. */
export function removedBefore(policy: RetentionPolicy, now: Instant): Readonly<Record<Retained, Instant | null>> {
  const before = (days: number | null): Instant | null => (days === null ? null : now - days * dayMs);
  return { events: before(policy.events), journals: before(policy.journals), results: before(policy.results) };
}
