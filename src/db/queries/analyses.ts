import { sql, type Selectable } from "kysely";
import { z } from "zod";
import { AnalysisRequest, AnalysisResult, JobStatus, type Job } from "#src/contract/analysis.ts";
import { statusesBefore } from "#src/contract/jobs.ts";
import type { Manifest } from "#src/contract/run.ts";
import type { Usage } from "#src/contract/usage.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import type { Sql, Tx } from "../database.ts";
import { sharedLookup } from "../lookup.ts";
import type { Analyses } from "../schema.ts";

/** What a run is made with; kept with the job, so that a restart under another configuration changes nothing. */
export const JobSetting = z.object({ rounds: z.int(), risk_rounds: z.int(), budget_usd: z.string().nullable() });
export type JobSetting = z.infer<typeof JobSetting>;

export interface NewAnalysis {
  readonly id: string;
  readonly owner: string;
  readonly partition: string;
  readonly request: AnalysisRequest;
  readonly setting: JobSetting;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
  readonly createdAt: Instant;
}

/** False when the owner's idempotency key is taken. */
export async function insertAnalysis({ sql: db }: Tx, job: NewAnalysis): Promise<boolean> {
  const inserted = await db
    .insertInto("analyses")
    .values({
      id: job.id,
      owner: job.owner,
      partition: job.partition,
      status: "queued",
      request: JSON.stringify(job.request),
      setting: JSON.stringify(job.setting),
      idempotency_key: job.idempotencyKey,
      request_id: job.requestId,
      webhook_url: job.webhookUrl,
      webhook_secret: job.webhookSecret,
      created_at: new Date(job.createdAt),
    })
    .onConflict((conflict) => conflict.columns(["owner", "idempotency_key"]).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export interface StoredAnalysis {
  readonly job: Job;
  readonly owner: string;
  readonly number: number;
  readonly setting: JobSetting;
  readonly requestId: string;
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
}

/** Without what only a report needs, which is many times the size of the rest. */
const columns = [
  "id",
  "number",
  "owner",
  "status",
  "request",
  "setting",
  "request_id",
  "webhook_url",
  "webhook_secret",
  "created_at",
  "started_at",
  "finished_at",
  "result",
  "error",
] as const satisfies (keyof Analyses)[];

const lookups = new WeakMap<Sql, (id: string) => Promise<StoredAnalysis | null>>();

function lookupOn(db: Sql): (id: string) => Promise<StoredAnalysis | null> {
  const known = lookups.get(db);
  if (known !== undefined) return known;
  const lookup = sharedLookup(async (ids) => {
    const rows = await db
      .selectFrom("analyses")
      .select(columns)
      .where("id", "=", sql<string>`any(${ids})`)
      .execute();
    return new Map(rows.map((row) => [row.id, read(row)]));
  });
  lookups.set(db, lookup);
  return lookup;
}

/** Polls of many jobs at once share queries. @param visibleTo an owner: another's job is not found */
export async function findAnalysis(db: Sql, id: string, visibleTo: string): Promise<StoredAnalysis | null> {
  const stored = await lookupOn(db)(id);
  return stored?.owner === visibleTo ? stored : null;
}

/** For the worker, which serves every owner. */
export async function loadAnalysis(db: Sql, id: string): Promise<StoredAnalysis | null> {
  const row = await db.selectFrom("analyses").select(columns).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : read(row);
}

export async function findByIdempotencyKey(db: Sql, owner: string, key: string): Promise<StoredAnalysis | null> {
  const row = await db
    .selectFrom("analyses")
    .select(columns)
    .where("owner", "=", owner)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** Newest first. @param before a job's number: only older ones */
export async function listAnalyses(
  db: Sql,
  owner: string,
  filter: {
    readonly status: JobStatus | null;
    readonly ticker: string | null;
    readonly before: number | null;
    readonly limit: number;
  },
): Promise<StoredAnalysis[]> {
  let query = db
    .selectFrom("analyses")
    .select(columns)
    .where("owner", "=", owner)
    .orderBy("number", "desc")
    .limit(filter.limit);
  if (filter.status !== null) query = query.where("status", "=", filter.status);
  if (filter.ticker !== null) query = query.where(sql<string>`request ->> 'ticker'`, "=", filter.ticker);
  if (filter.before !== null) query = query.where("number", "<", filter.before);
  return (await query.execute()).map(read);
}

/** Jobs that wait, of all owners, and how many the owner's partitions hold that have not ended. */
export async function queueLoad(
  db: Sql,
  owner: string,
): Promise<{ queued: number; byPartition: ReadonlyMap<string, number> }> {
  // One after the other: inside a transaction there is one connection.
  const queued = await db
    .selectFrom("analyses")
    .select((e) => e.fn.countAll<string>().as("n"))
    .where("status", "=", "queued")
    .executeTakeFirstOrThrow();
  const open = await db
    .selectFrom("analyses")
    .select((e) => ["partition", e.fn.countAll<string>().as("n")])
    .where("owner", "=", owner)
    .where("status", "in", ["queued", "running"])
    .groupBy("partition")
    .execute();
  return { queued: Number(queued.n), byPartition: new Map(open.map(({ partition, n }) => [partition, Number(n)])) };
}

/** queued → running. False when it is not queued any more; true again for a run that is resumed. */
export async function startRunning({ sql: db }: Tx, id: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("analyses")
    .set((e) => ({ status: "running", started_at: e.fn.coalesce("started_at", sql<Date>`${new Date(at)}`) }))
    .where("id", "=", id)
    .where("status", "in", [...statusesBefore("running"), "running"])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export type Ended =
  | {
      readonly status: "succeeded";
      readonly result: AnalysisResult;
      readonly usage: Usage;
      readonly manifest: Manifest;
    }
  | { readonly status: "failed"; readonly error: string };

/** Ends a job. False when it left the states from which it may: a late finish never overwrites a cancel. */
export async function finishAnalysis({ sql: db }: Tx, id: string, at: Instant, end: Ended): Promise<boolean> {
  const outcome =
    end.status === "succeeded"
      ? { result: JSON.stringify(end.result), usage: JSON.stringify(end.usage), manifest: JSON.stringify(end.manifest) }
      : { error: end.error };
  const { numUpdatedRows } = await db
    .updateTable("analyses")
    .set({ status: end.status, finished_at: new Date(at), ...outcome })
    .where("id", "=", id)
    .where("status", "in", statusesBefore(end.status))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Any state → cancelled. Nothing is erased; a second cancel keeps the first one's time. */
export async function setCancelled({ sql: db }: Tx, id: string, at: Instant): Promise<void> {
  await db
    .updateTable("analyses")
    .set({ status: "cancelled", finished_at: new Date(at) })
    .where("id", "=", id)
    .where("status", "!=", "cancelled")
    .execute();
}

/** Locks the job's row until the transaction ends. `null` for an unknown or foreign id. */
export async function lockAnalysis({ sql: db }: Tx, id: string, visibleTo: string): Promise<StoredAnalysis | null> {
  const row = await db
    .selectFrom("analyses")
    .select(columns)
    .where("id", "=", id)
    .where("owner", "=", visibleTo)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** The job as the contract has it: `result` and `error` only in the states that have them. */
function read(row: Pick<Selectable<Analyses>, (typeof columns)[number]>): StoredAnalysis {
  const status = JobStatus.parse(row.status);
  return {
    job: {
      id: row.id,
      status,
      request: AnalysisRequest.parse(row.request),
      created_at: toIso(row.created_at.getTime()),
      started_at: row.started_at === null ? null : toIso(row.started_at.getTime()),
      finished_at: row.finished_at === null ? null : toIso(row.finished_at.getTime()),
      result: status === "succeeded" ? AnalysisResult.parse(row.result) : null,
      error: status === "failed" ? row.error : null,
    },
    owner: row.owner,
    number: row.number,
    setting: JobSetting.parse(row.setting),
    requestId: row.request_id,
    webhookUrl: row.webhook_url,
    webhookSecret: row.webhook_secret,
  };
}

/** Of these jobs, those that have not ended. */
export async function openAmong(db: Sql, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("analyses")
    .select("id")
    .where("id", "in", [...ids])
    .where("status", "in", ["queued", "running"])
    .execute();
  return rows.map(({ id }) => id);
}
