import { keepHeads } from "#src/product/signals/keep-heads.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";
import { forgetRuns } from "./forget-runs.ts";

/** Once, whatever the number of workers; a missed one is made up. */
export const keepHeadsSchedule = {
  scheduleName: "keep chain heads",
  schedule: "10 0 * * *",
  automaticBackfill: true,
} as const;

/** Failures are logged and retried the next day. */
export async function runKeepHeads(
  tools: Pick<WorkerTools, "db" | "queue" | "clock" | "log" | "mail" | "home">,
): Promise<void> {
  const { mail, log, home } = tools;
  try {
    await runStep(() => keepHeads(tools, { log, home, hasMail: mail().mailer !== null }), { name: "keep heads" });
    await runStep(() => forgetRuns(keepHeadsSchedule.scheduleName, tools.clock.now()), {
      name: "forget old runs",
    });
  } catch (error) {
    tools.log.error({ err: error }, "the heads of the chains could not be kept outside the database");
  }
}
