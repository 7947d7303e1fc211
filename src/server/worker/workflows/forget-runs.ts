import { DBOS } from "@dbos-inc/dbos-sdk";
import { dayMs, toIso, type Instant } from "#src/core/clock.ts";

const atOnce = 1000;

interface Which {
  /** Also those that failed or were cancelled. */
  readonly failedToo?: boolean;
}

/** What they did stands in tables. */
export async function forgetRuns(workflowName: string, now: Instant, { failedToo = false }: Which = {}): Promise<void> {
  for (;;) {
    const old = await DBOS.listWorkflows({
      workflowName,
      status: failedToo ? ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"] : "SUCCESS",
      completedBefore: toIso(now - dayMs),
      limit: atOnce,
      loadInput: false,
      loadOutput: false,
    });
    if (old.length > 0) await DBOS.deleteWorkflows(old.map(({ workflowID }) => workflowID));
    if (old.length < atOnce) return;
  }
}
