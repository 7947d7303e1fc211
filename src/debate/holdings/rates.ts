import type { LocalDate } from "#src/core/clock.ts";

/** How much of `base` one unit of `currency` was worth at the end of a day; `null`: no rate is known. */
export type RateAt = (currency: string, base: string, date: LocalDate) => number | null;

/** Without rates only amounts in the same currency add up. */
export const rateAt: RateAt = (currency, base) => (currency === base ? 1 : null);
