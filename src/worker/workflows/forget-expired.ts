import { mailWorkflow } from "#src/db/job-queue.ts";
import { forgetExpired } from "#src/services/accounts/forget-expired.ts";
import { forgetWorkflows } from "#src/services/accounts/forget-workflows.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";
import { forgetRuns } from "./forget-runs.ts";

/** Every night; DBOS starts one run of it however many workers there are. A machine that was off makes up for it. */
export const forgetExpiredSchedule = {
  scheduleName: "forget expired",
  schedule: "23 3 * * *",
  automaticBackfill: true,
} as const;

/** A mail about an event is sent once, by its workflow's name, and long before that nobody asks for it again. */
const mailsKeptMs = 30 * 24 * 60 * 60_000;

/** Deletes what has expired, and mails that are done: their jobs hold addresses. What goes wrong is logged, and tried again the next night. */
export async function runForgetExpired(tools: Pick<WorkerTools, "db" | "queue" | "clock" | "log">): Promise<void> {
  const { clock, log } = tools;
  try {
    const forgotten = await runStep(() => forgetExpired(tools), { name: "forget expired" });
    log.info(forgotten, "expired sessions and links deleted");
    await runStep(() => forgetWorkflows(tools), { name: "forget who is gone" });
    await runStep(() => forgetRuns(mailWorkflow, clock.now(), { keptMs: mailsKeptMs }), {
      name: "forget old mails",
    });
    await runStep(() => forgetRuns(forgetExpiredSchedule.scheduleName, clock.now()), { name: "forget old runs" });
  } catch (error) {
    log.error({ err: error }, "what has expired could not be deleted");
  }
}
