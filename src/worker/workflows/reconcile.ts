import { DBOS } from "@dbos-inc/dbos-sdk";
import { toIso } from "#src/platform/clock.ts";
import type { Log } from "#src/platform/log.ts";
import { reconcileDeposits } from "#src/services/deposits/reconcile-deposits.ts";
import type { SettleTools } from "#src/services/deposits/settle-deposit.ts";

/** DBOS starts one run of it however many workers there are. */
export const reconcileSchedule = { name: "reconcile deposits", cron: "*/2 * * * *" } as const;

const keptMs = 24 * 60 * 60_000;

/** Finds lost callbacks, stuck deposits and differences. What goes wrong is logged, and tried again with the next run. */
export async function runReconcile(tools: SettleTools & { readonly log: Log }): Promise<void> {
  try {
    const { checked, repaired, differences } = await DBOS.runStep(() => reconcileDeposits(tools), {
      name: "reconcile",
    });
    if (repaired.length > 0) tools.log.warn({ repaired }, "deposits whose callback was lost");
    if (differences > 0) tools.log.warn({ differences }, "deposits differ from their processor's record");
    tools.log.debug({ checked }, "deposits reconciled");
    await DBOS.runStep(() => forgetRuns(tools), { name: "forget old runs" });
  } catch (error) {
    tools.log.error({ err: error }, "deposits could not be reconciled");
  }
}

/** Runs that ended well say nothing: what they found stands in tables of their own. */
async function forgetRuns({ clock }: Pick<SettleTools, "clock">): Promise<void> {
  const old = await DBOS.listWorkflows({
    workflowName: reconcileSchedule.name,
    status: "SUCCESS",
    completedBefore: toIso(clock.now() - keptMs),
    limit: 1000,
    loadInput: false,
    loadOutput: false,
  });
  if (old.length > 0) await DBOS.deleteWorkflows(old.map(({ workflowID }) => workflowID));
}
