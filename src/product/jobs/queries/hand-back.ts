import { sql } from "kysely";
import { z } from "zod";
import type { Sql } from "#src/core/db/database.ts";

const Ids = z.array(z.object({ id: z.string() }));

/**
 * As the engine's recovery does; their time begins anew.
 * @param executor whose they must be
 */
export async function handBack(db: Sql, ids: readonly string[], executor: string): Promise<void> {
  await sql`
    update dbos.workflow_status
    set status = 'ENQUEUED', owner_xid = null, started_at_epoch_ms = null, workflow_deadline_epoch_ms = null,
      updated_at = (extract(epoch from now()) * 1000)::bigint, queue_name = coalesce(queue_name, '_dbos_internal_queue')
    where workflow_uuid = any(${[...ids]}) and status = 'PENDING' and executor_id = ${executor}
  `.execute(db);
}

/** Unfinished runs that an executor has taken. */
export async function takenBy(db: Sql, executor: string): Promise<string[]> {
  const { rows } = await sql`
    select workflow_uuid as id from dbos.workflow_status where status = 'PENDING' and executor_id = ${executor}
  `.execute(db);
  return Ids.parse(rows).map(({ id }) => id);
}
