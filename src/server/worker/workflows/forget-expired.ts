import { deliveryWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { forgetExpired, forgetWorkflows } from "#src/product/accounts/forget.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";
import { forgetRuns } from "./forget-runs.ts";

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
