import { endDuePeriods, announceEnds } from "#src/product/plans/ending.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";
import { forgetRuns } from "./forget-runs.ts";

/** Every minute; DBOS starts one run of it however many workers there are. */
export const planSchedule = { name: "plans", cron: "* * * * *" } as const;

type PlanTools = Pick<WorkerTools, "db" | "queue" | "clock" | "log">;

/** An account's failure is logged, retried in a minute, and holds up nothing. */
export async function runPlans(tools: PlanTools): Promise<void> {
  await attempted(tools, "not all plans could be renewed or ended", async () => {
    const { renewed, ended } = await runStep(() => endDuePeriods(tools), { name: "end due periods" });
    if (renewed.length > 0 || ended.length > 0) tools.log.info({ renewed, ended }, "plans renewed and ended");
    await runStep(() => forgetRuns(planSchedule.name, tools.clock.now()), { name: "forget old runs" });
  });
  await attempted(tools, "not all plan endings could be announced", async () => {
    const announced = await runStep(() => announceEnds(tools), { name: "announce ends" });
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
