import type { Period } from "#src/product/plans/queries/plans.ts";
import type { Instant } from "#src/core/clock.ts";

/**
 * US cents: `floor(price × (end − max(now, start)) / (end − start))`. A period without an end was given
 * (docs/adr/0022).
 */
export function remainingMinor(
  { priceMinor, startsAt, endsAt }: Pick<Period, "priceMinor" | "startsAt" | "endsAt">,
  now: Instant,
): number {
  if (endsAt === null || endsAt <= now) return 0;
  return Math.floor((priceMinor * (endsAt - Math.max(now, startsAt))) / (endsAt - startsAt));
}
