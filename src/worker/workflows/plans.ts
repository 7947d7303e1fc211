import { DBOS } from "@dbos-inc/dbos-sdk";
import { toIso, type Instant } from "#src/platform/clock.ts";
import { endDuePeriods } from "#src/services/plans/end-due-periods.ts";
import { announceEnds } from "#src/services/plans/announce-ends.ts";
import type { WorkerTools } from "./analysis.ts";

/** Every minute; DBOS starts one run of it however many workers there are. */
export const planSchedule = { name: "plans", cron: "* * * * *" } as const;

/** Half a million runs a year say nothing once they have ended well: what they did stands in the ledger. */
const keptMs = 24 * 60 * 60_000;

type PlanTools = Pick<WorkerTools, "db" | "queue" | "clock" | "log">;

/**
 * Renews and ends plans, and announces ends. What goes wrong with an account is logged, and tried again a minute later;
 * it holds up nothing else.
 */
export async function runPlans(tools: PlanTools): Promise<void> {
  await attempted(tools, "plans could not all be renewed and ended", async () => {
    const { renewed, ended } = await DBOS.runStep(() => endDuePeriods(tools), { name: "end due periods" });
    if (renewed.length > 0 || ended.length > 0) tools.log.info({ renewed, ended }, "plans renewed and ended");
    await DBOS.runStep(() => forgetRuns(tools.clock.now() - keptMs), { name: "forget old runs" });
  });
  await attempted(tools, "ends of plans could not all be announced", async () => {
    const announced = await DBOS.runStep(() => announceEnds(tools), { name: "announce ends" });
    if (announced.length > 0) tools.log.info({ announced }, "ends of plans announced");
  });
}

async function attempted({ log }: PlanTools, otherwise: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error }, otherwise);
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
