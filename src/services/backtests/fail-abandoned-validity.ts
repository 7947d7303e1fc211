import { endValidity } from "#src/db/queries/validity.ts";
import type { SystemContext } from "../context.ts";

const reasons: Readonly<Record<string, string>> = {
  ERROR: "something went wrong on our side; make the report again",
  MAX_RECOVERY_ATTEMPTS_EXCEEDED: "the server stopped several times while making this report, so it was not retried",
};

/** Fails the reports that count as open although their workflow has ended. @param ended workflow status by id */
export async function failAbandonedValidity(ctx: SystemContext, ended: ReadonlyMap<string, string>): Promise<void> {
  const { db, clock } = ctx;
  for (const [job, status] of ended)
    if (job.startsWith("val_"))
      await endValidity(db.sql, job, { error: reasons[status] ?? "the report was abandoned" }, clock.now());
}
