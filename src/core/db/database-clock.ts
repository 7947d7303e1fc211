import { sql } from "kysely";
import { z } from "zod";
import type { Instant } from "#src/core/clock.ts";
import type { Sql } from "./database.ts";

const Row = z.object({ now: z.date() });

/** The time of the database's clock, which all processes share. */
export async function databaseNow(db: Sql): Promise<Instant> {
  const { rows } = await sql`select clock_timestamp() as now`.execute(db);
  return Row.parse(rows[0]).now.getTime();
}
