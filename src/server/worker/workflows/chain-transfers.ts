import { chainTransfers } from "#src/product/ledger/ledger.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";
import { forgetRuns } from "./forget-runs.ts";

/** Every minute; DBOS starts one run of it however many workers there are. */
export const chainTransfersSchedule = { name: "chain transfers", cron: "* * * * *" } as const;

/** Failures are logged and retried in a minute. */
export async function runChainTransfers(tools: Pick<WorkerTools, "db" | "queue" | "clock" | "log">): Promise<void> {
  try {
    await runStep(() => chainTransfers(tools), { name: "chain transfers" });
    await runStep(() => forgetRuns(chainTransfersSchedule.name, tools.clock.now()), { name: "forget old runs" });
  } catch (error) {
    tools.log.error({ err: error }, "transfers could not be added to the ledger's chain");
  }
}
