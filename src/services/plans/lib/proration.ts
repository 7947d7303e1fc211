import type { Period } from "#src/db/queries/plans.ts";
import type { Instant } from "#src/platform/clock.ts";

/**
 * What is left of a period in US cents: `floor(price × (end − max(now, start)) / (end − start))`, so never more than
 * it cost. One without an end was given and has cost nothing. docs/adr/0022-plans.md
 */
export function remainingMinor(
  { priceMinor, startsAt, endsAt }: Pick<Period, "priceMinor" | "startsAt" | "endsAt">,
  now: Instant,
): number {
  if (endsAt === null || endsAt <= now) return 0;
  return Math.floor((priceMinor * (endsAt - Math.max(now, startsAt))) / (endsAt - startsAt));
}
