import { DBOS } from "@dbos-inc/dbos-sdk";
import { attemptAlert } from "#src/services/signals/deliver-alert.ts";
import { publishRun } from "#src/services/signals/publish-run.ts";
import type { SignalTools } from "#src/services/signals/signal-tools.ts";
import { tellFollowers } from "#src/services/signals/tell-followers.ts";
import { attemptDelaysMs } from "#src/services/webhooks/schedule.ts";

/**
 * Publishes what has ended since the last call. No workflow of its own: what is to be done stands in the table until
 * the transaction that does it commits, and any worker may.
 */
export async function publishEnded(tools: SignalTools): Promise<void> {
  for (;;) {
    const published = await publishRun(tools);
    if (published === null) return;
    tools.log.info(published, "scheduled analysis ended");
  }
}

/** Tells those who follow a list of a changed rating. Durable: a page that was dealt with is not dealt with again. */
export async function runAlerts(tools: SignalTools, list: string, number: number): Promise<void> {
  for (let after: string | null = "", page = 1; after !== null; page += 1) {
    const from: string = after;
    after = await DBOS.runStep(() => tellFollowers(tools, list, number, from), { name: `page ${page}` });
  }
}

/** Tells somebody's webhook, and tries again for about a day. Durable: the pauses outlive the worker. */
export async function runSignalWebhook(
  tools: Parameters<typeof attemptAlert>[0],
  owner: string,
  signalId: string,
): Promise<void> {
  for (const [index, delay] of attemptDelaysMs.entries()) {
    if (delay > 0) await DBOS.sleep(delay);
    const number = index + 1;
    const { done } = await DBOS.runStep(() => attemptAlert(tools, { owner, signalId, number }), {
      name: `attempt ${number}`,
    });
    if (done) return;
  }
}
