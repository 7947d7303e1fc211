import { applyRetention } from "#src/product/retention/retention.ts";
import { type Retained, type RetentionPolicy, retained } from "#src/product/retention/queries/retention.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";
import { deliveryWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { forgetExpired, forgetWorkflows } from "#src/product/accounts/account-data.ts";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { type Instant, dayMs, toIso } from "#src/core/clock.ts";

/** Once, whatever the number of workers; a missed one is made up. */
export const retentionSchedule = {
  scheduleName: "retention",
  schedule: "11 4 * * *",
  automaticBackfill: true,
} as const;

export interface RetentionTools extends Pick<WorkerTools, "db" | "queue" | "clock" | "log"> {
  readonly retention: RetentionPolicy;
  readonly countRemoved: (part: Retained, analyses: number) => void;
}

/** Failures are logged and retried the next night. */
export async function runRetention(tools: RetentionTools): Promise<void> {
  const { retention, clock, log } = tools;
  try {
    const removed = await runStep(() => applyRetention(tools, retention), { name: "apply retention" });
    for (const part of retained) tools.countRemoved(part, removed[part]);
    if (retained.some((part) => removed[part] > 0))
      log.info({ ...removed, policy: retention }, "old analyses cleaned up");
    await runStep(() => forgetRuns(retentionSchedule.scheduleName, clock.now()), { name: "forget old runs" });
  } catch (error) {
    log.error({ err: error }, "old analyses could not be cleaned up");
  }
}

/** Every night; DBOS starts one run of it however many workers there are. A machine that was off makes up for it. */
export const forgetExpiredSchedule = {
  scheduleName: "forget expired",
  schedule: "23 3 * * *",
  automaticBackfill: true,
} as const;

/** Deletes what has expired, and the runs of deliveries, whose outcome stands in the outbox. What goes wrong is logged, and tried again the next night. */
export async function runForgetExpired(tools: Pick<WorkerTools, "db" | "queue" | "clock" | "log">): Promise<void> {
  const { clock, log } = tools;
  try {
    const forgotten = await runStep(() => forgetExpired(tools), { name: "forget expired" });
    log.info(forgotten, "expired sessions and links deleted");
    await runStep(() => forgetWorkflows(tools), { name: "forget who is gone" });
    await runStep(() => forgetRuns(deliveryWorkflow, clock.now()), { name: "forget old deliveries" });
    await runStep(() => forgetRuns(forgetExpiredSchedule.scheduleName, clock.now()), { name: "forget old runs" });
  } catch (error) {
    log.error({ err: error }, "what has expired could not be deleted");
  }
}

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
