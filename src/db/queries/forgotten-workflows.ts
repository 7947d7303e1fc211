import { sql } from "kysely";
import {
  analysisWorkflow,
  attributionWorkflow,
  backtestWorkflow,
  modelBacktestWorkflow,
  validityWorkflow,
} from "../job-queue.ts";
import type { Sql } from "../database.ts";

/** A value and not a question of whether there is one, which Postgres may answer by way of all analyses. */
const accountClosed = sql`(
  select c.closed_at from analyses a join accounts c on c.id = a.owner where a.id = w.workflow_uuid) is not null`;

/**
 * Workflows of the durable engine that have ended and whose inputs or steps speak of somebody who is gone: runs of a
 * closed account, backtests that were deleted.
 */
export async function forgottenWorkflows(db: Sql, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.workflow_uuid as id
    from dbos.workflow_status w
    where w.status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') and case w.name
      when ${analysisWorkflow} then ${accountClosed}
      when ${modelBacktestWorkflow} then not exists (select from backtests b where b.id = w.workflow_uuid)
      when ${backtestWorkflow} then not exists (select from backtests b where b.id = w.workflow_uuid)
      when ${attributionWorkflow} then not exists (select from attributions a where a.id = w.workflow_uuid)
      when ${validityWorkflow} then not exists (select from backtest_validity v where v.job = w.workflow_uuid)
      else false end
    limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
