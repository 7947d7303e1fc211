import { type Selectable, sql } from "kysely";
import { JobState, nextJobState } from "#src/contract/jobs/jobs.ts";
import type { JobKind } from "./job-queue.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import type { Jobs } from "#src/core/db/schema.ts";

/* The one lifecycle of attributions, measurements of memory, backtests, validity reports and batches. */

/** The stored row; its kind parses the JSON (src/product/jobs/public/kinds.ts). */
export type StoredJob = Selectable<Jobs>;

/** Of what a job is. */
type Subject = { readonly kind: "attribution" | "validity"; readonly subject: string };

const open = ["queued", "running"] as const;

const columnOf = { attribution: "analysis_id", validity: "backtest_id" } as const;

/** The states from which a job may move into one. */
export function statesBefore(state: JobState): JobState[] {
  return JobState.options.filter((from) => nextJobState[from].some((to) => to === state));
}

export interface NewJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly owner: string;
  /** The analysis of an attribution; the backtest of a validity report. */
  readonly subject?: string;
  readonly input: object;
  readonly total?: number;
  readonly budgetUsd?: Usd | null;
}

/** False while another keeps it out. */
export async function insertJob({ sql: db }: Tx, job: NewJob, at: Instant): Promise<boolean> {
  const { id, kind, owner, input, subject = null, total = null, budgetUsd = null } = job;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("jobs")
    .values({
      id,
      kind,
      owner,
      analysis_id: kind === "attribution" ? subject : null,
      backtest_id: kind === "validity" ? subject : null,
      state: "queued",
      input: JSON.stringify(input),
      total,
      budget_usd: budgetUsd,
      created_at: new Date(at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** @param owner another's is not found */
export async function findJob(db: Sql, kind: JobKind, id: string, owner: string): Promise<StoredJob | null> {
  const row = await db
    .selectFrom("jobs")
    .selectAll()
    .where("id", "=", id)
    .where("kind", "=", kind)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return row ?? null;
}

/** The newest about something. */
export async function newestJob(db: Sql, { kind, subject }: Subject, owner: string): Promise<StoredJob | null> {
  const row = await db
    .selectFrom("jobs")
    .selectAll()
    .where(columnOf[kind], "=", subject)
    .where("owner", "=", owner)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Also while a newer one runs; `null`: none yet. */
export async function lastResult(db: Sql, { kind, subject }: Subject): Promise<unknown> {
  const row = await db
    .selectFrom("jobs")
    .select("result")
    .where(columnOf[kind], "=", subject)
    .where("result", "is not", null)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.result ?? null;
}

/** Its last result stays until there is another. */
export async function deleteEarlier({ sql: db }: Tx, { kind, subject }: Subject): Promise<void> {
  const about = sql.ref(columnOf[kind]);
  await sql`
    delete from jobs where ${about} = ${subject} and state not in ('queued', 'running') and id is distinct from (
      select id from jobs where ${about} = ${subject} and result is not null order by number desc limit 1)
  `.execute(db);
}

/** Newest first. @param before a number; returns only older ones */
export async function listJobs(
  db: Sql,
  { kind, owner, before = null, limit }: Owned & { readonly before?: number | null; readonly limit: number },
): Promise<StoredJob[]> {
  let query = db
    .selectFrom("jobs")
    .selectAll()
    .where("owner", "=", owner)
    .where("kind", "=", kind)
    .orderBy("number", "desc")
    .limit(limit);
  if (before !== null) query = query.where("number", "<", before);
  return query.execute();
}

interface Owned {
  readonly kind: JobKind;
  readonly owner: string;
}

/** Deletes an owner's oldest beyond the number that is kept. */
export async function deleteOldest({ sql: db }: Tx, { kind, owner }: Owned, kept: number): Promise<void> {
  await sql`
    delete from jobs where owner = ${owner} and kind = ${kind} and id not in (
      select id from jobs where owner = ${owner} and kind = ${kind} order by number desc limit ${kept})
  `.execute(db);
}

/** An owner's queued or running job; `null` when there is none. */
export async function findOpenJob({ sql: db }: Tx, { kind, owner }: Owned): Promise<StoredJob | null> {
  const row = await db
    .selectFrom("jobs")
    .selectAll()
    .where("owner", "=", owner)
    .where("kind", "=", kind)
    .where("state", "in", open)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** All unfinished jobs of these owners. */
export async function listOpenJobs(db: Sql, owners: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("jobs")
    .select("id")
    .where("owner", "in", owners)
    .where("state", "in", [...open, "paused"])
    .execute();
  return rows.map(({ id }) => id);
}

/** What a dead worker held counts as spent. `null` when it must not run. */
export async function takeJob(db: Sql, id: string, at: Instant): Promise<StoredJob | null> {
  const row = await db
    .updateTable("jobs")
    .set((e) => ({
      state: "running",
      started_at: e.fn.coalesce("started_at", e.val(new Date(at))),
      spent_usd: e("spent_usd", "+", e.ref("held_usd")),
      held_usd: "0",
    }))
    .where("id", "=", id)
    .where("state", "in", open)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** False when it has ended. */
export async function noteProgress(
  db: Sql,
  id: string,
  { progress, ...counts }: { readonly done: number; readonly total?: number; readonly progress?: object },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("jobs")
    .set({ ...counts, ...(progress !== undefined && { progress: JSON.stringify(progress) }) })
    .where("id", "=", id)
    .where("state", "in", ["running", "paused"])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export type JobEnd =
  /** JSON in key order; `null`: in tables of its own. */
  | { readonly state: "succeeded"; readonly result: string | null }
  | { readonly state: "failed"; readonly error: string }
  | { readonly state: "cancelled" };

/** False when it had ended: a late end never overwrites a cancel. */
export async function endJob(db: Sql, id: string, end: JobEnd, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("jobs")
    .set({ ...end, finished_at: new Date(at) })
    .where("id", "=", id)
    .where("state", "in", statesBefore(end.state))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes its kept data too. False for an unknown or foreign id. */
export async function deleteJob(db: Sql, { kind, owner }: Owned, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("jobs")
    .where("id", "=", id)
    .where("kind", "=", kind)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Reserves the most that a call can cost, before it is made. */
export async function holdOnJob(db: Sql, id: string, amount: Usd): Promise<"held" | "exceeded" | "ended"> {
  const { rows } = await sql<{ held: boolean }>`
    with held as (
      update jobs set held_usd = held_usd + ${amount}::numeric
      where id = ${id} and state = 'running' and spent_usd + held_usd + ${amount}::numeric <= budget_usd
      returning 1
    ) select exists (select from held) as held from jobs where id = ${id} and state = 'running'
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return "ended";
  return row.held ? "held" : "exceeded";
}

/** Replaces what was set aside. */
export async function settleOnJob(db: Sql, id: string, held: Usd, cost: Usd): Promise<void> {
  await sql`
    update jobs set held_usd = greatest(0, held_usd - ${held}::numeric), spent_usd = spent_usd + ${cost}::numeric
    where id = ${id}
  `.execute(db);
}

/* By prompt hash, so that nothing is paid for twice. */

/** The answers that an attribution reuses, or those of a memory measurement. */
export type AnswersOf =
  | { readonly table: "attribution_answers"; readonly analysis: string }
  | { readonly table: "memory_answers"; readonly job: string };

interface Answer {
  readonly repetition: number;
  readonly prompt: string;
  readonly spoken: unknown;
}

export async function listAnswers(db: Sql, of: AnswersOf): Promise<unknown[]> {
  const [column, id] = ownerOf(of);
  const { rows } = await sql`
    select repetition, prompt, spoken from ${sql.table(of.table)} where ${sql.ref(column)} = ${id}
  `.execute(db);
  return rows;
}

export async function keepAnswer(db: Sql, of: AnswersOf, { repetition, prompt, spoken }: Answer): Promise<void> {
  const [column, id] = ownerOf(of);
  await sql`
    insert into ${sql.table(of.table)} (${sql.ref(column)}, repetition, prompt, spoken)
    values (${id}, ${repetition}, ${prompt}, ${JSON.stringify(spoken)}::json) on conflict do nothing
  `.execute(db);
}

function ownerOf(of: AnswersOf): readonly [column: string, id: string] {
  return of.table === "memory_answers" ? ["job", of.job] : ["analysis_id", of.analysis];
}
