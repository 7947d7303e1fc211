import { endBudgetedJob } from "#src/db/queries/budgeted-jobs.ts";
import type { SystemContext } from "../context.ts";

const reasons: Readonly<Record<string, string>> = {
  ERROR: "something went wrong on our side; what was paid for is kept, so start it again",
  MAX_RECOVERY_ATTEMPTS_EXCEEDED: "the server stopped several times while measuring; start it again with fewer changes",
};

/** Fails those that count as open although their workflow has ended. @param ended workflow status by id */
export async function failAbandonedAttributions(ctx: SystemContext, ended: ReadonlyMap<string, string>): Promise<void> {
  const { db, clock } = ctx;
  for (const [id, status] of ended)
    if (id.startsWith("att_"))
      await endBudgetedJob(
        db.sql,
        "attributions",
        id,
        { state: "failed", error: reasons[status] ?? "the attribution was abandoned" },
        clock.now(),
      );
}
