import { sql } from "kysely";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { jobQueues, type JobWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { statesBefore } from "#src/product/jobs/queries/jobs.ts";

const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

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
  await sql`
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
  const { numAffectedRows } = await sql`
    update dbos.workflow_status set status = 'ENQUEUED', owner_xid = null,
      queue_name = ${jobQueues[workflow].queue}, recovery_attempts = 0,
      workflow_deadline_epoch_ms = null, deduplication_id = null, started_at_epoch_ms = null, updated_at = ${now},
      completed_at = null
    where workflow_uuid = ${id} and status not in ('SUCCESS', 'ERROR')
  `.execute(tx.sql);
  return numAffectedRows === 1n;
}
