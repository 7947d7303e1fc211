import { sql } from "kysely";
import { z } from "zod";
import type { Sql } from "../database.ts";

const Ended = z.array(z.object({ id: z.string(), status: z.string() }));

/**
 * Analyses and backtests that count as open although the durable engine has ended them, and how it did. Looked for
 * among what is open and not among what has ended, which is far more.
 */
export async function abandonedJobs(db: Sql): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql`
    select run.workflow_uuid as id, run.status from (
      select id from analyses where status in ('queued', 'running')
      union all select id from backtests where state in ('queued', 'running')
    ) as open join dbos.workflow_status as run on run.workflow_uuid = open.id
    where run.status in ('CANCELLED', 'ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')
  `.execute(db);
  return new Map(Ended.parse(rows).map(({ id, status }) => [id, status]));
}
