import { sql as raw } from "kysely";
import { BacktestResult } from "#src/contract/backtests/backtest.ts";
import type { BacktestAsked, BacktestSource, BacktestSummary } from "#src/contract/backtests/backtests.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { endJob, statesBefore } from "#src/product/jobs/queries/jobs.ts";
import { type JobWorkflow, jobQueues } from "#src/product/jobs/queries/job-queue.ts";
import { Trial } from "#src/contract/backtests/validity.ts";

/* What backtests have beside other jobs: their results, and how many there are. */

/** The most configurations that a backtest is compared with, newest first. */
const mostOthers = 30;

/** The input of a backtest's job, and where it is made. */
export interface BacktestInput extends BacktestAsked {
  readonly source: BacktestSource;
}

/** A backtest's result; `trades` is `trades.csv`. */
export interface StoredResult {
  readonly result: BacktestResult;
  readonly trades: string | null;
}

/** Until the transaction ends; false for no user. */
export async function lockOwner({ sql }: Tx, owner: string): Promise<boolean> {
  const row = await sql.selectFrom("users").select("id").where("id", "=", owner).forNoKeyUpdate().executeTakeFirst();
  return row !== undefined;
}

/** All, unfinished, and those with models. */
export async function countBacktests(
  { sql }: Pick<Tx, "sql">,
  owner: string,
): Promise<{ readonly kept: number; readonly open: number; readonly openWithModels: number }> {
  const row = await sql
    .selectFrom("jobs")
    .select((e) => [
      e.fn.countAll<string>().as("kept"),
      e.fn.countAll<string>().filterWhere("state", "in", ["queued", "running"]).as("open"),
      e.fn
        .countAll<string>()
        .filterWhere("state", "in", ["queued", "running"])
        .filterWhere(raw`input -> 'models'`, "is not", null)
        .as("openWithModels"),
    ])
    .where("owner", "=", owner)
    .where("kind", "=", "backtest")
    .executeTakeFirstOrThrow();
  return { kept: Number(row.kept), open: Number(row.open), openWithModels: Number(row.openWithModels) };
}

/** Inserts an uploaded backtest, which has already ended. */
export async function insertUploaded(
  tx: Tx,
  made: {
    readonly id: string;
    readonly owner: string;
    readonly asked: BacktestAsked;
    readonly summary: BacktestSummary;
    readonly result: BacktestResult;
  },
  at: Instant,
): Promise<void> {
  const { id, owner, asked, summary, result } = made;
  await tx.sql
    .insertInto("jobs")
    .values({
      id,
      owner,
      kind: "backtest",
      state: "succeeded",
      input: JSON.stringify({ ...asked, source: "elsewhere" } satisfies BacktestInput),
      done: summary.decisions,
      total: summary.decisions,
      result: headline(summary, null),
      created_at: new Date(at),
      finished_at: new Date(at),
    })
    .execute();
  await insertResult(tx, id, JSON.stringify(result), null);
}

/** The caller has checked that the asker owns the backtest. */
export async function findResult(db: Sql, id: string): Promise<StoredResult | null> {
  const row = await db
    .selectFrom("backtest_results")
    .select(["result", "trades"])
    .where("backtest", "=", id)
    .executeTakeFirst();
  return row === undefined ? null : { result: BacktestResult.parse(row.result), trades: row.trades };
}

/**
 * running → succeeded. False when cancelled or deleted.
 * @param result JSON in key order
 */
export async function succeedBacktest(
  tx: Tx,
  id: string,
  end: {
    readonly result: string;
    readonly trades: string;
    readonly summary: BacktestSummary;
    /** Why it ended early. */
    readonly stopped?: string | null;
  },
  at: Instant,
): Promise<boolean> {
  const result = headline(end.summary, end.stopped ?? null);
  if (!(await endJob(tx.sql, id, { state: "succeeded", result }, at))) return false;
  await insertResult(tx, id, end.result, end.trades);
  return true;
}

/** Of the last ones with 50 decisions; `null`: none. */
export async function measuredPace(db: Sql): Promise<number | null> {
  const rows = await db
    .selectFrom("jobs")
    .select(["done", "started_at", "finished_at"])
    .where("kind", "=", "backtest")
    .where(raw`input ->> 'source'`, "=", "here")
    .where("state", "=", "succeeded")
    .where("done", ">=", 50)
    .where(raw`input -> 'models'`, "is", null)
    .orderBy("number", "desc")
    .limit(20)
    .execute();
  let decisions = 0;
  let ms = 0;
  for (const { done, started_at: from, finished_at: to } of rows) {
    if (from === null || to === null) continue;
    decisions += done;
    ms += to.getTime() - from.getTime();
  }
  return ms === 0 ? null : (1000 * decisions) / ms;
}

export async function findResultText(db: Sql, backtest: string): Promise<string | null> {
  const { rows } = await raw<{ result: string }>`
    select result::text as result from backtest_results where backtest = ${backtest}
  `.execute(db);
  return rows[0]?.result ?? null;
}

