import { sql } from "kysely";
import type { Sql } from "#src/core/db/database.ts";

/** The names of a run's finished steps, in order. */
export async function stepNames(db: Sql, workflow: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select function_name as name from dbos.operation_outputs where workflow_uuid = ${workflow} order by function_id
  `.execute(db);
  return rows.map(({ name }) => name);
}
