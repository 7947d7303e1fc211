import { endBudgetedJob } from "#src/db/queries/budgeted-jobs.ts";
import type { SystemContext } from "../context.ts";

const reasons: Readonly<Record<string, string>> = {
  ERROR: "something went wrong on our side; start it again",
  MAX_RECOVERY_ATTEMPTS_EXCEEDED:
    "the server stopped several times while measuring; start it again with fewer repetitions",
};

/** Fails those that count as open although their workflow has ended. @param ended workflow status by id */
export async function failAbandonedMemory(ctx: SystemContext, ended: ReadonlyMap<string, string>): Promise<void> {
  const { db, clock } = ctx;
  for (const [id, status] of ended)
    if (id.startsWith("mem_"))
      await endBudgetedJob(
        db.sql,
        "memory_jobs",
        id,
        { state: "failed", error: reasons[status] ?? "the measurement was abandoned" },
        clock.now(),
      );
}
