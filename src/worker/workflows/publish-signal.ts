import { DBOS } from "@dbos-inc/dbos-sdk";
import { attemptAlert } from "#src/services/signals/attempt-alert.ts";
import { publishRun } from "#src/services/signals/publish-run.ts";
import type { SignalTools } from "#src/services/signals/lib/signal-tools.ts";
import { enqueueAlertPage } from "#src/services/signals/enqueue-alert-page.ts";
import type { SystemContext } from "#src/services/context.ts";
import type { Network } from "#src/services/webhooks/lib/post.ts";
import { retryDelaysMs } from "#src/services/webhooks/lib/retry-delays.ts";
import { runStep } from "../outages.ts";

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

/** Tells those who follow a list of a changed rating. Durable: a page that was dealt with is not dealt with again. */
export async function runAlerts(tools: SignalTools, list: string, number: number): Promise<void> {
  for (let after: string | null = "", page = 1; after !== null; page += 1) {
    const from: string = after;
    after = await runStep(() => enqueueAlertPage(tools, { origin: tools.signals.origin, list, number, after: from }), {
      name: `page ${page}`,
    });
  }
}

/** Tells somebody's webhook, and tries again for about a day. Durable: the pauses outlive the worker. */
export async function runSignalWebhook(
  tools: SystemContext & { readonly network: Network },
  owner: string,
  signalId: string,
): Promise<void> {
  for (const [index, delay] of retryDelaysMs.entries()) {
    if (delay > 0) await DBOS.sleep(delay);
    const number = index + 1;
    const { done } = await runStep(() => attemptAlert(tools, { network: tools.network, owner, signalId, number }), {
      name: `attempt ${number}`,
    });
    if (done) return;
  }
}
