import { applyRetention } from "#src/product/retention/retention.ts";
import { retained, type Retained, type RetentionPolicy } from "#src/product/retention/public/retention-policy.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";
import { forgetRuns } from "./forget-runs.ts";

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
