import { monotonicNow, type Clock, type Instant } from "../clock.ts";

/** Beyond this, decisions by a clock are wrong for others (docs/adr/0018). */
export const mostSkewMs = 30_000;

/** In ms, negative behind; 0 where the round trip leaves doubt. */
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
