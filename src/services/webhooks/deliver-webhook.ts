import type { WebhookEvent, WebhookMessage } from "#src/contract/jobs.ts";
import type { Database } from "#src/db/database.ts";
import { loadAnalysis } from "#src/db/queries/analyses.ts";
import { placeOf } from "#src/db/queries/sealed-columns.ts";
import { insertDelivery } from "#src/db/queries/webhook-deliveries.ts";
import { toIso, type Clock } from "#src/platform/clock.ts";
import { newId } from "#src/platform/ids.ts";
import { isTaken, postSealed } from "./post-sealed.ts";
import type { Network } from "./post.ts";

export interface Attempt {
  readonly analysisId: string;
  readonly event: WebhookEvent;
  /** From 1. */
  readonly number: number;
}

/**
 * Tells a job's webhook of its end, once, and keeps what came of it. For the worker.
 * @returns `done`: it was told (2xx), wants to hear no more (410), or there is nothing to tell any more, since a job
 *   that was cancelled meanwhile is told of by its own event; else it is to be tried again
 */
export async function attemptDelivery(
  { db, clock, network }: { readonly db: Database; readonly clock: Clock; readonly network: Network },
  { analysisId, event, number }: Attempt,
): Promise<{ done: boolean }> {
  const stored = await loadAnalysis(db.sql, analysisId);
  if (stored === null || stored.webhookUrl === null || stored.webhookSecret === null) return { done: true };
  const { job, webhookUrl, webhookSecret } = stored;
  if (`analysis.${job.status}` !== event) return { done: true };
  const at = clock.now();
  const message: WebhookMessage = { type: event, timestamp: job.finished_at ?? toIso(at), data: job };
  const body = JSON.stringify(message);
  const { url, ...answered } = await postSealed(
    { vault: db.vault, network },
    { url: webhookUrl, secret: webhookSecret },
    { id: `${analysisId}_${job.status}`, at, body },
  );
  const id = newId("whd");
  await insertDelivery(db.sql, {
    id,
    analysisId,
    url: db.vault.seal(url, placeOf("webhook_deliveries.url", id)),
    event,
    attempt: number,
    ...answered,
    at,
  });
  return { done: isTaken(answered) };
}
