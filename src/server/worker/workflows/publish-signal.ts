import { publishRun } from "#src/product/signals/publish-run.ts";
import type { SignalTools } from "#src/product/signals/public/lists.ts";

/** No workflow: the table says what is to do, and any worker may. */
export async function publishEnded(tools: SignalTools): Promise<void> {
  for (;;) {
    const published = await publishRun(tools, tools.signals);
    if (published === null) return;
    tools.log.info(published, "scheduled analysis ended");
  }
}
