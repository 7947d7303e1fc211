import { findJob } from "#src/product/jobs/queries/jobs.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "#src/product/context.ts";
import type { JobKind } from "./kinds.ts";

/** The caller checks what they may. @throws NotFound */
export async function getOwn<Job>({ db, actor }: Context, kind: JobKind<unknown, Job>, id: string): Promise<Job> {
  const row = await findJob(db.sql, kind.name, id, actor.owner);
  if (row === null) throw new NotFound(kind.unknown);
  return kind.show(row, null);
}
