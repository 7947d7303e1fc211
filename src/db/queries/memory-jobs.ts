import { Decimal } from "decimal.js";
import { sql as raw, type Selectable } from "kysely";
import { JobStatus } from "#src/contract/analysis.ts";
import { keptMemoryJobs, MemoryAsked, type MemoryJob } from "#src/contract/memory-jobs.ts";
import { MemoryMeasurement } from "#src/contract/memory-measurement.ts";
import type { Usd } from "#src/contract/usage.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import type { Sql, Tx } from "../database.ts";
import type { MemoryJobs } from "../schema.ts";

const open = ["queued", "running"] as const;

/** Also forgets the oldest beyond those that are kept. */
export async function insertMemoryJob(
  { sql }: Tx,
  made: {
    readonly id: string;
    readonly owner: string;
    readonly asked: MemoryAsked;
    readonly total: number;
    readonly budgetUsd: Usd;
  },
  at: Instant,
): Promise<void> {
  await raw`
    delete from memory_jobs where owner = ${made.owner} and id not in (
      select id from memory_jobs where owner = ${made.owner} order by created_at desc, id desc limit ${keptMemoryJobs - 1})
  `.execute(sql);
  await sql
    .insertInto("memory_jobs")
    .values({
      id: made.id,
      owner: made.owner,
      state: "queued",
      asked: JSON.stringify(made.asked),
      total: made.total,
      budget_usd: made.budgetUsd,
      created_at: new Date(at),
    })
    .execute();
}

export async function findMemoryJob(db: Sql, id: string, owner: string): Promise<MemoryJob | null> {
  const row = await db
    .selectFrom("memory_jobs")
    .selectAll()
    .where("id", "=", id)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** Newest first. */
export async function listMemoryJobs(db: Sql, owner: string): Promise<MemoryJob[]> {
  const rows = await db
    .selectFrom("memory_jobs")
    .selectAll()
    .where("owner", "=", owner)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(keptMemoryJobs)
    .execute();
  return rows.map(read);
}

export async function hasOpenMemoryJob({ sql }: Tx, owner: string): Promise<boolean> {
  const row = await sql
    .selectFrom("memory_jobs")
    .select("id")
    .where("owner", "=", owner)
    .where("state", "in", open)
    .executeTakeFirst();
  return row !== undefined;
}

export interface TakenMemoryJob {
  readonly id: string;
  readonly owner: string;
  readonly asked: MemoryAsked;
  readonly budgetUsd: Usd;
}

/**
 * queued → running; also for one that a dead worker was at, whose last call may have been billed: what was set aside
 * for it counts as spent. `null` when it is not to be run any more.
 */
export async function takeMemoryJob(db: Sql, id: string, at: Instant): Promise<TakenMemoryJob | null> {
  const row = await db
    .updateTable("memory_jobs")
    .set((e) => ({
      state: "running",
      started_at: e.fn.coalesce("started_at", e.val(new Date(at))),
      spent_usd: e("spent_usd", "+", e.ref("held_usd")),
      held_usd: "0",
    }))
    .where("id", "=", id)
    .where("state", "in", open)
    .returning(["id", "owner", "asked", "budget_usd"])
    .executeTakeFirst();
  if (row === undefined) return null;
  return { id: row.id, owner: row.owner, asked: MemoryAsked.parse(row.asked), budgetUsd: row.budget_usd };
}

export async function noteMemoryProgress(db: Sql, id: string, done: number): Promise<void> {
  await db.updateTable("memory_jobs").set({ done }).where("id", "=", id).where("state", "=", "running").execute();
}

export interface MemoryAnswer {
  readonly repetition: number;
  readonly prompt: string;
  readonly spoken: unknown;
}

export async function memoryAnswersOf(db: Sql, job: string): Promise<MemoryAnswer[]> {
  return db.selectFrom("memory_answers").select(["repetition", "prompt", "spoken"]).where("job", "=", job).execute();
}

export async function keepMemoryAnswer(
  db: Sql,
  job: string,
  { repetition, prompt, spoken }: MemoryAnswer,
): Promise<void> {
  await db
    .insertInto("memory_answers")
    .values({ job, repetition, prompt, spoken: JSON.stringify(spoken) })
    .onConflict((conflict) => conflict.columns(["job", "repetition", "prompt"]).doNothing())
    .execute();
}

/** Of an account that is deleted: with the words that models said. @returns those that were under way */
export async function deleteMemoryJobs({ sql }: Tx, owner: string): Promise<string[]> {
  const rows = await sql.deleteFrom("memory_jobs").where("owner", "=", owner).returning(["id", "state"]).execute();
  return rows.filter(({ state }) => open.some((one) => one === state)).map(({ id }) => id);
}

function read(row: Selectable<MemoryJobs>): MemoryJob {
  return {
    id: row.id,
    status: JobStatus.parse(row.state),
    request: MemoryAsked.parse(row.asked),
    progress: { done: row.done, total: row.total },
    budget_usd: row.budget_usd,
    spent_usd: new Decimal(row.spent_usd).toFixed(),
    result: row.result === null ? null : MemoryMeasurement.parse(row.result),
    error: row.error,
    created_at: toIso(row.created_at.getTime()),
    started_at: row.started_at === null ? null : toIso(row.started_at.getTime()),
    finished_at: row.finished_at === null ? null : toIso(row.finished_at.getTime()),
  };
}
