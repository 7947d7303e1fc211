import { reconcileDeposits } from "#src/product/deposits/reconcile-deposits.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";
import { forgetRuns } from "./forget-runs.ts";

/** DBOS starts one run of it however many workers there are. */
export const reconcileSchedule = { name: "reconcile deposits", cron: "*/2 * * * *" } as const;

/** Failures are logged and retried. */
export async function runReconcile(
  tools: Pick<WorkerTools, "db" | "queue" | "clock" | "paymentGateway" | "log">,
): Promise<void> {
  try {
    const { checked, repaired, differences } = await runStep(() => reconcileDeposits(tools, tools.paymentGateway), {
      name: "reconcile",
    });
    if (repaired.length > 0) tools.log.warn({ repaired }, "deposits whose callback was lost");
    if (differences > 0) tools.log.warn({ differences }, "deposits differ from their processor's report");
    tools.log.debug({ checked }, "deposits reconciled");
    await runStep(() => forgetRuns(reconcileSchedule.name, tools.clock.now()), { name: "forget old runs" });
  } catch (error) {
    tools.log.error({ err: error }, "deposits could not be reconciled");
  }
}
