import { publishRun } from "#src/services/signals/publish-run.ts";
import type { SignalTools } from "#src/services/signals/lib/signal-tools.ts";

/**
 * Publishes what has ended since the last call. No workflow of its own: what is to be done stands in the table until
 * the transaction that does it commits, and any worker may.
 */
export async function publishEnded(tools: SignalTools): Promise<void> {
  for (;;) {
    const published = await publishRun(tools, tools.signals);
    if (published === null) return;
    tools.log.info(published, "scheduled analysis ended");
  }
}
