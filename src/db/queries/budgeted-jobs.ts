import { sql } from "kysely";
import type { Usd } from "#src/contract/usage.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Sql } from "../database.ts";

/* Jobs that ask models within an amount that their owner set: attributions and memory measurements. */

/** Their tables, which have these columns in common. */
export type BudgetedJobs = "attributions" | "memory_jobs";

type JobEnd =
  | { readonly state: "succeeded"; readonly result: object }
  | { readonly state: "failed"; readonly error: string };

const open = sql`('queued', 'running')`;

/** False when it had ended already, and then nothing is written. */
export async function endBudgetedJob(
  db: Sql,
  of: BudgetedJobs,
  id: string,
  end: JobEnd,
  at: Instant,
): Promise<boolean> {
  const [result, error] = end.state === "succeeded" ? [JSON.stringify(end.result), null] : [null, end.error];
  const { numAffectedRows } = await sql`
    update ${sql.table(of)}
    set state = ${end.state}, finished_at = ${new Date(at)}, result = ${result}::jsonb, error = ${error}
    where id = ${id} and state in ${open}
  `.execute(db);
  return numAffectedRows === 1n;
}

/** One that has ended stays as it is. */
export async function cancelBudgetedJob(db: Sql, of: BudgetedJobs, id: string, at: Instant): Promise<void> {
  await sql`
    update ${sql.table(of)} set state = 'cancelled', finished_at = ${new Date(at)} where id = ${id} and state in ${open}
  `.execute(db);
}

/** Sets aside the most that a call can cost, before it is made. */
export async function holdOnJob(
  db: Sql,
  of: BudgetedJobs,
  id: string,
  amount: Usd,
): Promise<"held" | "exceeded" | "ended"> {
  const { rows } = await sql<{ held: boolean }>`
    with held as (
      update ${sql.table(of)} set held_usd = held_usd + ${amount}::numeric
      where id = ${id} and state = 'running' and spent_usd + held_usd + ${amount}::numeric <= budget_usd
      returning 1
    ) select exists (select from held) as held from ${sql.table(of)} where id = ${id} and state = 'running'
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return "ended";
  return row.held ? "held" : "exceeded";
}

/** What a call did cost, in place of what was set aside for it. */
export async function settleOnJob(db: Sql, of: BudgetedJobs, id: string, held: Usd, cost: Usd): Promise<void> {
  await sql`
    update ${sql.table(of)}
    set held_usd = greatest(0, held_usd - ${held}::numeric), spent_usd = spent_usd + ${cost}::numeric
    where id = ${id}
  `.execute(db);
}
