import type { WebhookEvent, WebhookMessage } from "#src/contract/jobs.ts";
import { loadAnalysis } from "#src/db/queries/analyses.ts";
import { placeOf } from "#src/db/queries/sealed-columns.ts";
import { insertDelivery } from "#src/db/queries/webhook-deliveries.ts";
import { toIso } from "#src/platform/clock.ts";
import { newId } from "#src/platform/ids.ts";
import { traced } from "#src/platform/telemetry.ts";
import type { SystemContext } from "../context.ts";
import { isDelivered, postSealed } from "./lib/post-sealed.ts";
import type { Network } from "./lib/post.ts";

export interface Attempt {
  readonly network: Network;
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
  ctx: SystemContext,
  { network, analysisId, event, number }: Attempt,
): Promise<{ done: boolean }> {
  const { db, clock } = ctx;
  const stored = await loadAnalysis(db.sql, analysisId);
  if (stored === null || stored.webhookUrl === null || stored.webhookSecret === null) return { done: true };
  const { job, webhookUrl, webhookSecret } = stored;
  if (`analysis.${job.status}` !== event) return { done: true };
  const at = clock.now();
  const message: WebhookMessage = { type: event, timestamp: job.finished_at ?? toIso(at), data: job };
  const body = JSON.stringify(message);
  const attributes = { "http.request.method": "POST", "conclave.job.id": analysisId, "conclave.attempt": number };
  const parent = stored.setting.traceparent ?? null;
  const { url, ...answered } = await traced({ name: "webhook", kind: "client", parent, attributes }, async (span) => {
    const posted = await postSealed(
      { vault: db.vault, network },
      { url: webhookUrl, secret: webhookSecret },
      { id: `${analysisId}_${job.status}`, at, body },
    );
    span?.set({ "http.response.status_code": posted.status ?? undefined });
    if (!isDelivered(posted)) span?.fail(posted.status === null ? "no_response" : String(posted.status));
    return posted;
  });
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
  return { done: isDelivered(answered) };
}
