import { monotonicNow, type Clock, type Instant } from "./clock.ts";

/**
 * How far a clock may be from the database's before what it decides is wrong for others: when a job's time is up, when a
 * schedule is due, what was public. docs/adr/0018-workers-that-die.md
 */
export const mostSkewMs = 30_000;

/**
 * How far a clock is ahead of another that has to be asked, in ms, negative behind it; 0 where the way there and back
 * leaves open whether it is off at all.
 */
export async function measureSkew(clock: Clock, ask: () => Promise<Instant>): Promise<number> {
  const sent = monotonicNow();
  const there = await ask();
  const halfWayMs = (monotonicNow() - sent) / 2;
  const skewMs = clock.now() - there - halfWayMs;
  return Math.sign(skewMs) * Math.max(0, Math.abs(skewMs) - halfWayMs);
}

/** "3600 s ahead of the database's", for people. */
export function skewText(skewMs: number): string {
  return `${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? "ahead of" : "behind"} the database's`;
}
