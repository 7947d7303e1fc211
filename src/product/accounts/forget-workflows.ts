import { forgetMailsToNobody } from "#src/product/outbox/queries/outbox.ts";
import type { SystemContext } from "../context.ts";
import { sql } from "kysely";
import { analysisWorkflow, jobWorkflows } from "../jobs/queries/job-queue.ts";
import type { Sql } from "#src/core/db/database.ts";

const atOnce = 500;

/**
 * What the engine and the outbox keep of people who are gone. Unfinished work is left to the next call.
 * @returns how many workflows
 */
export async function forgetWorkflows(ctx: SystemContext): Promise<number> {
  const { db, queue } = ctx;
  await forgetMailsToNobody(db.sql);
  for (let count = 0; ;) {
    const ids = await forgottenWorkflows(db.sql, atOnce);
    if (ids.length > 0) await queue.forget(ids);
    count += ids.length;
    if (ids.length < atOnce) return count;
  }
}

/** A value: `exists` may read all analyses. */
const accountClosed = sql`(
  select c.closed_at from analyses a join accounts c on c.id = a.owner where a.id = w.workflow_uuid) is not null`;

/** Ended workflows that still speak of somebody who is gone. */
async function forgottenWorkflows(db: Sql, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.workflow_uuid as id
    from dbos.workflow_status w
    where w.status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') and case
      when w.name in (${sql.join([...jobWorkflows])}) then not exists (select from jobs j where j.id = w.workflow_uuid)
      when w.name = ${analysisWorkflow} then ${accountClosed}
      else false end
    limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
