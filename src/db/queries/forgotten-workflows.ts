import { sql } from "kysely";
import { analysisWorkflow, jobWorkflows, mailWorkflow, signalWebhookWorkflow } from "../job-queue.ts";
import type { Sql } from "../database.ts";

/** A value and not a question of whether there is one, which Postgres may answer by way of all analyses. */
const accountClosed = sql`(
  select c.closed_at from analyses a join accounts c on c.id = a.owner where a.id = w.workflow_uuid) is not null`;

/**
 * Workflows of the durable engine that have ended and whose inputs or steps speak of somebody who is gone: runs of a
 * closed account, jobs that were deleted, mails to an address or a user that nobody has.
 */
export async function forgottenWorkflows(db: Sql, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.workflow_uuid as id
    from dbos.workflow_status w left join dbos.workflow_input i on i.workflow_uuid = w.workflow_uuid,
      lateral (select case when w.name in (${mailWorkflow}, ${signalWebhookWorkflow}) then i.inputs::jsonb -> 'json' end as given)
        as input
    where w.status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') and case
      when w.name in (${sql.join([...jobWorkflows])}) then not exists (select from jobs j where j.id = w.workflow_uuid)
      when w.name = ${analysisWorkflow} then ${accountClosed}
      when w.name = ${signalWebhookWorkflow} then not exists (select from users u where u.id = given ->> 0)
      when w.name = ${mailWorkflow} then (given -> 0 ->> 'userId' is not null
          and not exists (select from users u where u.id = given -> 0 ->> 'userId'))
        or (coalesce(given -> 0 ->> 'email', given -> 0 ->> 'from') is not null and not exists (
          select from users u where u.email = lower(coalesce(given -> 0 ->> 'email', given -> 0 ->> 'from'))))
      else false end
    limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
