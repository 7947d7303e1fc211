import { DBOS } from "@dbos-inc/dbos-sdk";
import { toIso, type Instant } from "#src/platform/clock.ts";

const keptMs = 24 * 60 * 60_000;

/** Runs of a schedule that ended well a day ago say nothing: what they did stands in tables of their own. */
export async function forgetRuns(workflowName: string, now: Instant): Promise<void> {
  const old = await DBOS.listWorkflows({
    workflowName,
    status: "SUCCESS",
    completedBefore: toIso(now - keptMs),
    limit: 1000,
    loadInput: false,
    loadOutput: false,
  });
  if (old.length > 0) await DBOS.deleteWorkflows(old.map(({ workflowID }) => workflowID));
}
