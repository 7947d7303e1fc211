import type { JobStatus } from "#src/contract/analysis.ts";
import type { Database } from "#src/db/database.ts";
import { listEveryonesJobs, type AnyJob } from "#src/db/queries/admin.ts";
import { mustBeAdmin, type Admin } from "./recorded.ts";

const perPage = 50;

/** Jobs of everybody, newest first. @param page `cursor` is a job's number: only older ones. @throws Forbidden */
export async function listJobs(
  { db }: { readonly db: Database },
  by: Admin,
  page: { readonly status: JobStatus | null; readonly owner: string | null; readonly cursor: number | null },
): Promise<{ readonly jobs: readonly AnyJob[]; readonly nextCursor: number | null }> {
  mustBeAdmin(by);
  const { status, owner, cursor } = page;
  const found = await listEveryonesJobs(db.sql, { status, owner, before: cursor, limit: perPage + 1 });
  const jobs = found.slice(0, perPage);
  return { jobs, nextCursor: found.length > perPage ? (jobs.at(-1)?.number ?? null) : null };
}
