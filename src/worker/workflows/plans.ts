import { DBOS } from "@dbos-inc/dbos-sdk";
import { toIso, type Instant } from "#src/platform/clock.ts";
import { endDuePeriods } from "#src/services/plans/end-due-periods.ts";
import type { WorkerTools } from "./analysis.ts";

/** Every minute; DBOS starts one run of it however many workers there are. */
export const planSchedule = { name: "plans", cron: "* * * * *" } as const;

/** Half a million runs a year say nothing once they have ended well: what they did stands in the ledger. */
const keptMs = 24 * 60 * 60_000;

/** Renews and ends plans. What goes wrong with an account is logged, and tried again a minute later. */
export async function runPlans(tools: Pick<WorkerTools, "db" | "clock" | "log">): Promise<void> {
  try {
    const { renewed, ended } = await DBOS.runStep(() => endDuePeriods(tools), { name: "end due periods" });
    if (renewed.length > 0 || ended.length > 0) tools.log.info({ renewed, ended }, "plans renewed and ended");
    await DBOS.runStep(() => forgetRuns(tools.clock.now() - keptMs), { name: "forget old runs" });
  } catch (error) {
    tools.log.error({ err: error }, "plans could not all be renewed and ended");
  }
}

async function forgetRuns(before: Instant): Promise<void> {
  const old = await DBOS.listWorkflows({
    workflowName: planSchedule.name,
    status: "SUCCESS",
    completedBefore: toIso(before),
    limit: 1000,
    loadInput: false,
    loadOutput: false,
  });
  if (old.length > 0) await DBOS.deleteWorkflows(old.map(({ workflowID }) => workflowID));
}
