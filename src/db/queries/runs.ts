import { JobStatus } from "#src/contract/analysis.ts";
import { Run } from "#src/contract/run.ts";
import type { Sql } from "../database.ts";

export interface StoredRun {
  readonly status: JobStatus;
  /** What an analysis that has succeeded left. */
  readonly run: Run | null;
}

/** @param visibleTo an owner: another's run is not found */
export async function findRun(db: Sql, id: string, visibleTo: string): Promise<StoredRun | null> {
  const row = await db
    .selectFrom("analyses")
    .select(["status", "request", "result", "usage", "manifest"])
    .where("id", "=", id)
    .where("owner", "=", visibleTo)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { status, ...run } = row;
  return { status: JobStatus.parse(status), run: status === "succeeded" ? Run.parse(run) : null };
}
