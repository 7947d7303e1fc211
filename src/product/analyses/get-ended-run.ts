import type { UnfinishedRun } from "#src/contract/jobs/jobs.ts";
import type { Run } from "#src/contract/run/run.ts";
import { findRun } from "./queries/runs.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { refuseRemoved } from "./public/removed-result.ts";

/** @throws Forbidden; NotFound; Conflict while it is open; NoLongerKept */
export async function getEndedRun(ctx: Context, id: string): Promise<Run | UnfinishedRun> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const stored = await findRun(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  refuseRemoved(stored);
  const ended = stored.run ?? stored.unfinished;
  if (ended === null) throw new Conflict(`the analysis is ${stored.status}; the report is available once it has ended`);
  return ended;
}
