import { sql } from "kysely";
import { z } from "zod";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** Shared by each worker for its life. */
export const releaseLock = "conclave release ";

const Names = z.array(z.object({ release: z.string() }));

export async function otherReleases(db: Sql, own: string): Promise<string[]> {
  const { rows } = await sql`
    select release from (
      select application_version as release from dbos.workflow_status where status in ('ENQUEUED', 'PENDING')
      union select application_version from dbos.workflow_status where status = 'DELAYED'
      union (select version_name from dbos.application_versions order by version_timestamp desc limit 1)
    ) as open where release <> ${own}
  `.execute(db);
  return Names.parse(rows).map(({ release }) => release);
}

/** None starts until the transaction ends. */
export async function lockDeparted({ sql: db }: Tx, release: string): Promise<boolean> {
  const { rows } = await sql<{ departed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${releaseLock + release}, 0)) as departed
  `.execute(db);
  return rows[0]?.departed === true;
}

/** @returns how many */
export async function adoptRuns({ sql: db }: Tx, from: string, to: string): Promise<number> {
  await sql`
    update dbos.application_versions set version_timestamp = newest.version_timestamp + 1
    from (select * from dbos.application_versions order by version_timestamp desc limit 1) as newest
    where application_versions.version_name = ${to} and newest.version_name = ${from}
  `.execute(db);
  const { numAffectedRows = 0n } = await sql`
    update dbos.workflow_status set application_version = ${to}
    where status in ('ENQUEUED', 'PENDING', 'DELAYED') and application_version = ${from}
  `.execute(db);
  return Number(numAffectedRows);
}
