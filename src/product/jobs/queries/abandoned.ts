import { sql } from "kysely";
import { z } from "zod";
import { JobKind } from "#src/contract/jobs/job-kinds.ts";
import { mostSkewMs } from "#src/core/operation/clock-skew.ts";
import type { Sql } from "#src/core/db/database.ts";

/** A worker's clock may be off by so much (mostSkewMs), and end a job that much before its time is up. */
const early = sql`run.status = 'CANCELLED'
  and run.workflow_deadline_epoch_ms > extract(epoch from clock_timestamp()) * 1000 + ${mostSkewMs}`;

/** Those that have a workflow. */
const AbandonedKind = z.enum(["analysis", ...JobKind.exclude(["batch"]).options]);
export type AbandonedKind = z.infer<typeof AbandonedKind>;

const Ended = z.array(
  z.object({
    id: z.string(),
    kind: AbandonedKind,
    status: z.enum(["CANCELLED", "ERROR", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]),
  }),
);

/**
 * Jobs of all kinds that count as open although the durable engine has ended them, and how it did. Looked for among what
 * is open and not among what has ended, which is far more.
 */
export async function abandonedJobs(db: Sql): Promise<z.infer<typeof Ended>> {
  const { rows } = await sql`
    select open.id, open.kind, run.status from (
      select id, 'analysis' as kind from analyses where status in ('queued', 'running')
      union all select id, kind from jobs where state in ('queued', 'running')
    ) as open join dbos.workflow_status as run on run.workflow_uuid = open.id
    where run.status in ('CANCELLED', 'ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') and (${early}) is not true
  `.execute(db);
  return Ended.parse(rows);
}

/**
 * Analyses that nobody has cancelled and that the durable engine has, well before their time was up by the database's
 * clock: a worker went by a wrong one.
 */
export async function cancelledEarly(db: Sql): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select open.id from analyses as open join dbos.workflow_status as run on run.workflow_uuid = open.id
    where open.status in ('queued', 'running') and ${early}
  `.execute(db);
  return rows.map(({ id }) => id);
}
