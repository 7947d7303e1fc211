import type { Job } from "#src/contract/analysis.ts";
import { findAnalysis } from "#src/db/queries/analyses.ts";
import { Forbidden, NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/** @throws Forbidden without the scope; NotFound for an unknown or foreign id */
export async function getAnalysis({ db, actor }: Pick<Context, "db" | "actor">, id: string): Promise<Job> {
  if (!actor.scopes.includes("analyses:read")) throw new Forbidden("the key lacks the scope analyses:read");
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  return stored.job;
}