/** Same instruments and dates, each configuration once. */
export async function otherConfigurations(db: Sql, backtest: string): Promise<string[]> {
  const { rows } = await raw<{ result: string }>`
    select result::text as result from (
      select distinct on (r.trial) other.id, other.number
      from jobs own join backtest_results mine on mine.backtest = own.id
      join jobs other on other.kind = 'backtest' and other.owner = own.owner and other.state = 'succeeded'
        and other.input -> 'symbols' = own.input -> 'symbols'
        and other.input ->> 'from' = own.input ->> 'from' and other.input ->> 'to' = own.input ->> 'to'
      join backtest_results r on r.backtest = other.id and r.trial <> mine.trial
      where own.id = ${backtest} order by r.trial, other.number desc
    ) as one join backtest_results r on r.backtest = one.id order by one.number desc limit ${mostOthers}
  `.execute(db);
  return rows.map(({ result }) => result);
}

async function insertResult({ sql }: Tx, id: string, result: string, trades: string | null): Promise<void> {
  await sql.insertInto("backtest_results").values({ backtest: id, result, trades }).execute();
}

/** A backtest's result for lists, without reading all of it. */
function headline(summary: BacktestSummary, stopped: string | null): string {
  return JSON.stringify({ ...summary, stopped });
}

const now = raw`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** With its workflow in one transaction. False when it cannot be paused. */
export async function setPaused(tx: Tx, id: string, owner: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("jobs")
    .set({ state: "paused" })
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("kind", "=", "backtest")
    .where("state", "in", statesBefore("paused"))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await raw`
    update dbos.workflow_status set status = 'CANCELLED', owner_xid = null, queue_name = null,
      deduplication_id = null, started_at_epoch_ms = null, updated_at = ${now}, completed_at = ${now}
    where workflow_uuid = ${id} and status not in ('SUCCESS', 'ERROR')
  `.execute(tx.sql);
  return true;
}

export async function isPaused(db: Sql, id: string): Promise<boolean> {
  const row = await db.selectFrom("jobs").select("state").where("id", "=", id).executeTakeFirst();
  return row?.state === "paused";
}

/** paused → queued. False when it is not paused. */
export async function setResumed(tx: Tx, id: string, owner: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("jobs")
    .set({ state: "queued" })
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("state", "=", "paused")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when the engine has forgotten it. */
export async function requeueWorkflow(tx: Tx, id: string, workflow: JobWorkflow): Promise<boolean> {
  const { numAffectedRows } = await raw`
    update dbos.workflow_status set status = 'ENQUEUED', owner_xid = null,
      queue_name = ${jobQueues[workflow].queue}, recovery_attempts = 0,
      workflow_deadline_epoch_ms = null, deduplication_id = null, started_at_epoch_ms = null, updated_at = ${now},
      completed_at = null
    where workflow_uuid = ${id} and status not in ('SUCCESS', 'ERROR')
  `.execute(tx.sql);
  return numAffectedRows === 1n;
}

/** Once; it outlives the backtest. */
export async function noteTrial(tx: Tx, { owner, backtest }: OwnBacktest, trial: Trial): Promise<void> {
  await tx.sql
    .insertInto("backtest_trials")
    .values({ owner, id: trial.id, trial: JSON.stringify(trial) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.sql.updateTable("backtest_results").set({ trial: trial.id }).where("backtest", "=", backtest).execute();
}

export interface OwnBacktest {
  readonly owner: string;
  readonly backtest: string;
}

/** Every configuration that an owner has tried, including those of deleted backtests. */
export async function listTrials(db: Sql, owner: string): Promise<Trial[]> {
  const rows = await db
    .selectFrom("backtest_trials")
    .select("trial")
    .where("owner", "=", owner)
    .orderBy("id")
    .execute();
  return rows.map(({ trial }) => Trial.parse(trial));
}

/** Uploads, and those of an older release. */
export async function listUncounted(db: Sql, owner: string): Promise<string[]> {
  const rows = await db
    .selectFrom("jobs as j")
    .innerJoin("backtest_results as r", "r.backtest", "j.id")
    .select("j.id")
    .where("j.owner", "=", owner)
    .where("j.state", "=", "succeeded")
    .where("r.trial", "is", null)
    .orderBy("j.number")
    .execute();
  return rows.map(({ id }) => id);
}

/** `null`: never asked. */
export async function findAnswer(db: Sql, owner: string, key: string): Promise<unknown> {
  const row = await db
    .selectFrom("backtest_answers")
    .select("answer")
    .where("owner", "=", owner)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.answer ?? null;
}

/** Nothing is kept for a deleted backtest. */
export async function keepAnswer(db: Sql, backtest: string, key: string, answer: unknown): Promise<void> {
  await raw`
    insert into backtest_answers (owner, key, backtest, answer)
    select owner, ${key}, id, ${JSON.stringify(answer)}::json from jobs where id = ${backtest}
    on conflict (owner, key) do nothing
  `.execute(db);
}
