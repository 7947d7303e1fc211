import { sql } from "kysely";
import { z } from "zod";
import { type Clock, type Instant, monotonicNow } from "#src/core/clock.ts";
import type { Sql } from "./database.ts";

const Row = z.object({ now: z.date() });

/** The time of the database's clock, which all processes share. */
export async function databaseNow(db: Sql): Promise<Instant> {
  const { rows } = await sql`select clock_timestamp() as now`.execute(db);
  return Row.parse(rows[0]).now.getTime();
}

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
