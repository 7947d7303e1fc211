import { sql as raw } from "kysely";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

/** Ordered in `[from, to)`; US dollars, exact. */
export async function sumBills(
  db: Sql,
  owner: string,
  from: Instant,
  to: Instant,
): Promise<{ readonly count: number; readonly costUsd: Usd }> {
  const row = await db
    .selectFrom("attribution_bills")
    .select(({ fn }) => [fn.countAll<string>().as("count"), raw<string>`trim_scale(sum(spent_usd))`.as("cost")])
    .where("owner", "=", owner)
    .where("created_at", ">=", new Date(from))
    .where("created_at", "<", new Date(to))
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), costUsd: row.cost ?? "0" };
}
