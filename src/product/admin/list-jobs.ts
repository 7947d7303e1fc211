import type { JobStatus } from "#src/contract/jobs/analysis.ts";
import { listAllJobs, type AnyJob } from "./queries/admin.ts";
import { requireAdmin } from "./public/admin-actions.ts";
import type { AdminContext, Admin } from "../context.ts";

const perPage = 50;

/** Newest first. @param page `cursor`: only older numbers. @throws Forbidden */
export async function listJobs(
  ctx: AdminContext<Admin>,
  page: { readonly status: JobStatus | null; readonly owner: string | null; readonly cursor: number | null },
): Promise<{ readonly jobs: readonly AnyJob[]; readonly nextCursor: number | null }> {
  const { db, by } = ctx;
  requireAdmin(by);
  const { status, owner, cursor } = page;
  const found = await listAllJobs(db.sql, { status, owner, before: cursor, limit: perPage + 1 });
  const jobs = found.slice(0, perPage);
  return { jobs, nextCursor: found.length > perPage ? (jobs.at(-1)?.number ?? null) : null };
}
