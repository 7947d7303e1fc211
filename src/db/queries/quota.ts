import { sql } from "kysely";
import type { LocalDate } from "#src/platform/clock.ts";
import type { Sql } from "../database.ts";

/** How many analyses the owner has submitted in a month. @param month its first day */
export async function submittedIn(db: Sql, owner: string, month: LocalDate): Promise<number> {
  const { rows } = await sql<{ submitted: number }>`
    select submitted from monthly_analyses where owner = ${owner} and month = ${month}
  `.execute(db);
  return rows[0]?.submitted ?? 0;
}
