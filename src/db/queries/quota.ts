import { sql } from "kysely";
import type { LocalDate } from "#src/platform/clock.ts";
import type { Sql, Tx } from "../database.ts";

/**
 * What the owners have submitted in a month, locked until the transaction ends, so that nobody counts past a limit at
 * the same time. In one order, for the same reason as ever.
 * @param month its first day; @param owners accounts that exist
 */
export async function lockSubmitted(
  { sql: db }: Tx,
  owners: readonly string[],
  month: LocalDate,
): Promise<ReadonlyMap<string, number>> {
  const sorted = [...new Set(owners)].toSorted();
  if (sorted.length === 0) return new Map();
  await db
    .insertInto("monthly_analyses")
    .values(sorted.map((owner) => ({ owner, month, submitted: 0 })))
    .onConflict((conflict) => conflict.columns(["owner", "month"]).doNothing())
    .execute();
  const { rows } = await sql<{ owner: string; submitted: number }>`
    select owner, submitted from monthly_analyses
    where owner = any(${sorted}) and month = ${month}
    order by owner for update
  `.execute(db);
  return new Map(rows.map(({ owner, submitted }) => [owner, submitted]));
}

export async function addSubmitted(
  { sql: db }: Tx,
  more: ReadonlyMap<string, number>,
  month: LocalDate,
): Promise<void> {
  if (more.size === 0) return;
  await sql`
    update monthly_analyses set submitted = submitted + n
    from unnest(${[...more.keys()]}::text[], ${[...more.values()]}::int[]) as more (who, n)
    where owner = who and month = ${month}
  `.execute(db);
}

export async function submittedIn(db: Sql, owner: string, month: LocalDate): Promise<number> {
  const { rows } = await sql<{ submitted: number }>`
    select submitted from monthly_analyses where owner = ${owner} and month = ${month}
  `.execute(db);
  return rows[0]?.submitted ?? 0;
}
