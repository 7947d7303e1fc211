import { abandonedJobs, type AbandonedKind } from "#src/db/queries/abandoned.ts";
import { endJob } from "#src/db/queries/jobs.ts";
import { finishJob } from "../analyses/finish-job.ts";
import type { SystemContext } from "../context.ts";

interface Reasons {
  /** An error that none of ours foresees. */
  readonly ERROR: string;
  readonly MAX_RECOVERY_ATTEMPTS_EXCEEDED: string;
  readonly CANCELLED: string;
}

const reasons: Readonly<Record<AbandonedKind, Reasons>> = {
  analysis: {
    ERROR: "something went wrong on our side and the analysis could not be completed; start it again",
    MAX_RECOVERY_ATTEMPTS_EXCEEDED:
      "the server stopped several times while running this analysis, so it was not retried; start it again, or choose another date",
    CANCELLED: "the analysis ran out of time",
  },
  attribution: {
    ERROR: "something went wrong on our side; what was paid for is kept, so start it again",
    MAX_RECOVERY_ATTEMPTS_EXCEEDED:
      "the server stopped several times while measuring; start it again with fewer changes",
    CANCELLED: "the attribution was abandoned",
  },
  memory: {
    ERROR: "something went wrong on our side; start it again",
    MAX_RECOVERY_ATTEMPTS_EXCEEDED:
      "the server stopped several times while measuring; start it again with fewer repetitions",
    CANCELLED: "the measurement was abandoned",
  },
  backtest: {
    ERROR: "something went wrong on our side and the backtest could not be completed; start it again",
    MAX_RECOVERY_ATTEMPTS_EXCEEDED:
      "the server stopped several times while running this backtest, so it was not retried; start it again with fewer symbols or a shorter period",
    CANCELLED: "the backtest was abandoned",
  },
  validity: {
    ERROR: "something went wrong on our side; make the report again",
    MAX_RECOVERY_ATTEMPTS_EXCEEDED: "the server stopped several times while making this report, so it was not retried",
    CANCELLED: "the report was abandoned",
  },
};

/**
 * Fails the jobs that still count as open although their workflow has ended without ending them: it hit its time
 * limit, or failed beyond what it could say. One that was cancelled is not open.
 */
export async function failAbandoned(ctx: SystemContext): Promise<void> {
  const { db, clock } = ctx;
  for (const { id, kind, status } of await abandonedJobs(db.sql)) {
    const error = reasons[kind][status];
    if (kind === "analysis") await finishJob(ctx, { id, end: { status: "failed", error } });
    else await endJob(db.sql, id, { state: "failed", error }, clock.now());
  }
}
