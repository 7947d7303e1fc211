import { CronExpressionParser } from "cron-parser";
import type { Instant } from "../clock.ts";

/** `null` when usable. Five fields, in an IANA zone. */
export function cronFault(cron: string, zone: string): string | null {
  if (cron.trim().split(/\s+/).length !== 5) return "enter five fields: minute, hour, day of month, month, day of week";
  if (!Intl.supportedValuesOf("timeZone").includes(zone) && zone !== "UTC") return `unknown time zone ${zone}`;
  try {
    CronExpressionParser.parse(cron, { tz: zone }).next();
    return null;
  } catch (error) {
    return error instanceof Error
      ? `the cron expression is invalid: ${error.message}`
      : "the cron expression is invalid";
  }
}

/** Newest first, after `since` up to `now`. */
export function firesBefore(cron: string, zone: string, now: Instant, since: Instant, most: number): Instant[] {
  // `prev` is exclusive, but a fire right now counts.
  const expression = CronExpressionParser.parse(cron, { tz: zone, currentDate: new Date(now + 1000) });
  const fires: Instant[] = [];
  while (fires.length < most) {
    const fire = expression.prev().getTime();
    if (fire <= since) break;
    if (fire <= now) fires.push(fire);
  }
  return fires;
}

/** The next times of a cron line after `now`, soonest first. */
export function firesAfter(cron: string, zone: string, now: Instant, count: number): Instant[] {
  const expression = CronExpressionParser.parse(cron, { tz: zone, currentDate: new Date(now) });
  return Array.from({ length: count }, () => expression.next().getTime());
}
