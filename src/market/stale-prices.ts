import { daysBetween, type LocalDate } from "#src/core/clock.ts";
import type { Bar } from "./market-data.ts";

/** Bars that end more than this many days before the session are stale. */
const STALE_AFTER_DAYS = 10;

/** Days from the last bar to `session` if too many, else `null`. */
export function staleDays(bars: readonly Bar[], session: LocalDate): number | null {
  const last = bars.at(-1);
  if (last === undefined) return null;
  const age = daysBetween(last.date, session);
  return age > STALE_AFTER_DAYS ? age : null;
}
