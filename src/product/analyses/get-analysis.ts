import type { Job } from "#src/contract/jobs/analysis.ts";
import { findAnalysis } from "./queries/analyses.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";

/** @throws Forbidden without the scope; NotFound for an unknown or foreign id */
export async function getAnalysis(ctx: Context, id: string): Promise<Job> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  return stored.job;
}
